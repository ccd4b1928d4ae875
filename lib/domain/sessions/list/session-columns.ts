/** The columns a session list can be sorted and filtered by. Unknown is null and matches no range. */
import type { TabulatedSessions } from './session-table.ts'

export type ColumnValue = number | string | null

type Column = (table: TabulatedSessions, place: number) => ColumnValue

export const SORT_KEYS = [
  'startedAt',
  'endedAt',
  'lastActiveAt',
  'messages',
  'toolCalls',
  'apiCalls',
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheWriteTokens',
  'tokens',
  'costUsd',
  'bytes',
  'files',
  'messageBytes',
  'totalBytes',
  'title',
  'source',
  'state',
  'job',
  'model',
  'endReason',
] as const

export type SortKey = (typeof SORT_KEYS)[number]

const TEXT_KEYS: readonly SortKey[] = ['title', 'source', 'state', 'job', 'model', 'endReason']

/** Names sort from A, figures from the largest. */
export const isTextSort = (sort: SortKey): boolean => TEXT_KEYS.includes(sort)

export const RANGE_KEYS = [
  'messages',
  'toolCalls',
  'tokens',
  'costUsd',
  'bytes',
  'messageBytes',
  'totalBytes',
] as const satisfies readonly SortKey[]

export type RangeKey = (typeof RANGE_KEYS)[number]

const TEXT_SIGNS = 200

/** Sort key of a name: ignores case and anything beyond one line. */
const sortable = (text: string | null | undefined): string | null =>
  text?.slice(0, TEXT_SIGNS).toLowerCase() ?? null

/** Untitled sessions come last in both directions, like all unknown values. */
export const COLUMNS: Readonly<Record<SortKey, Column>> = {
  startedAt: ({ sessions }, place) => sessions[place]?.startedMs ?? null,
  endedAt: ({ sessions }, place) => sessions[place]?.endedMs ?? null,
  lastActiveAt: ({ sessions }, place) => sessions[place]?.lastActiveMs ?? null,
  messages: ({ sessions }, place) => sessions[place]?.messages ?? null,
  toolCalls: ({ sessions }, place) => sessions[place]?.toolCalls ?? null,
  apiCalls: ({ sessions }, place) => sessions[place]?.apiCalls ?? null,
  inputTokens: ({ sessions }, place) => sessions[place]?.inputTokens ?? null,
  outputTokens: ({ sessions }, place) => sessions[place]?.outputTokens ?? null,
  cacheReadTokens: ({ sessions }, place) => sessions[place]?.cacheReadTokens ?? null,
  cacheWriteTokens: ({ sessions }, place) => sessions[place]?.cacheWriteTokens ?? null,
  tokens: (table, place) => tokensAt(table, place),
  costUsd: ({ sessions }, place) => sessions[place]?.costUsd ?? null,
  bytes: ({ fileBytes }, place) => fileBytes?.[place] ?? null,
  files: ({ files }, place) => files?.[place] ?? null,
  messageBytes: ({ messageBytes }, place) => messageBytes?.[place] ?? null,
  totalBytes: (table, place) => totalBytesAt(table, place),
  title: ({ sessions }, place) => sortable(sessions[place]?.title),
  source: ({ sessions }, place) => sortable(sessions[place]?.source),
  state: ({ sessions }, place) => sessions[place]?.state ?? null,
  job: ({ sessions, jobName }, place) => {
    const id = sessions[place]?.cronJobId ?? null
    return id === null ? null : sortable(jobName(id))
  },
  model: ({ sessions }, place) => sortable(sessions[place]?.model),
  endReason: ({ sessions }, place) => sortable(sessions[place]?.endReason),
}

/** All tokens: input, cache writes, cache reads and output. */
export function tokensAt({ sessions }: TabulatedSessions, place: number): number | null {
  const session = sessions[place]
  if (session === undefined) return null
  return session.inputTokens + session.outputTokens + session.cacheReadTokens + session.cacheWriteTokens
}

/** Files and messages together. Unknown if either is. */
export function totalBytesAt({ fileBytes, messageBytes }: TabulatedSessions, place: number): number | null {
  if (fileBytes === null || messageBytes === null) return null
  return (fileBytes[place] ?? 0) + (messageBytes[place] ?? 0)
}

/** Smallest or largest first, unknown last in both. */
export function compareValues(a: ColumnValue, b: ColumnValue, order: 'asc' | 'desc'): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b === (order === 'asc') ? -1 : 1
}
