/**
 * A saved session as one line of JSON: its columns, `messages`, and under `_steward` what Hermes' export
 * lacks. A very long session continues in further lines, so that no line outgrows memory. See
 * docs/archive-format.md.
 */
import { hash } from 'node:crypto'
import type { TokenCounts } from '../../domain/database/trigrams.ts'
import { asRow, encodeRow, encodeValue, parseExact, type Row, type SqlValue } from './row-text.ts'
import type { SideRows } from './session-reader.ts'

export type SavedSession = {
  readonly kind: 'session'
  readonly id: string
  readonly row: Row
  readonly sides: readonly SideRows[]
  readonly children: readonly SqlValue[]
  /** Prompts not already saved with an earlier session of the same save. */
  readonly prompts: readonly Row[]
  /** Its parent was already missing when it was saved. */
  readonly parentMissing: boolean
  readonly messages: readonly Row[]
  readonly tokens: SavedTokens
  /** More messages follow in the next line. */
  readonly more: boolean
  /** About its size in memory: the length of the line. */
  readonly bytes: number
}

/**
 * By message id, for messages with a NUL: what the trigram index had counted, or null if it had no entry. Lines of
 * 0.1.0 have none.
 */
export type SavedTokens = Readonly<Record<string, TokenCounts | null>>

type SavedMore = {
  readonly kind: 'more'
  readonly id: string
  readonly messages: readonly Row[]
  readonly tokens: SavedTokens
  readonly more: boolean
  readonly bytes: number
}

export type SavedLine = SavedSession | SavedMore
export type SavedHead = Omit<SavedSession, 'kind' | 'messages' | 'tokens' | 'more' | 'bytes'>
/** The messages of a line, as encoded rows. */
export type SavedPart = {
  readonly messages: readonly string[]
  readonly tokens: SavedTokens
  readonly more: boolean
}

/** Reserved keys. A column with such a name is stored separately. */
const OURS = ['messages', '_steward']

/** Without a line break, which the bundle adds. */
export function encodeSession(head: SavedHead, { messages, tokens, more }: SavedPart): string {
  const columns = Object.entries(head.row)
  const plain = Object.fromEntries(columns.filter(([name]) => !OURS.includes(name)))
  const apart = columns.filter(([name]) => OURS.includes(name))
  const parts = [
    '"format":1',
    `"children":[${head.children.map(encodeValue).join(',')}]`,
    `"tables":{${head.sides.map(({ table, rows }) => `${JSON.stringify(table)}:${encodeRows(rows)}`).join(',')}}`,
    `"prompts":${encodeRows(head.prompts)}`,
    ...(head.parentMissing ? ['"parentMissing":true'] : []),
    ...(apart.length > 0 ? [`"columns":${encodeRow(Object.fromEntries(apart))}`] : []),
    ...partOf(tokens, more),
  ]
  const own = encodeRow(plain).slice(0, -1)
  return `${own},"messages":[${messages.join(',')}],"_steward":{${parts.join(',')}}}`
}

export function encodeMore(id: string, { messages, tokens, more }: SavedPart): string {
  const parts = ['"format":1', `"continues":${JSON.stringify(id)}`, ...partOf(tokens, more)]
  return `{"messages":[${messages.join(',')}],"_steward":{${parts.join(',')}}}`
}

const partOf = (tokens: SavedTokens, more: boolean): string[] => [
  ...(Object.keys(tokens).length > 0 ? [`"tokens":${JSON.stringify(tokens)}`] : []),
  ...(more ? ['"more":true'] : []),
]

const encodeRows = (rows: readonly Row[]): string => `[${rows.map(encodeRow).join(',')}]`

/** Null if the line is not in this format. */
export function decodeLine(line: string): SavedLine | null {
  const parsed = parseOrNull(line)
  const ours = asObject(parsed?._steward)
  const messages = asRows(parsed?.messages)
  if (parsed === null || ours === null || messages === null || ours.format !== 1n) return null
  const more = ours.more === true
  const tokens = asTokens(ours.tokens)
  const bytes = line.length
  if (typeof ours.continues === 'string')
    return { kind: 'more', id: ours.continues, messages, tokens, more, bytes }
  const { messages: _messages, _steward, ...columns } = parsed
  const row = asRow({ ...columns, ...asObject(ours.columns) })
  const tables = Object.entries(asObject(ours.tables) ?? {}).map(([table, rows]) => ({
    table,
    rows: asRows(rows),
  }))
  const sides = tables.flatMap(({ table, rows }) => (rows === null ? [] : [{ table, rows }]))
  const prompts = asRows(ours.prompts)
  const children = asRow({ ...(Array.isArray(ours.children) ? ours.children : null) })
  if (row === null || typeof row.id !== 'string' || prompts === null || children === null) return null
  if (sides.length < tables.length) return null
  return {
    kind: 'session',
    id: row.id,
    row,
    sides,
    children: Object.values(children),
    prompts,
    parentMissing: ours.parentMissing === true,
    messages,
    tokens,
    more,
    bytes,
  }
}

function parseOrNull(line: string): Record<string, unknown> | null {
  try {
    return asObject(parseExact(line))
  } catch {
    // Not JSON. The caller reports the line.
    return null
  }
}

const asObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)
    ? { ...value }
    : null

/** What is not understood counts as not recorded. */
function asTokens(value: unknown): SavedTokens {
  const tokens: Record<string, TokenCounts | null> = {}
  for (const [id, counts] of Object.entries(asObject(value) ?? {})) {
    if (counts === null) tokens[id] = null
    if (Array.isArray(counts) && counts.every((count) => typeof count === 'bigint'))
      tokens[id] = counts.map(Number)
  }
  return tokens
}

function asRows(value: unknown): Row[] | null {
  if (!Array.isArray(value)) return null
  const rows = value.map(asRow).filter((row) => row !== null)
  return rows.length === value.length ? rows : null
}

/** Fingerprints of a session with its related rows, and of a message. The same from rows and from saved lines. */
export const digestHead = ({ row, sides }: Pick<SavedHead, 'row' | 'sides'>): string =>
  digest(
    [
      encodeRow(row),
      ...sides.map(({ table, rows }) => [table, ...rows.map(encodeRow).sort()].join('\n')),
    ].join('\n\n'),
  )

/** Without `display_order`, which the newest triggers of Hermes change while other messages are deleted. */
export function digestMessage({ display_order: _order, ...row }: Row): string {
  return digest(encodeRow(row))
}

const digest = (text: string): string => hash('sha256', text, 'base64')
