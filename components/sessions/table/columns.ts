/** The columns of the session table: which exist, which are visible and how wide they are. */
import type { SortKey } from '@/lib/domain/sessions/list/session-columns'

export type ColumnId =
  | 'source'
  | 'state'
  | 'job'
  | 'model'
  | 'endReason'
  | 'startedAt'
  | 'endedAt'
  | 'lastActiveAt'
  | 'messages'
  | 'toolCalls'
  | 'apiCalls'
  | 'tokens'
  | 'inputTokens'
  | 'outputTokens'
  | 'cacheReadTokens'
  | 'cacheWriteTokens'
  | 'costUsd'
  | 'files'
  | 'bytes'
  | 'messageBytes'
  | 'totalBytes'

export type Column = {
  readonly id: ColumnId
  readonly label: string
  readonly width: number
  readonly align: 'left' | 'right'
  readonly sort: SortKey
}

const text = (id: ColumnId & SortKey, label: string, width: number): Column => ({
  id,
  label,
  width,
  align: 'left',
  sort: id,
})
const figure = (id: ColumnId & SortKey, label: string, width: number): Column => ({
  id,
  label,
  width,
  align: 'right',
  sort: id,
})

/** In display order. */
export const ALL_COLUMNS: readonly Column[] = [
  text('source', 'Source', 96),
  text('state', 'State', 84),
  text('job', 'Job', 136),
  text('model', 'Model', 168),
  text('endReason', 'End reason', 136),
  figure('startedAt', 'Started', 104),
  figure('endedAt', 'Ended', 104),
  figure('lastActiveAt', 'Last active', 96),
  figure('messages', 'Messages', 92),
  figure('toolCalls', 'Tool calls', 88),
  figure('apiCalls', 'Model calls', 96),
  figure('tokens', 'Tokens', 80),
  figure('inputTokens', 'Fresh input', 96),
  figure('outputTokens', 'Output', 80),
  figure('cacheReadTokens', 'Cache read', 96),
  figure('cacheWriteTokens', 'Cache write', 96),
  figure('costUsd', 'Cost', 80),
  figure('totalBytes', 'Size', 88),
  figure('files', 'Files', 64),
  figure('bytes', 'On disk', 88),
  figure('messageBytes', 'In state.db', 96),
]

export const DEFAULT_COLUMNS: readonly ColumnId[] = [
  'source',
  'state',
  'lastActiveAt',
  'messages',
  'tokens',
  'totalBytes',
]

/** A cookie, because the server renders the first rows and needs to know their columns. */
export const COLUMNS_COOKIE = 'steward_session_columns'

export function parseColumns(text: string | undefined): readonly ColumnId[] {
  if (text === undefined) return DEFAULT_COLUMNS
  const named = text.split('.')
  const known = ALL_COLUMNS.filter(({ id }) => named.includes(id)).map(({ id }) => id)
  return known.length === 0 && text !== NO_COLUMNS ? DEFAULT_COLUMNS : known
}

const NO_COLUMNS = '-'

export const columnsText = (columns: readonly ColumnId[]): string => columns.join('.') || NO_COLUMNS

export const shownColumns = (ids: readonly ColumnId[]): readonly Column[] =>
  ALL_COLUMNS.filter(({ id }) => ids.includes(id))

const TICK_WIDTH = 46
const NAME_WIDTH = 224

/** If the table is narrower than this, its rows scroll sideways. */
export const minimumWidth = (columns: readonly Column[]): number =>
  columns.reduce((sum, { width }) => sum + width, TICK_WIDTH + NAME_WIDTH)
