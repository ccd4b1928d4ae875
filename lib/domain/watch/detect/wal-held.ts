/**
 * A write-ahead log far over its limit that is not used again from its beginning: while rows arrive it only gets
 * longer, minute by minute, too slowly to be told as growth. Somebody reads for long and holds it. A log of any size
 * that stands still while rows arrive is being used again, and one nobody writes to says nothing.
 */
import { formatBytes, formatPlural } from '../../../shared/numbers.ts'
import { MINUTE_MS } from '../../../shared/time.ts'
import { positive, type Rule } from './reading.ts'
import { describeHolders } from './wal-growing.ts'

/** Times its limit; and how long on end rows lengthened it, in how many of those minutes at least. */
const HELD = { factor: 2, purge: 1.5, spanMs: 15 * MINUTE_MS, minutes: 5, windowMs: 30 * MINUTE_MS }

/** The end of one minute. */
type Point = { readonly atMs: number; readonly bytes: number; readonly row: string }

export function walHeld(): Rule {
  let last: Point | null = null
  /** Minutes in which rows came and made it longer, since it was last cut or used again. */
  let longer: number[] = []
  return ({ sample, limits, now }, report) => {
    const limit = positive(limits.walBytes)
    // What cannot be told at this look is said by the rule for growth, which looks at the same.
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
  // Rows that found room in it: it began anew.
  return next.bytes > before.bytes ? [...lately, next.atMs] : []
}
