/** Times as Hermes stores them, into epoch milliseconds; what no Hermes can have written becomes null. */

/** Salvaged databases carry garbage times; 2000-01-01 to 2100-01-01 UTC is taken for real. */
export const SANE_SECONDS = { from: 946_684_800, to: 4_102_444_800 } as const

export function secondsToMs(seconds: unknown): number | null {
  if (typeof seconds !== 'number') return null
  return seconds >= SANE_SECONDS.from && seconds <= SANE_SECONDS.to ? Math.round(seconds * 1000) : null
}

/** ISO 8601, taken as local time where it names no zone (early Hermes wrote naive local times); or seconds. */
export function stampToMs(stamp: unknown): number | null {
  if (typeof stamp === 'number') return secondsToMs(stamp)
  if (typeof stamp !== 'string' || !/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(stamp)) return null
  const ms = Date.parse(stamp.replace(' ', 'T'))
  return Number.isNaN(ms) ? null : secondsToMs(ms / 1000)
}
