/** Reads values from files that anyone may have edited: the expected type, or null. */

export type JsonObject = { readonly [key: string]: unknown }

export const asObject = (value: unknown): JsonObject | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null

export const asText = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null

/** Accepts numbers and quoted numbers. */
export function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Hermes writes booleans; older versions and editors also leave 0, 1 and words. */
export function asFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === 0) return value === 1
  if (typeof value !== 'string') return null
  const word = value.trim().toLowerCase()
  if (['true', 'yes', 'on', '1'].includes(word)) return true
  return ['false', 'no', 'off', '0'].includes(word) ? false : null
}
