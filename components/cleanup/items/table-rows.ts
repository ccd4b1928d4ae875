/** The rows of the table by index: group headers, their items, and links to the rest of a collapsed group. */
import type { PlanGroup } from '@/lib/domain/plan/plan-groups'
import { groupSource, type ItemSource } from './item-pages'

export type Line =
  | { readonly kind: 'group'; readonly group: PlanGroup }
  | { readonly kind: 'item'; readonly source: ItemSource; readonly index: number }
  | { readonly kind: 'more'; readonly group: PlanGroup; readonly count: number }

export type Lines = { readonly count: number; readonly at: (line: number) => Line | undefined }

/** How many items of a group are shown before it is opened. */
const SHOWN_OF_GROUP = 3
/** A link that would hide only one row is not worth it. */
const WORTH_HIDING = 2

export function groupedLines(groups: readonly PlanGroup[], opened: ReadonlySet<string>): Lines {
  const starts: number[] = []
  const sources = groups.map(groupSource)
  let count = 0
  for (const group of groups) {
    starts.push(count)
    count += 1 + shownOf(group, opened) + (hiddenOf(group, opened) > 0 ? 1 : 0)
  }
  return {
    count,
    at: (line) => {
      const place = lastAtOrBefore(starts, line)
      const [group, source] = [groups[place], sources[place]]
      if (group === undefined || source === undefined || line < 0 || line >= count) return undefined
      const within = line - (starts[place] ?? 0)
      if (within === 0) return { kind: 'group', group }
      const index = within - 1
      if (index < shownOf(group, opened)) return { kind: 'item', source, index }
      return { kind: 'more', group, count: hiddenOf(group, opened) }
    },
  }
}

/** A single list without group headers. */
export const flatLines = (source: ItemSource, count: number): Lines => ({
  count,
  at: (index) => (index >= 0 && index < count ? { kind: 'item', source, index } : undefined),
})

function shownOf({ key, items }: PlanGroup, opened: ReadonlySet<string>): number {
  return opened.has(key) || items < SHOWN_OF_GROUP + WORTH_HIDING ? items : SHOWN_OF_GROUP
}

const hiddenOf = (group: PlanGroup, opened: ReadonlySet<string>): number =>
  group.items - shownOf(group, opened)

function lastAtOrBefore(starts: readonly number[], line: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= line) low = middle
    else high = middle - 1
  }
  return low
}
