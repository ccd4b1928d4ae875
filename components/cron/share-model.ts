/** Cron's share of the whole home by measure. Bar, text and table use the same numbers. */

import type { TableModel } from '@/components/charts/chart-data'
import { orUnknown } from '@/components/ui/or-unknown'
import { type CronLedger, LEDGER_MEASURES, type LedgerMeasure } from '@/lib/domain/cron/cron-ledger'
import { tokenWeight } from '@/lib/domain/tokens/token-sums'
import { describeTokens } from '@/lib/domain/tokens/words'
import { formatBytes, formatCount, formatShare, formatShort } from '@/lib/shared/numbers'
import { visibleText } from '@/lib/shared/visible-text'
import { cronShareTitle, MEASURE_LABELS, SHARE_CAPTION, SHARE_OF_ALL } from './words'

export type ShareRow = {
  readonly measure: LedgerMeasure
  readonly label: string
  /** `1,275 of 3,049`, or `unknown`. */
  readonly amount: string
  /** Tokens by kind. Null for other measures, or if unknown. */
  readonly split: string | null
  readonly share: string
  readonly largest: { readonly name: string; readonly share: string } | null
  /** Parts of the whole, from 0 to 1: the largest job, all other jobs. */
  readonly parts: { readonly largest: number; readonly others: number } | null
}

export type ShareModel = {
  readonly title: string
  readonly rows: readonly ShareRow[]
  readonly table: TableModel
}

export function shareModel(ledger: CronLedger): ShareModel {
  const rows = LEDGER_MEASURES.map((measure) => rowOf(ledger, measure))
  return {
    title: cronShareTitle(ledger),
    rows,
    table: {
      caption: SHARE_CAPTION,
      head: ['Measure', 'Cron, of all', 'Share', 'Largest job', SHARE_OF_ALL],
      rows: rows.map((row) => ({
        key: row.measure,
        cells: [row.label, row.amount, row.share, row.largest?.name ?? 'none', row.largest?.share ?? 'none'],
      })),
    },
  }
}

function rowOf({ jobs, totals, everything, share }: CronLedger, measure: LedgerMeasure): ShareRow {
  const all = share[measure]
  const first = (jobs ?? []).reduce<{ name: string; own: number } | null>((best, job) => {
    const own = job.share[measure] ?? 0
    return own > (best?.own ?? 0) ? { name: visibleText(job.name), own } : best
  }, null)
  const tokens = totals?.tokens ?? null
  return {
    measure,
    label: MEASURE_LABELS[measure],
    amount: `${amountOf(totals, measure)} of ${amountOf(everything, measure)}`,
    split: measure === 'tokens' && tokens !== null ? describeTokens(tokens) : null,
    share: orUnknown(all, formatShare),
    largest: first === null ? null : { name: first.name, share: formatShare(first.own) },
    parts: all === null ? null : { largest: first?.own ?? 0, others: Math.max(0, all - (first?.own ?? 0)) },
  }
}

function amountOf(sums: CronLedger['totals'], measure: LedgerMeasure): string {
  if (measure === 'tokens') return orUnknown(sums?.tokens, (tokens) => formatShort(tokenWeight(tokens)))
  return orUnknown(sums?.[measure], measure === 'bytes' ? formatBytes : formatCount)
}
