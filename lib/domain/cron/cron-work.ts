/** Sums per cron job and for the whole home that only the cron page shows. */
import type { AssessedHome } from '../home/assessed-home.ts'
import { edgeBetween } from '../sessions/lineage.ts'
import type { Session } from '../sessions/session.ts'
import { isIncluded } from '../tokens/cost-split.ts'
import { NO_TOKENS, type TokenSums } from '../tokens/token-sums.ts'
import { cronJobOf } from './cron.ts'
import { runWindowStart } from './cron-runs.ts'

type Work = {
  sessions: number
  messages: number
  tokens: { -readonly [kind in keyof TokenSums]: number }
  costUsd: number | null
  /** Runs a subscription covers. */
  included: number
}

export type CronWork = Work & {
  open: number
  /** When each run started whose row was left open. */
  leaked: number[]
  firstMs: number | null
  lastMs: number | null
  costUsd7d: number | null
  /** Null while messages are still being counted. */
  databaseBytes: number | null
  recentDatabaseBytes: number | null
  requestDumps: { count: number; bytes: number }
  recentFileBytes: number
  outputs: { count: number; bytes: number; oldestMs: number | null; newestMs: number | null }
  helpers: Work
}

/** Sums over all jobs or over the whole home. Null is unknown. */
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

type CronWorks = { readonly of: (id: string) => CronWork; readonly everything: LedgerTotals }

export function sumCronWork(home: AssessedHome, nowMs: number): CronWorks {
  const jobs = new Map<string, CronWork>()
  const { cronOutputs } = home.snapshot
  const rows = addSessions(home, jobs, nowMs)
  addFiles(home, jobs, rows.recent)
  for (const { jobId, files, bytes, oldestMs, newestMs } of cronOutputs.ok ? cronOutputs.value : []) {
    if (files > 0) workOf(jobs, jobId).outputs = { count: files, bytes, oldestMs, newestMs }
  }
  return { of: (id) => workOf(jobs, id), everything: everythingOf(home, rows) }
}

type AllRows = {
  readonly work: Work
  readonly databaseBytes: number | null
  /** Ids of the runs that started within the window. */
  readonly recent: ReadonlySet<string>
}

/** One pass that looks up each row's bytes once: a large home has tens of thousands of rows. */
function addSessions(home: AssessedHome, jobs: Map<string, CronWork>, nowMs: number): AllRows {
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
      if (helped !== null) addWork(workOf(jobs, helped).helpers, session)
      continue
    }
    const own = workOf(jobs, session.cronJobId)
    addRun(own, session, bytes)
    if (session.startedMs < sinceMs) continue
    recent.add(session.id)
    own.costUsd7d = addCost(own.costUsd7d, session.costUsd)
    own.recentDatabaseBytes = addKnown(own.recentDatabaseBytes, bytes)
  }
  return { work, databaseBytes, recent }
}

function addRun(own: CronWork, session: Session, bytes: number | null): void {
  addWork(own, session)
  if (session.endedMs === null) own.open += 1
  if (session.state === 'leaked') own.leaked.push(session.startedMs)
  own.firstMs = Math.min(own.firstMs ?? session.startedMs, session.startedMs)
  own.lastMs = Math.max(own.lastMs ?? session.startedMs, session.startedMs)
  own.databaseBytes = addKnown(own.databaseBytes, bytes)
}

function addFiles({ files }: AssessedHome, jobs: Map<string, CronWork>, recent: ReadonlySet<string>): void {
  for (const { kind, sessionId, owner, bytes } of files ?? []) {
    if (sessionId === null || (kind !== 'transcript' && kind !== 'request-dump')) continue
    const job = cronJobOf(sessionId)
    if (job === null) continue
    const own = workOf(jobs, job)
    if (kind === 'request-dump') {
      own.requestDumps.count += 1
      own.requestDumps.bytes += bytes
    }
    if (recent.has(owner ?? sessionId)) own.recentFileBytes += bytes
  }
}

/** The job whose run a session continues or helps. Null for every other session. */
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
  work.tokens.input += session.inputTokens
  work.tokens.output += session.outputTokens
  work.tokens.cacheRead += session.cacheReadTokens
  work.tokens.cacheWrite += session.cacheWriteTokens
  work.costUsd = addCost(work.costUsd, session.costUsd)
  if (isIncluded(session)) work.included += 1
}

/** Runs without a price add nothing to the known cost. If no run has a price, the cost is unknown. */
const addCost = (sum: number | null, cost: number | null): number | null =>
  cost === null ? sum : (sum ?? 0) + cost

const addKnown = (sum: number | null, value: number | null): number | null =>
  sum === null || value === null ? null : sum + value

function workOf(jobs: Map<string, CronWork>, id: string): CronWork {
  const present = jobs.get(id)
  if (present !== undefined) return present
  const made = emptyCronWork()
  jobs.set(id, made)
  return made
}

const emptyWork = (): Work => ({
  sessions: 0,
  messages: 0,
  tokens: { ...NO_TOKENS },
  costUsd: null,
  included: 0,
})
const emptyCronWork = (): CronWork => ({
  ...emptyWork(),
  open: 0,
  leaked: [],
  firstMs: null,
  lastMs: null,
  costUsd7d: null,
  databaseBytes: 0,
  recentDatabaseBytes: 0,
  requestDumps: { count: 0, bytes: 0 },
  recentFileBytes: 0,
  outputs: { count: 0, bytes: 0, oldestMs: null, newestMs: null },
  helpers: emptyWork(),
})
