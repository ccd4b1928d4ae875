/**
 * Rows as JSON that loses nothing: an integer has no point, a real always has one (or an exponent), bytes and text
 * that is no valid UTF-8 stand as marked base64, infinities are marked. Every text is a plain JSON string.
 */

/** Text whose bytes are no valid UTF-8, kept as those bytes. */
export type RawText = { readonly rawText: Buffer }
export type SqlValue = null | bigint | number | string | Buffer | RawText
/** A row by column names, in the order of the table. */
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

/** The text as the marks say it was: integers are bigints, reals are numbers. Throws on what is no JSON. */
export const parseExact = (text: string): unknown => JSON.parse(text, revive)

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

/** Null where the parsed value is no row. */
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
