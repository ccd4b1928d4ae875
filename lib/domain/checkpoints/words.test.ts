import { describe, expect, it } from 'vitest'
import type { StateTotal } from './checkpoint-list.ts'
import { checkpointTitle, describeLayouts } from './words.ts'

const total = (count: number, exclusiveBytes = 0, unmeasured = 0): StateTotal => ({
  count,
  bytes: 0,
  exclusiveBytes,
  unmeasured,
  meaning: '',
})
const none = { orphan: total(0), stale: total(0), live: total(0), unreachable: total(0) }

describe('the title', () => {
  it.each([
    [
      { orphan: total(812, 9.62e9), stale: total(103, 1.35e9), live: total(158), unreachable: total(29) },
      '915 of 1,102 checkpoints serve nobody: 11.0 GB',
    ],
    [
      { ...none, orphan: total(1, 5e6, 1), live: total(1) },
      '1 of 2 checkpoints serves nobody: at least 5.00 MB',
    ],
    [{ ...none, live: total(3), unreachable: total(1) }, 'All 4 checkpoints are in use or out of sight'],
    [{ ...none, live: total(2) }, 'Both checkpoints are in use'],
    [{ ...none, live: total(1) }, 'The only checkpoint is in use'],
    [none, 'No checkpoints in this home'],
    [null, 'Checkpoints are unknown'],
  ])('%#: %s', (totals, title) => {
    expect(checkpointTitle({ totals })).toBe(title)
  })
})

describe('the layouts', () => {
  it.each([
    [
      { v1: 96, v2: 14, legacy: 1 },
      '96 repositories, one per folder (v1), 14 projects in the shared store (v2) and 1 set-aside folder (legacy), side by side.',
    ],
    [{ v1: 1, v2: 0, legacy: 0 }, '1 repository of one folder (v1).'],
    [{ v1: 0, v2: 0, legacy: 0 }, 'Hermes has not saved the state of a folder here.'],
    [null, 'How they are kept is unknown.'],
  ])('%j', (layouts, words) => {
    expect(describeLayouts({ layouts })).toBe(words)
  })
})
