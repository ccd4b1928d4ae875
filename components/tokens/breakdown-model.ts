/** Token usage by group: the four kinds, a bar relative to the largest group, and the days. */

import { sourceColor } from '@/components/charts/colors'
import { orUnknown } from '@/components/ui/or-unknown'
import { type TOKEN_KINDS, tokenWeight } from '@/lib/domain/tokens/token-sums'
import type { TokenBreakdown, TokenGroup, TokenGrouping } from '@/lib/domain/tokens/tokens-view'
import { describeTokens } from '@/lib/domain/tokens/words'
import { formatCount, formatShare, formatShort } from '@/lib/shared/numbers'
import { formatUsd } from '@/lib/shared/usd'
import { visibleText } from '@/lib/shared/visible-text'
import { breakdownNotes, breakdownTitle } from './words'

type Kind = (typeof TOKEN_KINDS)[number]

export type BreakdownRow = {
  readonly key: string
  readonly label: string
  /** Null for a row that is not a group and has no list of sessions. */
  readonly sessionsQuery: readonly [string, string] | null
  readonly color: string | null
  /** Relative to the largest group's bar, in stack order. */
  readonly parts: readonly { readonly kind: Kind; readonly share: number }[]
  readonly kinds: Readonly<Record<Kind, string>>
  readonly split: string
  readonly all: string
  readonly share: string
  readonly sessions: string
  readonly cost: string
  /** One value per day, from 0 to 1 relative to the group's busiest day. */
  readonly days: readonly number[]
}

export type BreakdownModel = {
  readonly title: string
  readonly rows: readonly BreakdownRow[]
  readonly notes: readonly string[]
}

/** Stack order from the bottom. Cache reads come first because they are usually the most. */
const STACK: readonly Kind[] = ['cacheRead', 'cacheWrite', 'input', 'output']

export function breakdownModel(breakdown: TokenBreakdown, range: readonly string[]): BreakdownModel {
  const { groups, by } = breakdown
  const all = groups.reduce((sum, group) => sum + tokenWeight(group), 0)
  const most = Math.max(1, ...groups.map(tokenWeight))
  return {
    title: breakdownTitle(breakdown, all),
    rows: groups.map((group) => rowOf(group, by, { all, most, range })),
    notes: breakdownNotes(breakdown),
  }
}

type Scale = { readonly all: number; readonly most: number; readonly range: readonly string[] }

function rowOf(group: TokenGroup, by: TokenGrouping, { all, most, range }: Scale): BreakdownRow {
  const weight = tokenWeight(group)
  const perDay = new Map(group.days.map((day) => [day.day, tokenWeight(day)]))
  const busiest = Math.max(1, ...perDay.values())
  const hasList = group.role === 'group' || (group.role === 'none' && by !== 'source')
  return {
    key: `${group.role}:${group.key}`,
    label: visibleText(group.label),
    sessionsQuery: hasList ? [by, group.key ?? 'null'] : null,
    color: by === 'source' && group.role === 'group' ? sourceColor(group.key) : null,
    parts: STACK.map((kind) => ({ kind, share: group[kind] / most })),
    kinds: {
      input: formatShort(group.input),
      output: formatShort(group.output),
      cacheRead: formatShort(group.cacheRead),
      cacheWrite: formatShort(group.cacheWrite),
    },
    split: describeTokens(group),
    all: formatShort(weight),
    share: all === 0 ? 'none' : formatShare(weight / all),
    sessions: group.role === 'unattributed' ? '' : formatCount(group.sessions),
    cost: group.included > 0 && (group.costUsd ?? 0) === 0 ? 'included' : orUnknown(group.costUsd, formatUsd),
    days: range.map((day) => (perDay.get(day) ?? 0) / busiest),
  }
}
