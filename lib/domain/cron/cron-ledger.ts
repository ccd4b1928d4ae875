/**
 * Builds the cron ledger: usage, cost and files of each job, including deleted jobs. It is the JSON of
 * `GET /api/v1/homes/{home}/cron`. Null is unknown.
 */
import { toIso } from '../../shared/time.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import { partNotices } from '../home/notices.ts'
import type { Notice } from '../overview/overview.ts'
import { addTokens, NO_TOKENS, type TokenSums, tokenWeight } from '../tokens/token-sums.ts'
import type { CronExecutions, JobTrouble } from './cron.ts'
import { RUN_WINDOW_DAYS, type RunSource, runsPerDay, runWindowStart } from './cron-runs.ts'
import { type CronJobTally, type FileSum, tallyCronJobs } from './cron-tally.ts'
import { type CronWork, type LedgerTotals, sumCronWork } from './cron-work.ts'

export type CronLedger = {
  readonly seenAt: string
  /** Largest first. Null while neither rows nor files are known. */
  readonly jobs: readonly LedgerJob[] | null
  /** The sums over all jobs, and what each share is a share of. */
  readonly totals: LedgerTotals | null
  readonly everything: LedgerTotals | null
  /** The first as a share of the second. Null if either is unknown or the total is zero. */
  readonly share: LedgerShare
  /** Rates and the columns of the last days cover this many days. */
  readonly windowDays: number
  /** The scheduler's ledger if this home has one, otherwise runs whose row was never closed. */
  readonly failuresFrom: 'executions' | 'open-rows' | null
  readonly executionsSince: string | null
  /** Outputs Hermes keeps of each job; null is no limit. */
  readonly outputsKept: number | null
  /** Hermes trims a job's outputs only when it runs, so those of a deleted job stay. Null if unknown. */
  readonly deletedOutputs: FileSum | null
  readonly notices: readonly Notice[]
}

export const LEDGER_MEASURES = ['sessions', 'messages', 'tokens', 'files', 'bytes'] as const
export type LedgerMeasure = (typeof LEDGER_MEASURES)[number]
type LedgerShare = Readonly<Record<LedgerMeasure, number | null>>

export type LedgerJob = {
  readonly id: string
  readonly name: string
  /** False: sessions or files name it, jobs.json does not. Null: jobs.json cannot be read. */
  readonly exists: boolean | null
  readonly enabled: boolean | null
  readonly schedule: string | null
  /** The next scheduled run as noted by the scheduler. Null if it noted none. */
  readonly nextRunAt: string | null
  readonly firstRunAt: string | null
  readonly lastRunAt: string | null
  readonly lastStatus: string | null
  /** By jobs.json. */
  readonly trouble: JobTrouble | null
  readonly sessions: number | null
  readonly open: number | null
  readonly leaked: number | null
  readonly runsPerDay: number | null
  /** What the runs were counted by. */
  readonly runsFrom: RunSource | null
  readonly messages: number | null
  readonly tokens: TokenSums | null
  readonly costUsd: number | null
  /** Sessions that a subscription covers. */
  readonly included: number | null
  readonly tokens7d: TokenSums | null
  readonly costUsd7d: number | null
  /**
   * Continuations and subagents of its runs. Hermes gives them separate ids, so the sums above exclude them.
   */
  readonly helpers: {
    readonly sessions: number
    readonly messages: number
    readonly tokens: TokenSums
    readonly costUsd: number | null
    readonly included: number
  } | null
  readonly databaseBytes: number | null
  readonly transcripts: FileSum | null
  readonly requestDumps: FileSum | null
  readonly outputs: (FileSum & { readonly oldestAt: string | null; readonly newestAt: string | null }) | null
  /** Transcripts, request dumps and outputs together. */
  readonly files: FileSum | null
  /** In the database and in files. Null while either is unknown. */
  readonly bytes: number | null
  readonly failures: {
    readonly count: number
    readonly last7d: number
    readonly lastAt: string | null
    readonly lastError: string | null
  } | null
  /** Of everything in this home, not of cron alone. */
  readonly share: LedgerShare
  /** At the rate of the last seven days. Outputs at their limit replace each other and add nothing. */
  readonly bytesPerMonth: number | null
}

export function cronLedger(home: AssessedHome, nowMs: number): CronLedger {
  const { sessions, files, snapshot } = home
  const { jobs: jobsPart, executions, cronOutputs, config } = snapshot
  const known = sessions !== null || files !== null || cronOutputs.ok
  const runs = executions.ok ? executions.value : null
  const work = sumCronWork(home, nowMs)
  const context: Context = {
    home,
    runs,
    failuresKnown: executions.ok && (runs !== null || sessions !== null),
    everything: work.everything,
    outputsKept: config.ok ? config.value.cronOutputRetention : null,
    nowMs,
  }
  const jobs = tallyCronJobs(home, nowMs)
    .map((tally) => ledgerJob(tally, work.of(tally.id), context))
    .sort(bySize)
  const totals = totalsOf(jobs)
  return {
    seenAt: toIso(snapshot.seenAtMs) ?? '',
    jobs: known ? jobs : null,
    totals: known ? totals : null,
    everything: known ? work.everything : null,
    share: sharesOf(totals, work.everything),
    windowDays: RUN_WINDOW_DAYS,
    failuresFrom: context.failuresKnown ? (runs === null ? 'open-rows' : 'executions') : null,
    executionsSince: toIso(runs?.sinceMs ?? null),
    outputsKept: context.outputsKept,
    deletedOutputs: jobsPart.ok
      ? addFiles(jobs.filter(({ exists }) => exists === false).map(({ outputs }) => outputs))
      : null,
    notices: partNotices([snapshot.rows, jobsPart, snapshot.sessionFiles, cronOutputs, config, executions]),
  }
}

type Context = {
  readonly home: AssessedHome
  readonly runs: CronExecutions | null
  readonly failuresKnown: boolean
  readonly everything: LedgerTotals
  readonly outputsKept: number | null
  readonly nowMs: number
}

function ledgerJob(tally: CronJobTally, work: CronWork, context: Context): LedgerJob {
  const { sessions, files: listing, snapshot } = context.home
  const { id, job, transcripts, runs } = tally
  const rows = <T>(value: T): T | null => (sessions === null ? null : value)
  const listed = <T>(value: T): T | null => (listing === null ? null : value)
  const outputs = snapshot.cronOutputs.ok
    ? {
        count: work.outputs.count,
        bytes: work.outputs.bytes,
        oldestAt: toIso(work.outputs.oldestMs),
        newestAt: toIso(work.outputs.newestMs),
      }
    : null
  const databaseBytes = rows(work.databaseBytes)
  const requestDumps = listed(work.requestDumps)
  const files = addFiles([transcripts, requestDumps, outputs])
  const sums = {
    sessions: tally.sessions,
    messages: rows(work.messages),
    tokens: rows(work.tokens),
    files: files?.count ?? null,
    bytes: sumKnown([databaseBytes, files?.bytes]),
  }
  return {
    id,
    name: tally.name,
    exists: tally.exists,
    enabled: job?.enabled ?? null,
    schedule: job?.schedule ?? null,
    nextRunAt: toIso(job?.enabled ? job.nextRunMs : null),
    firstRunAt: toIso(work.firstMs),
    lastRunAt: toIso(job?.lastRunMs ?? work.lastMs),
    lastStatus: job?.lastStatus ?? null,
    trouble: job?.trouble ?? null,
    sessions: sums.sessions,
    open: rows(work.open),
    leaked: rows(work.leaked.length),
    runsPerDay: runsPerDay(runs),
    runsFrom: runs?.from ?? null,
    messages: sums.messages,
    tokens: sums.tokens,
    costUsd: work.costUsd,
    included: rows(work.included),
    tokens7d: tally.tokens7d,
    costUsd7d: work.costUsd7d,
    helpers: rows(work.helpers),
    databaseBytes,
    transcripts,
    requestDumps,
    outputs,
    files,
    bytes: sums.bytes,
    failures: failuresOf(id, work, context),
    share: sharesOf(sums, context.everything),
    bytesPerMonth: sums.bytes === null ? null : bytesPerMonth(work, runs?.runs ?? 0, context.outputsKept),
  }
}

function failuresOf(
  id: string,
  work: CronWork,
  { runs, failuresKnown, nowMs }: Context,
): LedgerJob['failures'] {
  if (!failuresKnown) return null
  const ran = runs?.jobs.get(id)
  const times = runs === null ? work.leaked : [...(ran?.failed ?? []), ...(ran?.lost ?? [])]
  const dated = times.filter((atMs) => atMs !== null)
  const sinceMs = runWindowStart(nowMs)
  return {
    count: times.length,
    last7d: dated.filter((atMs) => atMs >= sinceMs).length,
    lastAt: toIso(dated.length === 0 ? null : dated.reduce((newest, atMs) => Math.max(newest, atMs))),
    lastError: ran?.lastError ?? null,
  }
}

function bytesPerMonth(work: CronWork, runs: number, outputsKept: number | null): number | null {
  if (work.recentDatabaseBytes === null) return null
  const { count, bytes } = work.outputs
  const full = outputsKept !== null && count >= outputsKept
  const outputBytes = full || count === 0 ? 0 : (bytes / count) * runs
  const inWindow = work.recentDatabaseBytes + work.recentFileBytes + outputBytes
  return Math.round((inWindow * MONTH_DAYS) / RUN_WINDOW_DAYS)
}

const totalsOf = (jobs: readonly LedgerJob[]): LedgerTotals => ({
  sessions: sumKnown(jobs.map(({ sessions }) => sessions)),
  messages: sumKnown(jobs.map(({ messages }) => messages)),
  tokens: jobs.reduce<TokenSums | null>(
    (sum, { tokens }) => (sum === null || tokens === null ? null : addTokens(sum, tokens)),
    NO_TOKENS,
  ),
  costUsd: jobs.reduce<number | null>(
    (sum, { costUsd }) => (costUsd === null ? sum : (sum ?? 0) + costUsd),
    null,
  ),
  files: sumKnown(jobs.map(({ files }) => files?.count)),
  bytes: sumKnown(jobs.map(({ bytes }) => bytes)),
})

type Measured = Pick<LedgerTotals, LedgerMeasure>

const sharesOf = (part: Measured, whole: Measured): LedgerShare => ({
  sessions: shareOf(part.sessions, whole.sessions),
  messages: shareOf(part.messages, whole.messages),
  tokens: shareOf(weightOf(part.tokens), weightOf(whole.tokens)),
  files: shareOf(part.files, whole.files),
  bytes: shareOf(part.bytes, whole.bytes),
})

const weightOf = (tokens: TokenSums | null): number | null => (tokens === null ? null : tokenWeight(tokens))

function addFiles(sums: readonly (FileSum | null)[]): FileSum | null {
  const count = sumKnown(sums.map((sum) => sum?.count))
  const bytes = sumKnown(sums.map((sum) => sum?.bytes))
  return count === null || bytes === null ? null : { count, bytes }
}

const MONTH_DAYS = 30

/** One unknown makes the sum unknown. */
function sumKnown(values: readonly (number | null | undefined)[]): number | null {
  let sum = 0
  for (const value of values) {
    if (value === null || value === undefined) return null
    sum += value
  }
  return sum
}

const shareOf = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : part / whole

const bySize = (a: LedgerJob, b: LedgerJob): number =>
  (b.bytes ?? 0) - (a.bytes ?? 0) || (b.sessions ?? 0) - (a.sessions ?? 0) || (a.id < b.id ? -1 : 1)
