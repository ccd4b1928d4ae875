/** Converts Hermes' times to epoch milliseconds. Implausible values become null. */

/** Salvaged databases contain garbage. 2000-01-01 to 2100-01-01 UTC is plausible. */
export const SANE_SECONDS = { from: 946_684_800, to: 4_102_444_800 } as const

export function secondsToMs(seconds: unknown): number | null {
  if (typeof seconds !== 'number') return null
  return seconds >= SANE_SECONDS.from && seconds <= SANE_SECONDS.to ? Math.round(seconds * 1000) : null
}

/** ISO 8601, in local time if no zone is given (as early Hermes wrote it), or seconds. */
export function stampToMs(stamp: unknown): number | null {
  if (typeof stamp === 'number') return secondsToMs(stamp)
  if (typeof stamp !== 'string' || !/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(stamp)) return null
  const ms = Date.parse(stamp.replace(' ', 'T'))
  return Number.isNaN(ms) ? null : secondsToMs(ms / 1000)
}
