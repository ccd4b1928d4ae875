import { expect, test } from 'vitest'
import type { PlanGroup } from '@/lib/domain/plan/plan-groups'
import { groupedLines } from './table-rows'

const group = (key: string, items: number): PlanGroup => ({
  key,
  verdict: 'act',
  code: key,
  message: key,
  steps: [null],
  items,
  bytes: 0,
  apparentBytes: 0,
  rowBytes: 0,
})

const written = (groups: readonly PlanGroup[], opened: readonly string[]) => {
  const lines = groupedLines(groups, new Set(opened))
  return Array.from({ length: lines.count }, (_, at) => {
    const line = lines.at(at)
    if (line === undefined) return 'nothing'
    if (line.kind === 'group') return line.group.key
    return line.kind === 'item' ? `${line.source.key}${line.index}` : `+${line.count}`
  }).join(' ')
}

test('each group shows its first items and says how many more there are', () => {
  expect(written([group('a', 7), group('b', 1)], [])).toBe('a a0 a1 a2 +4 b b0')
})

test('an open group shows all of its items', () => {
  expect(written([group('a', 6), group('b', 9)], ['a'])).toBe('a a0 a1 a2 a3 a4 a5 b b0 b1 b2 +6')
})

test('a group’s last hidden item is shown instead of a link to it', () => {
  expect(written([group('a', 4)], [])).toBe('a a0 a1 a2 a3')
})

test('each of sixty thousand rows is found by its index, and no index beyond them is', () => {
  const lines = groupedLines([group('a', 60_000), group('b', 2)], new Set(['a']))
  expect(lines.count).toBe(60_004)
  expect(lines.at(60_000)).toMatchObject({ kind: 'item', index: 59_999 })
  expect(lines.at(60_001)).toMatchObject({ kind: 'group' })
  expect(lines.at(60_004)).toBeUndefined()
  expect(lines.at(-1)).toBeUndefined()
})

test('a plan without items has no rows', () => {
  expect(groupedLines([], new Set()).at(0)).toBeUndefined()
})
