import { expect, test } from 'vitest'
import { lookQuery, parseLook } from './plan/plan-view-state'

test('an address says what it was written from', () => {
  const look = { part: 'kept', q: 'atlas & co', step: 2, group: 'keep pinned Pinned', from: 'abc' } as const
  expect(parseLook(Object.fromEntries(new URLSearchParams(lookQuery(look))))).toEqual(look)
})

test('what cannot be read means the default', () => {
  expect(parseLook({ part: 'everything', step: '-1', q: ['a', 'b'] })).toEqual({
    part: 'all',
    q: '',
    step: null,
    group: null,
    from: null,
  })
  expect(lookQuery(parseLook({}))).toBe('')
})
