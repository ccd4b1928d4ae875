/**
 * A WAL far over its limit that is never reused: with every row it gets a little longer, too slowly for
 * `wal-growing`, because a long read holds it. A WAL that keeps its size while rows arrive is being reused,
 * and one without writes proves nothing.
 */
import { formatBytes, formatPlural } from '../../../shared/numbers.ts'
import { MINUTE_MS } from '../../../shared/time.ts'
import { positive, type Rule } from './reading.ts'
import { describeHolders } from './wal-growing.ts'

/** Multiples of the limit, and how long and in how many minutes it must have grown. */
const HELD = { factor: 2, purge: 1.5, spanMs: 15 * MINUTE_MS, minutes: 5, windowMs: 30 * MINUTE_MS }

/** The end of one minute. */
type Point = { readonly atMs: number; readonly bytes: number; readonly row: string }

export function walHeld(): Rule {
  let last: Point | null = null
  /** Minutes in which rows made it longer, since it was last truncated or reused. */
  let longer: number[] = []
  return ({ sample, limits, now }, report) => {
    const limit = positive(limits.walBytes)
    // `wal-growing` reports the kind as unknown.
    if (!sample.database.ok || sample.database.value.walBytes === null || limit === 0) return
    const { identity, lastMessageId, walBytes } = sample.database.value
    const bytes = positive(walBytes)
    if (last === null || bytes < last.bytes || now.spanMs - last.atMs >= MINUTE_MS) {
      const next = { atMs: now.spanMs, bytes, row: `${identity}\n${lastMessageId}` }
      longer = lengthened(longer, last, next)
      last = next
    }
    const spanMs = longer.length === 0 ? 0 : now.spanMs - (longer[0] ?? 0)
    const isHeld = longer.length >= HELD.minutes && spanMs >= HELD.spanMs
    report.read({
      signal: 'wal/held',
      subject: '',
      reached: isHeld && bytes > limit * HELD.factor ? 'warn' : null,
      held: longer.length > 0 && bytes > limit * HELD.purge ? 'warn' : null,
      value: bytes,
      unit: 'bytes',
      limit,
      words: () => ({
        title: 'The write-ahead log is held and not used again',
        rule: `over ${formatBytes(limit * HELD.factor)} and only longer with every row for 15 minutes`,
        evidence: `${formatBytes(bytes)}; its size is not a fault by itself, but rows made it longer in ${formatPlural(longer.length, 'minute')} on end: somebody reads for long; ${describeHolders(sample)}`,
      }),
    })
  }
}

function lengthened(longer: readonly number[], before: Point | null, next: Point): number[] {
  if (before === null || next.bytes < before.bytes) return []
  const lately = longer.filter((atMs) => atMs > next.atMs - HELD.windowMs)
  if (next.row === before.row) return lately
  // Rows without growth: it is being reused.
  return next.bytes > before.bytes ? [...lately, next.atMs] : []
}
