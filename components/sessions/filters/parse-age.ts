/**
 * Parses an age such as `7`, `12 h`, `30 d` or `8 weeks` into hours. Without a unit it means days. Null for
 * anything else.
 */
export function parseAge(text: string): number | null {
  const match = /^\s*(\d{1,6}(?:\.\d{1,4})?)\s*(h|d|w|hours?|days?|weeks?)?\s*$/i.exec(
    text.replaceAll(',', ''),
  )
  if (match === null) return null
  const [, digits = '', unit = 'd'] = match
  const hours = Number(digits) * (HOURS.get(unit[0]?.toLowerCase() ?? 'd') ?? 24)
  return Math.round(hours * 1e4) / 1e4
}

const HOURS: ReadonlyMap<string, number> = new Map([
  ['h', 1],
  ['d', 24],
  ['w', 168],
])

/** The way it is typed: whole days as days, anything else as hours. */
export const describeAge = (hours: number): string => (hours % 24 === 0 ? `${hours / 24} d` : `${hours} h`)
