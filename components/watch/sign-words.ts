/** What stands around the numbers, in words: one short line each. */
import type { HomeSigns } from '@/lib/domain/watch/home-signs'
import { formatBytes, formatShare } from '@/lib/shared/numbers'
import { formatSpan } from '@/lib/shared/span'
import { HOUR_MS, MINUTE_MS } from '@/lib/shared/time'

export type SignLine = { readonly name: string; readonly value: string; readonly isWarning: boolean }

/** So many starts within an hour are no restart, but a loop. */
const RESTART_LOOP_STARTS = 3

export function signLines(signs: HomeSigns, nowMs: number): readonly SignLine[] {
  const { routesToEnded, search } = signs
  return [
    { name: 'Grew most', value: growerWords(signs.grower), isWarning: false },
    {
      name: 'Gateway starts',
      value: startWords(signs.starts, nowMs),
      isWarning: (signs.starts?.count ?? 0) >= RESTART_LOOP_STARTS,
    },
    { name: 'Search index', value: searchWords(search), isWarning: search?.stale === true },
    {
      name: 'Routes to ended sessions',
      value: routesToEnded === null ? 'unknown' : String(routesToEnded),
      isWarning: routesToEnded !== null && routesToEnded > 0,
    },
    { name: 'Hermes', value: eraWords(signs), isWarning: false },
    { name: 'Whole-file check', value: 'not taken by Steward', isWarning: false },
  ]
}

function growerWords(grower: HomeSigns['grower']): string {
  if (grower === null) return 'unknown until two walks'
  if (grower === 'none') return 'nothing in a day'
  return `${grower.label}, +${formatBytes(grower.bytes)} in ${formatSpan(grower.overMs)}`
}

function startWords(starts: HomeSigns['starts'], nowMs: number): string {
  if (starts === null) return 'unknown'
  const { count, sinceMs, lastMs } = starts
  const last = lastMs === null ? 'none seen' : `last ${formatSpan(nowMs - lastMs)} ago`
  if (count === 0) return last
  const watchedMs = nowMs - sinceMs
  return `${count} in ${watchedMs > HOUR_MS - 2 * MINUTE_MS ? 'the last hour' : formatSpan(watchedMs)}, ${last}`
}

function searchWords(search: HomeSigns['search']): string {
  if (search === null) return 'unknown'
  if (search.rebuilt !== null) return `rebuilt now, ${formatShare(search.rebuilt)} done`
  return search.stale ? 'detached after damage' : 'nothing under way'
}

const eraWords = ({ schema, flushesAtStart }: HomeSigns): string =>
  schema === null
    ? 'schema unknown'
    : `schema ${schema}, ${flushesAtStart === true ? 'flushes at each start' : 'no flush at start'}`
