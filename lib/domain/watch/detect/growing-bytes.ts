/** Files that grow without bounds: incomplete git packs of the checkpoint store, and logs. */
import { formatBytes } from '../../../shared/numbers.ts'
import { HOUR_MS } from '../../../shared/time.ts'
import { freshValue } from './fresh-value.ts'
import { createHeavySeries } from './heavy-series.ts'
import { levelFrom, type Rule } from './reading.ts'

const GB = 1_000_000_000
/**
 * A pack in progress disappears again. More than 1 GB, half of it new within the hour, does not. A real home
 * gained 15 GB in 90 minutes.
 */
const PACKS = { bytes: GB, warn: 0.5 * GB, critical: 5 * GB, heldBytes: 0.5 * GB, heldMs: 2 * HOUR_MS }
/** Hermes keeps four files of 5 MB for each log. Real homes gained 700 MB to 3 GB an hour. */
const LOGS = { warn: 0.25 * GB, critical: 2 * GB, heldWarn: 0.1 * GB, heldCritical: GB }

export function temporaryPacks(): Rule {
  const series = createHeavySeries(PACKS.heldMs)
  return ({ sample, now }, report) => {
    const heavy = freshValue(sample, 'temporaryPackBytes')
    if (heavy === null) {
      report.unknown('temporary-packs-growing')
      return
    }
    series.note(heavy.seenMs, heavy.value, now)
    const { value } = heavy
    const lately = series.rise(now.spanMs - HOUR_MS, now.spanMs)
    const isWhole = now.spanMs - (series.firstMs() ?? now.spanMs) >= HOUR_MS
    const stillGrows = series.rise(now.spanMs - PACKS.heldMs, now.spanMs) > 0
    const held = value < PACKS.heldBytes ? null : levelFrom(lately, 0, PACKS.warn)
    report.read({
      signal: 'packs/growing',
      subject: '',
      reached: value < PACKS.bytes ? null : levelFrom(lately, PACKS.warn, PACKS.critical),
      held: isWhole ? (stillGrows ? held : null) : value < PACKS.heldBytes ? null : 'critical',
      value,
      unit: 'bytes',
      limit: PACKS.bytes,
      words: () => ({
        title: 'Half-written git packs pile up',
        rule: 'over 1 GB of temporary packs, 500 MB of it new within an hour',
        evidence: `${formatBytes(value)} in the checkpoint store, ${formatBytes(lately)} of it new within the hour.`,
      }),
    })
  }
}

export function logsGrowing(): Rule {
  const series = createHeavySeries(HOUR_MS)
  return ({ sample, now }, report) => {
    const heavy = freshValue(sample, 'logBytes')
    if (heavy === null) {
      report.unknown('logs-growing')
      return
    }
    series.note(heavy.seenMs, heavy.value, now)
    const lately = series.rise(now.spanMs - HOUR_MS, now.spanMs)
    const isWhole = now.spanMs - (series.firstMs() ?? now.spanMs) >= HOUR_MS / 2
    report.read({
      signal: 'logs/growing',
      subject: '',
      reached: levelFrom(lately, LOGS.warn, LOGS.critical),
      held: isWhole ? levelFrom(lately, LOGS.heldWarn, LOGS.heldCritical) : 'critical',
      value: lately,
      unit: 'bytes',
      limit: LOGS.warn,
      words: () => ({
        title: 'Logs grow without bounds',
        rule: 'over 250 MB more log within an hour',
        evidence: `${formatBytes(lately)} more within the hour, ${formatBytes(heavy.value)} in all.`,
      }),
    })
  }
}
