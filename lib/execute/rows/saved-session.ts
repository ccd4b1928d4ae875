/**
 * One saved session as one line of JSON: its columns, `messages`, and under `_steward` what Hermes' own export does not
 * carry. A very long session goes on in further lines that name it, so that no line outgrows memory. The format is
 * documented in docs/archive-format.md.
 */
import { hash } from 'node:crypto'
import { asRow, encodeRow, encodeValue, parseExact, type Row, type SqlValue } from './row-text.ts'
import type { SideRows } from './session-reader.ts'

export type SavedSession = {
  readonly kind: 'session'
  readonly id: string
  readonly row: Row
  readonly sides: readonly SideRows[]
  readonly children: readonly SqlValue[]
  /** Prompts first named by this session among those saved together. */
  readonly prompts: readonly Row[]
  /** Its parent was already missing when it was saved. */
  readonly parentMissing: boolean
  readonly messages: readonly Row[]
  /** More messages follow in the next line. */
  readonly more: boolean
}

type SavedMore = {
  readonly kind: 'more'
  readonly id: string
  readonly messages: readonly Row[]
  readonly more: boolean
}

export type SavedLine = SavedSession | SavedMore
export type SavedHead = Omit<SavedSession, 'kind' | 'messages' | 'more'>

/** Names of our own that a column may not take; a column called so is kept apart. */
const OURS = ['messages', '_steward']

/** With its line break. `messages` are rows already encoded. */
export function encodeSession(head: SavedHead, messages: readonly string[], more: boolean): string {
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
    ...(more ? ['"more":true'] : []),
  ]
  const own = encodeRow(plain).slice(0, -1)
  return `${own},"messages":[${messages.join(',')}],"_steward":{${parts.join(',')}}}\n`
}

export const encodeMore = (id: string, messages: readonly string[], more: boolean): string =>
  `{"messages":[${messages.join(',')}],"_steward":{"format":1,"continues":${JSON.stringify(id)}${more ? ',"more":true' : ''}}}\n`

const encodeRows = (rows: readonly Row[]): string => `[${rows.map(encodeRow).join(',')}]`

/** Null for a line that is none of ours. */
export function decodeLine(line: string): SavedLine | null {
  const parsed = parseOrNull(line)
  const ours = asObject(parsed?._steward)
  const messages = asRows(parsed?.messages)
  if (parsed === null || ours === null || messages === null || ours.format !== 1n) return null
  const more = ours.more === true
  if (typeof ours.continues === 'string') return { kind: 'more', id: ours.continues, messages, more }
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
    more,
  }
}

function parseOrNull(line: string): Record<string, unknown> | null {
  try {
    return asObject(parseExact(line))
  } catch {
    // A line that is no JSON is no line of ours, which the caller reports by its number.
    return null
  }
}

const asObject = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)
    ? { ...value }
    : null

function asRows(value: unknown): Row[] | null {
  if (!Array.isArray(value)) return null
  const rows = value.map(asRow).filter((row) => row !== null)
  return rows.length === value.length ? rows : null
}

/** Fingerprints, the same from rows and from saved lines: of a session's row with what hangs on it, and of a message. */
export const digestHead = ({ row, sides }: Pick<SavedHead, 'row' | 'sides'>): string =>
  digest(
    [
      encodeRow(row),
      ...sides.map(({ table, rows }) => [table, ...rows.map(encodeRow).sort()].join('\n')),
    ].join('\n\n'),
  )

/** Without the order of showing: the newest triggers of Hermes move it along while other messages go. */
export function digestMessage({ display_order: _order, ...row }: Row): string {
  return digest(encodeRow(row))
}

const digest = (text: string): string => hash('sha256', text, 'base64')
