/** Durations in milliseconds and formatting of ages. Pure; `Date` only formats what it is given. */
import { formatCount } from './numbers.ts'

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Whether this much time has passed. True if the clock was set back, because then the age is unknown. */
export const hasPassed = (ms: number, sinceMs: number, nowMs: number): boolean =>
  nowMs - sinceMs >= ms || nowMs < sinceMs

/** `3 d`, `5 h`, `12 min`, `40 s`: one unit, rounded down. */
export function formatAge(ageMs: number): string {
  const ms = Math.max(0, ageMs)
  if (ms >= 1_000 * DAY_MS) return `${formatCount(Math.floor(ms / DAY_MS))} d`
  // Grouping is slow and only needed for thousands.
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} d`
  if (ms >= 2 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h`
  if (ms >= MINUTE_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  return `${Math.floor(ms / SECOND_MS)} s`
}

/** ISO 8601 in UTC, or null for a time outside of the calendar. */
export function toIso(ms: number | null): string | null {
  if (ms === null || !Number.isFinite(ms) || Math.abs(ms) > 8.64e15) return null
  return new Date(ms).toISOString()
}

/** The UTC calendar day, `2026-11-15`. */
export const toUtcDay = (ms: number): string => (toIso(ms) ?? 'unknown').slice(0, 10)

/** The start of that day; null if there is no such day. */
export function fromUtcDay(day: string): number | null {
  const ms = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN
  return Number.isNaN(ms) || toUtcDay(ms) !== day ? null : ms
}
