/** Cron's share of the whole home by measure. Bar, text and table use the same numbers. */
import type { TableModel } from '@/components/charts/chart-data'
import { orUnknown } from '@/components/ui/or-unknown'
import { type CronLedger, LEDGER_MEASURES, type LedgerMeasure } from '@/lib/domain/cron/cron-ledger'
import { tokenWeight } from '@/lib/domain/tokens/token-sums'
import { describeTokens } from '@/lib/domain/tokens/words'
import { formatBytes, formatCount, formatShare, formatShort } from '@/lib/shared/numbers'
import { visibleText } from '@/lib/shared/visible-text'

export type ShareRow = {
  readonly measure: LedgerMeasure
  readonly label: string
  /** `1,275 of 3,049`, or `unknown`. */
  readonly amount: string
  /** Tokens are never one number. */
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

const LABELS: Readonly<Record<LedgerMeasure, string>> = {
  sessions: 'Sessions',
  messages: 'Messages',
  tokens: 'Tokens',
  files: 'Files',
  bytes: 'Bytes',
}

export function shareModel(ledger: CronLedger): ShareModel {
  const rows = LEDGER_MEASURES.map((measure) => rowOf(ledger, measure))
  return {
    title: titleOf(ledger),
    rows,
    table: {
      caption: 'What cron makes of everything in this home',
      head: ['Measure', 'Cron, of all', 'Share', 'Largest job', 'Its share of all'],
      rows: rows.map((row) => ({
        key: row.measure,
        cells: [row.label, row.amount, row.share, row.largest?.name ?? 'none', row.largest?.share ?? 'none'],
      })),
    },
  }
}

function titleOf({ share }: CronLedger): string {
  const known = LEDGER_MEASURES.flatMap((measure) => {
    const value = share[measure]
    return value === null ? [] : [{ measure, value }]
  })
  const [first, ...rest] = known
  if (first === undefined) return 'What cron makes of everything is unknown'
  const most = rest.reduce((a, b) => (b.value > a.value ? b : a), first)
  const least = rest.reduce((a, b) => (b.value < a.value ? b : a), first)
  const claim = `Cron holds ${formatShare(most.value)} of ${LABELS[most.measure].toLowerCase()}`
  return most.value === least.value
    ? claim
    : `${claim} and ${formatShare(least.value)} of ${LABELS[least.measure].toLowerCase()}`
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
    label: LABELS[measure],
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
