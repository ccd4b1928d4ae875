/** Texts of the session table: its headline and its cells. */

import { filterChips } from '@/components/sessions/filters/words'
import type { SessionsView } from '@/components/sessions/view-state'
import type { SessionItem } from '@/lib/domain/sessions/list/session-item'
import type { SessionPage } from '@/lib/domain/sessions/list/session-query'
import type { SessionState } from '@/lib/domain/sessions/session'
import { isIncluded } from '@/lib/domain/tokens/cost-split'
import { formatBytes, formatCount, formatPlural, formatShort } from '@/lib/shared/numbers'
import { formatAge } from '@/lib/shared/time'
import { formatUsd } from '@/lib/shared/usd'

/** The age when the row was read. */
export function ageWords(at: string | null, seenAt: string | null): string {
  if (at === null || seenAt === null) return 'unknown'
  const ageMs = Date.parse(seenAt) - Date.parse(at)
  return ageMs < 2_000 ? 'now' : formatAge(ageMs)
}

/** Shown as a tooltip, so that a token total never comes without its parts. */
export const tokenSplit = (item: SessionItem): string =>
  `${formatShort(item.inputTokens)} fresh input, ${formatShort(item.outputTokens)} output, ${formatShort(item.cacheReadTokens)} cache read, ${formatShort(item.cacheWriteTokens)} cache write`

export function costWords(usd: number | null, status: string | null = null): string {
  if (isIncluded({ costUsd: usd, costStatus: status })) return 'included'
  if (usd === null) return 'unknown'
  return formatUsd(usd)
}

/** What a row stands for, or what the session is part of; null for a single session. */
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

type Headline = { readonly title: string; readonly subtitle: string }

export function sessionsHeadline(page: SessionPage, total: number, view: SessionsView): Headline {
  return { title: titleOf(page, total, view), subtitle: subtitleOf(page) }
}

function titleOf(page: SessionPage, total: number, view: SessionsView): string {
  const noun = view.view === 'rows' ? 'session' : 'conversation'
  if (hasFilters(view)) return `${formatCount(total)} of ${formatPlural(page.of, noun)} match`
  const what =
    view.group === 'all'
      ? formatPlural(total, noun)
      : view.group === 'people'
        ? `${formatPlural(total, noun)} with people`
        : formatPlural(total, `${noun} of automation`, `${noun}s of automation`)
  const open = (['live', 'leaked'] as const).flatMap((state) => {
    const count = page.facets?.state.values.find(({ value }) => value === state)?.count ?? 0
    return count === 0 ? [] : [`${formatCount(count)} ${state}`]
  })
  return open.length === 0 ? what : `${what}, ${open.join(', ')}`
}

const hasFilters = (view: SessionsView): boolean => view.q !== '' || filterChips(view, null).length > 0

function subtitleOf({ totals }: SessionPage): string {
  const bytes = totals.bytes === null ? 'unknown bytes' : formatBytes(totals.bytes)
  const inDatabase = totals.messageBytes === null ? 'unknown' : formatBytes(totals.messageBytes)
  const kept = totals.protected === 0 ? 'none protected' : `${formatCount(totals.protected)} protected`
  return `${bytes} in files on disk, ${inDatabase} of messages in state.db, ${kept}.`
}

/** How many sessions of each group match the other filters. */
export function groupCounts(page: SessionPage): { people: number; automation: number; all: number } {
  const count = (group: string) => page.facets?.group.values.find(({ value }) => value === group)?.count ?? 0
  return {
    people: count('people'),
    automation: count('automation'),
    all: count('people') + count('automation'),
  }
}

export const RESET_COLUMNS = 'Back to the usual ones'
export const NO_SESSIONS =
  'This home has a state.db without sessions. The first chat or cron run appears here within a few seconds.'
export const NO_SESSION_MATCHES =
  'All of these at once leave nothing; words are sought in title, id, job, source and model.'
export const LISTING_LOST = 'Steward does not answer. The rows are those of before.'
export const LISTING_FAILED = 'The sessions could not be listed'
export const LINE_CHOICE = 'What a line stands for'
export const NO_ANSWER = 'Steward gave no answer.'

export const SESSION_STATE_WORDS: Readonly<Record<SessionState, string>> = {
  live: 'Open, with a sign of life.',
  leaked: 'Open, without a sign of life: nobody closed it.',
  ended: 'Closed.',
}
