/** Adds up rows, files and outputs by the cron job that made them, and over the whole home beside it. */

import type { AssessedHome } from '../home/assessed-home.ts'
import { edgeBetween } from '../sessions/lineage.ts'
import type { Session } from '../sessions/session.ts'
import { isIncluded } from '../tokens/cost-split.ts'
import { cronJobOf } from './cron.ts'
import { runWindowStart } from './cron-runs.ts'

export type TokenSums = { input: number; output: number; cacheRead: number; cacheWrite: number }

type Work = {
  sessions: number
  messages: number
  tokens: TokenSums
  costUsd: number | null
  /** Runs a subscription covers. */
  included: number
}

export type CronTally = Work & {
  title: string | null
  open: number
  /** When each run started whose row was left open. */
  leaked: number[]
  firstMs: number | null
  lastMs: number | null
  runs7d: number
  tokens7d: TokenSums
  costUsd7d: number | null
  /** Null while messages are still being counted. */
  databaseBytes: number | null
  recentDatabaseBytes: number | null
  transcripts: { count: number; bytes: number }
  requestDumps: { count: number; bytes: number }
  recentFileBytes: number
  outputs: { count: number; bytes: number; oldestMs: number | null; newestMs: number | null }
  helpers: Work
}

export type CronTallies = {
  readonly jobs: ReadonlyMap<string, CronTally>
  readonly everything: LedgerTotals
}

/** Sums over all jobs, or over the whole home; null is unknown. */
export type LedgerTotals = {
  readonly sessions: number | null
  readonly messages: number | null
  readonly tokens: TokenSums | null
  readonly costUsd: number | null
  /** Transcripts, request dumps and outputs. */
  readonly files: number | null
  /** Messages inside the database, and the files. */
  readonly bytes: number | null
}

/** `ran` are jobs that the scheduler's ledger names; they may have left nothing else. */
export function tallyCron(home: AssessedHome, nowMs: number, ran: Iterable<string> = []): CronTallies {
  const jobs = new Map<string, CronTally>()
  const { snapshot } = home
  for (const { id } of snapshot.jobs.ok ? snapshot.jobs.value : []) tallyOf(jobs, id)
  for (const id of ran) tallyOf(jobs, id)
  const rows = tallySessions(home, jobs, nowMs)
  tallyFiles(home, jobs, rows.recent)
  for (const { jobId, files, bytes, oldestMs, newestMs } of snapshot.cronOutputs.ok
    ? snapshot.cronOutputs.value
    : []) {
    if (files > 0) tallyOf(jobs, jobId).outputs = { count: files, bytes, oldestMs, newestMs }
  }
  return { jobs, everything: everythingOf(home, rows) }
}

type AllRows = {
  readonly work: Work
  readonly databaseBytes: number | null
  /** Ids of the runs that started within the window. */
  readonly recent: ReadonlySet<string>
}

/** One pass, one question after each row's bytes: a large home has tens of thousands of rows. */
function tallySessions(home: AssessedHome, jobs: Map<string, CronTally>, nowMs: number): AllRows {
  const recent = new Set<string>()
  const work = emptyWork()
  const sinceMs = runWindowStart(nowMs)
  const sessions = home.sessions ?? []
  const jobOfHelper = helperJobs(sessions)
  let databaseBytes: number | null = home.sessions === null ? null : 0
  for (const session of sessions) {
    const bytes = home.messageBytes(session.id)
    addWork(work, session)
    databaseBytes = addKnown(databaseBytes, bytes)
    if (session.cronJobId === null) {
      const helped = session.parentId === null ? null : jobOfHelper(session)
      if (helped !== null) addWork(tallyOf(jobs, helped).helpers, session)
      continue
    }
    const tally = tallyOf(jobs, session.cronJobId)
    addRun(tally, session, bytes)
    if (session.startedMs < sinceMs) continue
    recent.add(session.id)
    tally.runs7d += 1
    addTokens(tally.tokens7d, session)
    tally.costUsd7d = addCost(tally.costUsd7d, session.costUsd)
    tally.recentDatabaseBytes = addKnown(tally.recentDatabaseBytes, bytes)
  }
  return { work, databaseBytes, recent }
}

function addRun(tally: CronTally, session: Session, bytes: number | null): void {
  addWork(tally, session)
  tally.title ??= session.title
  if (session.endedMs === null) tally.open += 1
  if (session.state === 'leaked') tally.leaked.push(session.startedMs)
  tally.firstMs = Math.min(tally.firstMs ?? session.startedMs, session.startedMs)
  tally.lastMs = Math.max(tally.lastMs ?? session.startedMs, session.startedMs)
  tally.databaseBytes = addKnown(tally.databaseBytes, bytes)
}

function tallyFiles(
  { files }: AssessedHome,
  jobs: Map<string, CronTally>,
  recent: ReadonlySet<string>,
): void {
  for (const { kind, sessionId, owner, bytes } of files ?? []) {
    if (sessionId === null || (kind !== 'transcript' && kind !== 'request-dump')) continue
    const job = cronJobOf(sessionId)
    if (job === null) continue
    const tally = tallyOf(jobs, job)
    const sum = kind === 'transcript' ? tally.transcripts : tally.requestDumps
    sum.count += 1
    sum.bytes += bytes
    if (recent.has(owner ?? sessionId)) tally.recentFileBytes += bytes
  }
}

/** The job whose run a session continues or helps; null for everybody else's. */
function helperJobs(sessions: readonly Session[]): (session: Session) => string | null {
  let byId: Map<string, Session> | null = null
  return (session) => {
    byId ??= new Map(sessions.map((each) => [each.id, each]))
    const seen = new Set<string>()
    let child = session
    for (;;) {
      const parent = child.parentId === null ? undefined : byId.get(child.parentId)
      if (parent === undefined || seen.has(parent.id)) return null
      const edge = edgeBetween(child, parent)
      if (edge !== 'compression' && edge !== 'delegate') return null
      if (parent.cronJobId !== null) return parent.cronJobId
      seen.add(parent.id)
      child = parent
    }
  }
}

function everythingOf(
  { sessions, files, snapshot }: AssessedHome,
  { work, databaseBytes }: AllRows,
): LedgerTotals {
  const rows = <T>(value: T): T | null => (sessions === null ? null : value)
  const outputs = snapshot.cronOutputs.ok ? snapshot.cronOutputs.value : null
  const ofFiles = { count: 0, bytes: 0 }
  for (const { kind, bytes } of files ?? []) {
    if (kind !== 'transcript' && kind !== 'request-dump') continue
    ofFiles.count += 1
    ofFiles.bytes += bytes
  }
  for (const { files: count, bytes } of outputs ?? []) {
    ofFiles.count += count
    ofFiles.bytes += bytes
  }
  const listed = files !== null && outputs !== null
  return {
    sessions: rows(work.sessions),
    messages: rows(work.messages),
    tokens: rows(work.tokens),
    costUsd: work.costUsd,
    files: listed ? ofFiles.count : null,
    bytes: databaseBytes === null || !listed ? null : databaseBytes + ofFiles.bytes,
  }
}

function addWork(work: Work, session: Session): void {
  work.sessions += 1
  work.messages += session.messages
  addTokens(work.tokens, session)
  work.costUsd = addCost(work.costUsd, session.costUsd)
  if (isIncluded(session)) work.included += 1
}

function addTokens(sums: TokenSums, session: Session): void {
  sums.input += session.inputTokens
  sums.output += session.outputTokens
  sums.cacheRead += session.cacheReadTokens
  sums.cacheWrite += session.cacheWriteTokens
}

/** A run without a price adds nothing to what is known; none with one is unknown. */
const addCost = (sum: number | null, cost: number | null): number | null =>
  cost === null ? sum : (sum ?? 0) + cost

const addKnown = (sum: number | null, value: number | null): number | null =>
  sum === null || value === null ? null : sum + value

function tallyOf(jobs: Map<string, CronTally>, id: string): CronTally {
  const present = jobs.get(id)
  if (present !== undefined) return present
  const made = emptyTally()
  jobs.set(id, made)
  return made
}

const noTokens = (): TokenSums => ({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 })
const emptyWork = (): Work => ({ sessions: 0, messages: 0, tokens: noTokens(), costUsd: null, included: 0 })
const emptyTally = (): CronTally => ({
  ...emptyWork(),
  title: null,
  open: 0,
  leaked: [],
  firstMs: null,
  lastMs: null,
  runs7d: 0,
  tokens7d: noTokens(),
  costUsd7d: null,
  databaseBytes: 0,
  recentDatabaseBytes: 0,
  transcripts: { count: 0, bytes: 0 },
  requestDumps: { count: 0, bytes: 0 },
  recentFileBytes: 0,
  outputs: { count: 0, bytes: 0, oldestMs: null, newestMs: null },
  helpers: emptyWork(),
})
