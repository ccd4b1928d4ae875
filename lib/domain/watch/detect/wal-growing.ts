/** A WAL that keeps growing past its limit. A large one alone is not a problem. */
import { formatBytes, formatPlural } from '../../../shared/numbers.ts'
import { MINUTE_MS } from '../../../shared/time.ts'
import type { IncidentLevel } from '../incidents/incident.ts'
import type { LightSample } from '../light-sample.ts'
import { levelFrom, positive, type Rule } from './reading.ts'

const FACTORS = { critical: 4, held: 0.5 }
/**
 * Growth that counts: a twentieth of its size, at least what a few hundred messages need, and over several
 * minutes. One large transaction grows it once, which is harmless.
 */
const GROWN = {
  share: 0.05,
  leastBytes: 16_000_000,
  minutes: 3,
  windowMs: 10 * MINUTE_MS,
  heldMs: 30 * MINUTE_MS,
}

type Point = { readonly atMs: number; readonly bytes: number }

export function walGrowing(): Rule {
  let points: Point[] = []
  return ({ sample, limits, now }, report) => {
    const limit = positive(limits.walBytes)
    if (!sample.database.ok || sample.database.value.walBytes === null) {
      report.unknown('wal-growing')
      return
    }
    const bytes = positive(sample.database.value.walBytes)
    const last = points.at(-1)
    if (last === undefined || now.spanMs - last.atMs >= MINUTE_MS)
      points = [...points.filter(({ atMs }) => atMs > now.spanMs - GROWN.heldMs), { atMs: now.spanMs, bytes }]
    if (limit === 0) return
    const grownBytes = grown(points, bytes, now.spanMs, GROWN.windowMs)
    const counts = Math.max(GROWN.leastBytes, bytes * GROWN.share)
    const levelIf = (is: boolean, factor: number): IncidentLevel | null =>
      is ? levelFrom(bytes, limit * factor, limit * factor * FACTORS.critical) : null
    report.read({
      signal: 'wal/growing',
      subject: '',
      reached: levelIf(grownBytes >= counts && bytes > limit && isStillGrowing(points, limit), 1),
      held: levelIf(grown(points, bytes, now.spanMs, GROWN.heldMs) >= counts, FACTORS.held),
      value: bytes,
      unit: 'bytes',
      limit,
      words: () => ({
        title: 'The write-ahead log keeps growing',
        rule: `over ${formatBytes(limit)} and growing for 5 minutes`,
        evidence: `${formatBytes(bytes)}, ${formatBytes(grownBytes)} more than 10 minutes ago; ${describeHolders(sample)}`,
      }),
    })
  }
}

/** Compared with the minimum in the window, so that a reset does not hide growth. */
function grown(points: readonly Point[], bytes: number, nowMs: number, windowMs: number): number {
  let least = bytes
  for (const point of points) if (point.atMs > nowMs - windowMs) least = Math.min(least, point.bytes)
  return bytes - least
}

/** Whether it grew in several minutes while already over its limit. */
function isStillGrowing(points: readonly Point[], limit: number): boolean {
  const lately = points.slice(-GROWN.windowMs / MINUTE_MS - 1)
  const rises = lately.filter(({ bytes }, i) => {
    const before = lately[i - 1]
    return before !== undefined && before.bytes > limit && bytes > before.bytes
  })
  return rises.length >= GROWN.minutes
}

export const describeHolders = ({ holders }: LightSample): string =>
  holders === null
    ? 'who holds the database is unknown.'
    : `${formatPlural(holders.length, 'process holds', 'processes hold')} the database.`
