import { describe, expect, it } from 'vitest'
import { progressSteps } from './progress-steps'

const none = { filesCounted: 0, filesExpected: null, indexed: 0, indexTotal: null }

describe('progressSteps', () => {
  it.each([
    [
      { filesCounted: 14_200, filesExpected: 25_000 },
      [{ title: 'Counting files: 14,200 of about 25,000', share: 0.568 }],
    ],
    [{ filesCounted: 14_200 }, [{ title: 'Counting files: 14,200 so far', share: null }]],
    [
      { filesCounted: 26_000, filesExpected: 25_000 },
      [{ title: 'Counting files: 26,000 so far', share: null }],
    ],
    [{ indexed: 200, indexTotal: 800 }, [{ title: 'Indexing messages: 200 of 800', share: 0.25 }]],
    [{ indexed: 800, indexTotal: 800 }, []],
    [{}, []],
  ])('an unknown total has no share: %o', (change, steps) => {
    expect(progressSteps({ ...none, ...change })).toEqual(steps)
  })
})
