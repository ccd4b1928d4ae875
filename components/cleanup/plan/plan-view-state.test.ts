import { expect, test } from 'vitest'
import { filterQuery, parsePlanFilter } from './plan-view-state'

test('an address parses to the filter it was written from', () => {
  const filter = { part: 'kept', q: 'atlas & co', step: 2, group: 'keep pinned Pinned', from: 'abc' } as const
  expect(parsePlanFilter(Object.fromEntries(new URLSearchParams(filterQuery(filter))))).toEqual(filter)
})

test('an invalid value means the default', () => {
  expect(parsePlanFilter({ part: 'everything', step: '-1', q: ['a', 'b'] })).toEqual({
    part: 'all',
    q: '',
    step: null,
    group: null,
    from: null,
  })
  expect(filterQuery(parsePlanFilter({}))).toBe('')
})
