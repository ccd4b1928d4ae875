/** The ledger as formatted texts: one row per job, one cell per column, each with a second line. */

import { orUnknown } from '@/components/ui/or-unknown'
import type { LedgerJob } from '@/lib/domain/cron/cron-ledger'
import type { LedgerSort } from '@/lib/domain/cron/cron-order'
import type { LedgerTotals } from '@/lib/domain/cron/cron-work'
import { formatRunsPerDay } from '@/lib/domain/cron/words'
import { formatBytes, formatCount, formatPlural, formatShare, formatShort } from '@/lib/shared/numbers'
import { formatAge } from '@/lib/shared/time'
import { formatUsd } from '@/lib/shared/usd'
import { visibleText } from '@/lib/shared/visible-text'
import { failureStreak, JOB_DELETED } from './words'

type Cell = { readonly main: string; readonly under: string }
export type FigureSort = Exclude<LedgerSort, 'name'>

export type LedgerRow = {
  readonly id: string
  readonly name: string
  readonly marks: readonly { readonly text: string; readonly warns: boolean }[]
  readonly schedule: string
  readonly cells: Readonly<Record<FigureSort, Cell>>
  /** The last failure and its source. */
  readonly errors: readonly { readonly of: string; readonly text: string }[]
}

/** In display order. */
export const LEDGER_COLUMNS: readonly {
  readonly sort: FigureSort
  readonly label: string
  readonly long: string
}[] = [
  { sort: 'nextRunAt', label: 'Next run', long: 'Next run' },
  { sort: 'runsPerDay', label: 'Runs/day', long: 'Runs a day' },
  { sort: 'sessions', label: 'Sessions', long: 'Sessions' },
  { sort: 'messages', label: 'Messages', long: 'Messages' },
  { sort: 'input', label: 'Fresh in', long: 'Tokens, fresh input' },
  { sort: 'output', label: 'Output', long: 'Tokens, output' },
  { sort: 'cacheWrite', label: 'Cache wr.', long: 'Tokens, cache write' },
  { sort: 'cacheRead', label: 'Cache rd.', long: 'Tokens, cache read' },
  { sort: 'costUsd', label: 'Cost', long: 'Cost' },
  { sort: 'databaseBytes', label: 'Database', long: 'Bytes in the database' },
  { sort: 'fileBytes', label: 'Files', long: 'Bytes in files' },
  { sort: 'bytes', label: 'Together', long: 'Bytes together' },
  { sort: 'outputs', label: 'Outputs', long: 'Outputs kept' },
  { sort: 'failures', label: 'Failures', long: 'Failures' },
]

export function ledgerRow(job: LedgerJob, seenMs: number): LedgerRow {
  const { tokens, files, outputs, failures, helpers } = job
  const kind = (key: 'input' | 'output' | 'cacheRead' | 'cacheWrite') =>
    cell(orUnknown(tokens, (sums) => formatShort(sums[key])))
  return {
    id: job.id,
    name: visibleText(job.name),
    marks: marksOf(job),
    schedule: job.exists === false ? JOB_DELETED : visibleText(job.schedule ?? 'schedule unknown'),
    cells: {
      nextRunAt: cell(nextWords(job, seenMs), lastWords(job, seenMs)),
      runsPerDay: cell(orUnknown(job.runsPerDay, formatRunsPerDay), runsWords(job)),
      sessions: cell(
        orUnknown(job.sessions, formatCount),
        helpers !== null && helpers.sessions > 0
          ? `+${formatPlural(helpers.sessions, 'helper')}`
          : orEmpty(job.share.sessions, formatShare),
      ),
      messages: cell(orUnknown(job.messages, formatCount), orEmpty(job.share.messages, formatShare)),
      input: kind('input'),
      output: kind('output'),
      cacheWrite: kind('cacheWrite'),
      cacheRead: kind('cacheRead'),
      costUsd: costCell(job),
      databaseBytes: cell(orUnknown(job.databaseBytes, formatBytes)),
      fileBytes: cell(
        orUnknown(files, ({ bytes }) => formatBytes(bytes)),
        orEmpty(files, ({ count }) => formatPlural(count, 'file')),
      ),
      bytes: cell(
        orUnknown(job.bytes, formatBytes),
        orEmpty(job.bytesPerMonth, (bytes) => (bytes === 0 ? '' : `+${formatBytes(bytes)}/mo`)),
      ),
      outputs: cell(
        orUnknown(outputs, ({ count }) => formatCount(count)),
        orEmpty(outputs, ({ count, bytes }) => (count === 0 ? '' : formatBytes(bytes))),
      ),
      failures: cell(
        orUnknown(failures, ({ count }) => formatCount(count)),
        orEmpty(failures, ({ last7d }) => (last7d === 0 ? '' : `${formatCount(last7d)} in 7 d`)),
      ),
    },
    errors: errorsOf(job),
  }
}

/** Usage covered by a subscription has no separate price, which is not the same as free. */
function costCell({ costUsd, included }: LedgerJob): Cell {
  if (included === null || included === 0) return cell(orUnknown(costUsd, formatUsd))
  if (costUsd === null || costUsd === 0) return cell('included')
  return cell(formatUsd(costUsd), `+${formatCount(included)} included`)
}

/** The totals under the rows. Columns without a total stay empty. */
export function totalCells(totals: LedgerTotals): Readonly<Partial<Record<FigureSort, string>>> {
  return {
    sessions: orUnknown(totals.sessions, formatCount),
    messages: orUnknown(totals.messages, formatCount),
    input: orUnknown(totals.tokens, ({ input }) => formatShort(input)),
    output: orUnknown(totals.tokens, ({ output }) => formatShort(output)),
    cacheWrite: orUnknown(totals.tokens, ({ cacheWrite }) => formatShort(cacheWrite)),
    cacheRead: orUnknown(totals.tokens, ({ cacheRead }) => formatShort(cacheRead)),
    costUsd: orUnknown(totals.costUsd, formatUsd),
    bytes: orUnknown(totals.bytes, formatBytes),
  }
}

/** The scheduler drops its note after the next successful run. Its ledger keeps the failure. */
function errorsOf({ failures, trouble }: LedgerJob): LedgerRow['errors'] {
  const noted = trouble?.error ?? null
  const booked = failures?.lastError ?? null
  const delivery = trouble?.deliveryError ?? null
  return [
    ...(noted === null ? [] : [{ of: 'Last run', text: visibleText(noted) }]),
    ...(booked === null || booked === noted ? [] : [{ of: 'Last failed run', text: visibleText(booked) }]),
    ...(delivery === null ? [] : [{ of: 'Last delivery', text: visibleText(delivery) }]),
  ]
}

/** Counting by rows is the default and needs no label. */
const runsWords = ({ runsPerDay, runsFrom }: LedgerJob): string =>
  runsPerDay === null || runsPerDay === 0 || runsFrom === null || runsFrom === 'sessions'
    ? ''
    : runsFrom === 'executions'
      ? 'by the ledger'
      : 'by outputs'

function marksOf({ exists, enabled, lastStatus, trouble }: LedgerJob): LedgerRow['marks'] {
  if (exists === false) return [{ text: 'deleted', warns: false }]
  const paused = enabled === false ? [{ text: 'paused', warns: false }] : []
  const failed =
    lastStatus !== null && !['ok', 'success', 'completed'].includes(lastStatus)
      ? [{ text: `last run: ${visibleText(lastStatus)}`, warns: true }]
      : []
  const streak = trouble?.streak ?? 0
  const again = streak > 1 ? [{ text: failureStreak(streak), warns: true }] : []
  return [...paused, ...failed, ...again]
}

function nextWords({ exists, enabled, nextRunAt }: LedgerJob, seenMs: number): string {
  if (exists === false || enabled === false) return 'never'
  if (nextRunAt === null) return 'unknown'
  const inMs = Date.parse(nextRunAt) - seenMs
  return inMs >= 0 ? `in ${formatAge(inMs)}` : `due ${formatAge(-inMs)} ago`
}

const lastWords = ({ lastRunAt }: LedgerJob, seenMs: number): string =>
  lastRunAt === null ? 'never ran' : `ran ${formatAge(seenMs - Date.parse(lastRunAt))} ago`

const cell = (main: string, under = ''): Cell => ({ main, under })

const orEmpty = <T>(value: T | null, word: (value: T) => string): string =>
  value === null ? '' : word(value)
