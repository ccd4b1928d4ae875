/** The words of one row. */

import type { SessionItem } from '@/lib/domain/sessions/list/session-item'
import { isIncluded } from '@/lib/domain/tokens/cost-split'
import { formatCount, formatPlural, formatShort } from '@/lib/shared/numbers'
import { formatAge } from '@/lib/shared/time'

/** How long ago, at the moment the row was seen. */
export function ageWords(at: string | null, seenAt: string | null): string {
  if (at === null || seenAt === null) return 'unknown'
  const ageMs = Date.parse(seenAt) - Date.parse(at)
  return ageMs < 2_000 ? 'now' : formatAge(ageMs)
}

/** A total of tokens is never shown without its parts being one glance away. */
export const tokenSplit = (item: SessionItem): string =>
  `${formatShort(item.inputTokens)} fresh input, ${formatShort(item.outputTokens)} output, ${formatShort(item.cacheReadTokens)} cache read, ${formatShort(item.cacheWriteTokens)} cache write`

export function costWords(usd: number | null, status: string | null = null): string {
  if (isIncluded({ costUsd: usd, costStatus: status })) return 'included'
  if (usd === null) return 'unknown'
  return `$${usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: usd < 1 ? 4 : 2 })}`
}

/** What stands behind a line, or what a session is part of; null for one alone. */
export function lineageNote({ lineage, members }: SessionItem): string | null {
  if (lineage === null) return null
  const { part, parts, delegates, edge } = lineage
  const behind = members === null ? null : members.shown.length + members.more
  const subagents = behind === null ? delegates : behind - (parts - 1)
  const words: string[] = []
  if (edge === 'delegate') words.push('a subagent')
  if (parts > 1)
    words.push(
      behind === null ? `part ${formatCount(part)} of ${formatCount(parts)}` : formatPlural(parts, 'part'),
    )
  if (subagents > 0) words.push(formatPlural(subagents, 'subagent'))
  return words.length === 0 ? null : words.join(', ')
}
