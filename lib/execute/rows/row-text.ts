/**
 * Lossless JSON for rows. Integers have no decimal point, reals always have one (or an exponent). Blobs,
 * invalid UTF-8 and infinities are tagged objects. Any other text is a plain string.
 */
import { SEARCHED_COLUMNS, type SearchedTexts } from '../../domain/database/trigrams.ts'
import { parseBoundedJson } from '../../shared/bounded-json.ts'

/** Text that is not valid UTF-8, as bytes. */
export type RawText = { readonly rawText: Buffer }
export type SqlValue = null | bigint | number | string | Buffer | RawText
/** Values by column, in the order of the table. */
export type Row = Readonly<Record<string, SqlValue>>

export const isRawText = (value: SqlValue): value is RawText =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value)

export function encodeRow(row: Row): string {
  return `{${Object.entries(row)
    .map(([name, value]) => `${JSON.stringify(name)}:${encodeValue(value)}`)
    .join(',')}}`
}

export function encodeValue(value: SqlValue): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value === null) return 'null'
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number') return encodeReal(value)
  if (Buffer.isBuffer(value)) return `{"$blob":"${value.toString('base64')}"}`
  return `{"$text":"${value.rawText.toString('base64')}"}`
}

function encodeReal(value: number): string {
  if (Object.is(value, -0)) return '-0.0'
  if (!Number.isFinite(value)) return `{"$real":"${value}"}`
  const text = String(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}

/** Integers become bigints, reals numbers. Throws if the text is not JSON, or has more values than any saved line. */
export const parseExact = (text: string): unknown => parseBoundedJson(text, { revive })

function revive(_key: string, value: unknown, ...[context]: { source?: string }[]): unknown {
  if (typeof value === 'number') {
    const source = context?.source ?? ''
    return /^-?\d+$/.test(source) ? BigInt(source) : value
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  if ('$blob' in value && typeof value.$blob === 'string') return Buffer.from(value.$blob, 'base64')
  if ('$text' in value && typeof value.$text === 'string') {
    return { rawText: Buffer.from(value.$text, 'base64') }
  }
  return '$real' in value ? Number(value.$real) : value
}

/** Null if the parsed value is not a row. */
export function asRow(value: unknown): Row | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || Buffer.isBuffer(value))
    return null
  const entries = Object.entries(value)
  return entries.every(([, each]) => isSqlValue(each)) ? Object.fromEntries(entries) : null
}

const isSqlValue = (value: unknown): value is SqlValue =>
  value === null ||
  ['string', 'bigint', 'number'].includes(typeof value) ||
  Buffer.isBuffer(value) ||
  (typeof value === 'object' && 'rawText' in value && Buffer.isBuffer(value.rawText))

/** As SQLite counts them for text and blobs. */
export const bytesOfRow = (row: Row): number =>
  Object.values(row).reduce<number>((sum, value) => sum + bytesOfValue(value), 0)

function bytesOfValue(value: SqlValue): number {
  if (typeof value === 'string') return Buffer.byteLength(value)
  if (Buffer.isBuffer(value)) return value.length
  return isRawText(value) ? value.rawText.length : 8
}

/** Only a message with a NUL may be counted differently by another SQLite. */
export const hasNul = (row: Row): boolean =>
  SEARCHED_COLUMNS.some((name) => {
    const value = row[name] ?? null
    if (typeof value === 'string') return value.includes('\0')
    return Buffer.isBuffer(value) ? value.includes(0) : isRawText(value) && value.rawText.includes(0)
  })

export const searchedTexts = (row: Row): SearchedTexts => ({
  content: toBytes(row.content ?? null),
  tool_name: toBytes(row.tool_name ?? null),
  tool_calls: toBytes(row.tool_calls ?? null),
})

function toBytes(value: SqlValue): Uint8Array | null {
  if (value === null) return null
  if (Buffer.isBuffer(value)) return value
  return isRawText(value) ? value.rawText : Buffer.from(String(value))
}
