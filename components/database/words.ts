/** Texts of the database page. */

import type { CountView, DatabaseView, SearchVerdict } from '@/lib/domain/database/database-view'
import { formatBytes, formatCount, formatPlural, formatShare } from '@/lib/shared/numbers'
import { formatAge, SECOND_MS } from '@/lib/shared/time'
import { visibleText } from '@/lib/shared/visible-text'

export const COMPACTION_NOTE =
  'Compacting rewrites the file without its free pages. It needs every Hermes process stopped.'
export const ROOM_INSIDE_PAGES = 'with the room inside pages'
export const FREE_DISK_NEEDED = 'free on the disk'
export const SAFE_TO_COMPACT =
  'Nobody has the database open, the gateway is stopped, and the disk has the room it takes.'
export const OPTIMISE_OFFERED =
  'Hermes offers to rebuild its full-text index as well (hermes sessions optimize-storage). What that gives cannot be measured by reading.'
export const MERGE_UNKNOWN =
  'What merging the full-text index would give cannot be measured by reading, so it is in neither figure.'
export const INSIDE_UNKNOWN = 'Nothing is known of its inside'
export const NO_DATABASE_YET =
  'Hermes makes state.db at its first session. From then on this page shows what takes the room in it.'
export const DATABASE_UNREAD =
  'What the file holds stays unknown until it can be read. Who has it open is still shown.'
export const DATABASE_NOT_READ = 'Not read.'
export const WAL_WARNING = 'The log needs attention'
export const FACTS_NOTE = 'Rows whose session is gone, and the file itself.'
export const ORPHAN_MESSAGES = 'Messages without a session'
export const ORPHAN_USAGE = 'Usage without a session'
export const LAST_COMPACTION = 'Last compaction by Hermes'
export const NO_REPLACEMENT_GUARD =
  'None in this version; replacing the file under Hermes loses what it writes.'
export const FILE_HOLDERS_UNKNOWN =
  'This system does not tell which processes hold a file, or does not tell Steward’s user, or hides them from this container. Unknown is not none.'
export const NO_FILE_HOLDERS =
  'No process has state.db open. Steward opens it for a moment at a time, read only.'
export const DELETED_FILE_NOTE =
  'It writes into a file that is no longer in the folder; what it writes is gone when it ends. Let it finish its turn, then restart it. Delete nothing.'
export const NO_SEARCH_INDEX = 'This database has none; Hermes’ search goes through the messages themselves.'
export const SEARCH_CHECK_SOON = 'The index is checked together with the count of pages.'
export const FIRST_COUNT = 'The first count is under way'
export const FIRST_COUNT_NOTE =
  'SQLite is asked how many pages each table and index takes, one after the other, in short reads. The figures appear here by themselves.'
export const TABLES_LABEL = 'Bytes by table and index'

export function orphansTitle({ orphans: { messages, usage } }: DatabaseView): string {
  if (messages === null) return 'Orphan rows are not counted yet'
  const rows = messages.rows + (usage?.rows ?? 0)
  return rows === 0 ? 'No row without its session' : `${formatPlural(rows, 'row')} without a session`
}

export function orphanMessageWords({ orphans: { messages } }: DatabaseView): string {
  if (messages === null) return 'unknown until all messages are counted'
  if (messages.rows === 0) return 'none'
  return `${formatPlural(messages.rows, 'message')} of ${formatPlural(messages.sessions, 'session')}, ${formatBytes(messages.bytes)}`
}

export function orphanUsageWords({ orphans: { usage }, count }: DatabaseView): string {
  if (usage === null)
    return count.countedAt === null ? 'unknown until the first count' : 'this home books no usage per model'
  const more = usage.complete ? '' : ', and perhaps more: only the first rows were looked at'
  if (usage.rows === 0) return `none${more}`
  return `${formatPlural(usage.rows, 'row')} of ${formatPlural(usage.sessions, 'session')}${more}`
}

export function databaseHoldersTitle(holders: DatabaseView['holders']): string {
  if (holders === null) return 'Who has the database open is unknown'
  const deleted = holders.filter(({ deletedInode }) => deletedInode).length
  if (deleted > 0)
    return `${formatPlural(deleted, 'process', 'processes')} hold a deleted file of this database`
  const others = holders.filter(({ self }) => !self).length
  return others === 0
    ? 'No other process has the database open'
    : `${formatPlural(others, 'process', 'processes')} ${others === 1 ? 'has' : 'have'} the database open`
}

export function databaseGatewayWords({ running, servedBy }: DatabaseView['gateway']): string {
  if (running === null) return 'Whether a gateway runs is unknown.'
  if (!running) return 'No gateway is running.'
  return servedBy === null ? 'The gateway is running.' : `The gateway of ${servedBy} serves this home.`
}

export const SEARCH_VERDICTS: Readonly<
  Record<SearchVerdict, { readonly word: string; readonly warns: boolean }>
> = {
  sound: { word: 'sound', warns: false },
  damaged: { word: 'damaged', warns: true },
  rebuilding: { word: 'being built', warns: false },
  stale: { word: 'detached', warns: true },
  'counts-differ': { word: 'counts differ', warns: true },
  suspect: { word: 'suspect', warns: true },
  'other-sqlite': { word: 'cannot be checked', warns: false },
  unknown: { word: 'not checked', warns: false },
}

export function searchTitle(search: DatabaseView['search']): string {
  if (search === null) return 'The full-text index is unknown'
  if (search.layout === 'none') return 'No full-text index'
  if (search.rebuild !== null)
    return `Hermes is building its full-text index: ${formatShare(search.rebuild.share)} done`
  const bad = (search.indexes ?? []).filter(({ verdict }) => SEARCH_VERDICTS[verdict].warns)
  if (bad.length > 0) return `The full-text index is ${SEARCH_VERDICTS[bad[0]?.verdict ?? 'unknown'].word}`
  if (search.indexes === null) return 'The full-text index is not checked yet'
  return search.indexes.every(({ verdict }) => verdict === 'sound')
    ? 'The full-text index is whole'
    : 'The full-text index is not fully checked'
}

export const tablesTitle = ({
  tables,
  kinds,
  ftsShare,
}: Pick<DatabaseView, 'tables' | 'kinds' | 'ftsShare'>): string => {
  const first = tables?.[0]
  if (first === undefined || kinds === null) return 'Bytes by table are not counted yet'
  if (first.bytes === null)
    return `How much ${visibleText(first.name)} takes is unknown: it is too large to read beside Hermes`
  if (first.share === null)
    return `${visibleText(first.name)} takes ${formatBytes(first.bytes)}, most of what was read`
  const search = ftsShare === null || ftsShare === 0 ? '' : `, the full-text index ${formatShare(ftsShare)}`
  return `${visibleText(first.name)} takes ${formatShare(first.share)} of the pages in use${search}`
}

/** Tells "not measured yet" from "partly too large to measure". */
export const searchSizeWords = ({ ftsBytes, ftsShare, tables }: SearchSize): string => {
  if (ftsBytes === null)
    return tables === null ? 'Not counted yet.' : 'Part of it is too large to read beside Hermes.'
  return ftsShare === null ? 'Its share is unknown.' : `${formatShare(ftsShare)} of the pages in use`
}

type SearchSize = Pick<DatabaseView, 'ftsBytes' | 'ftsShare' | 'tables'>

export const unmeasuredNote = (measured: boolean, bytes: number | null): string => {
  if (measured) return ''
  return bytes === null ? '; too large to read beside Hermes' : '; not read, but what the others leave'
}

/** The age of the measurement, whether it is still current, and its progress. */
export function countWords(count: CountView): string {
  const { state, ageSeconds, tookMs, changedSince, progress, fault } = count
  const running =
    state === 'counting'
      ? progress === null
        ? 'Counting now.'
        : `Counting now: ${formatCount(progress.done)} of ${formatPlural(progress.total, 'object')}, at ${visibleText(progress.name)}.`
      : state === 'waiting'
        ? 'Waiting for another home’s count to end.'
        : ''
  const counted =
    ageSeconds === null || tookMs === null
      ? 'Not counted so far.'
      : `Counted ${formatAge(ageSeconds * SECOND_MS)} ago in ${tookMs < SECOND_MS ? `${formatCount(tookMs)} ms` : `${formatCount(tookMs / SECOND_MS)} s`}${changedSince ? '; Hermes has written since.' : ', nothing was written since.'}`
  return [counted, running, fault === null ? '' : `The last try gave nothing: ${fault.message}`]
    .filter(Boolean)
    .join(' ')
}

export const compactionTitle = (isSafe: boolean, refusals: number): string =>
  isSafe ? 'Compacting is safe now' : `Not now: ${formatPlural(refusals, 'reason')} against compacting`

export const inUseWords = (bytes: number): string => `${formatBytes(bytes)} of it in use`

export const freePagesWords = (pages: number): string =>
  `${formatCount(pages)} pages Hermes fills again before the file grows`

export const replacementGuard = (generation: string | null): string =>
  `Hermes stops for good when this file is replaced under it${generation === null ? '' : ` (generation ${visibleText(generation)})`}.`

export const onAnotherMachine = (fileSystem: string): string => `on another machine (${fileSystem})`

export function searchSubtitle(view: DatabaseView, layout: string): string {
  const size =
    view.ftsBytes === null
      ? `Its size is unknown. ${searchSizeWords(view)}`
      : `${formatBytes(view.ftsBytes)}, ${searchSizeWords(view)}.`
  return `${size} Layout ${layout}.`
}
