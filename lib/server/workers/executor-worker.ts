/**
 * The executor's thread, the only one that changes a home. It first recovers what an earlier process left
 * unfinished, then runs approved plans one after the other. Its writes to our own database are synced to
 * disk.
 */
import { workerData } from 'node:worker_threads'
import { discoverHomes } from '../../collect/home/discover-homes.ts'
import type { AuditActor } from '../../domain/access/actor.ts'
import { ACCESS_REFUSALS } from '../../domain/access/words.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import { fillDiskReserve, releaseDiskReserve } from '../../platform/disk-reserve.ts'
import { type LogFields, log } from '../../platform/log.ts'
import { OngoingFailures } from '../../platform/ongoing-failures.ts'
import { pushToClient, reportIdle, serveRequests } from '../../platform/worker-server.ts'
import { approvePlan } from '../../service/run/approve-plan.ts'
import { emptyTrash } from '../../service/run/empty-trash.ts'
import { expireInTime } from '../../service/run/expire-kept.ts'
import { findReceipts } from '../../service/run/find-receipts.ts'
import { keepRecords } from '../../service/run/keep-records.ts'
import { homeOfRecord, type RunTools } from '../../service/run/open-run.ts'
import { planRestore } from '../../service/run/plan-restore.ts'
import { purge } from '../../service/run/purge.ts'
import { recoverRuns, UnsettledRun } from '../../service/run/recover-runs.ts'
import { runReceipt } from '../../service/run/run-plan.ts'
import { tidyStore } from '../../service/run/tidy-store.ts'
import { failed } from '../../shared/result.ts'
import { DAY_MS } from '../../shared/time.ts'
import { type AuditEvent, recordAudit } from '../../store/access/audit.ts'
import { describeStoreError } from '../../store/describe-store-error.ts'
import { makeExecutorLock } from '../../store/executor-lock.ts'
import { openStore } from '../../store/open-store.ts'
import {
  isStopRequested,
  readReceipt,
  requestStop,
  runningReceipts,
  type StoredReceipt,
} from '../../store/plans/receipts.ts'
import type { ExecutorData, Order, OrderKind, Orders } from './executor-protocol.ts'
import { lockRefusal } from './lock-refusal.ts'

const settings: ExecutorData = workerData
const opened = openStore(settings.dataDir, { durable: true })
const storeTrouble = opened.ok ? '' : opened.fault.detail
const tools = opened.ok ? makeTools(opened.value) : null
/** Held only while there is work, so that another Steward can take it when this one is idle. */
const lock = makeExecutorLock(settings.dataDir)
const STEWARD: AuditActor = { name: 'steward', role: 'operator', address: 'this machine' }

/** Failures of runs by receipt, failures of maintenance by name. */
const failures = new OngoingFailures(settings.reported, pushToClient)

/** Approved but not started, so there is nothing to recover. */
const waiting = new Set<string>()

/** One after the other, because two runs in one home would invalidate each other's checks. */
let queue: Promise<void> = Promise.resolve()
const later = (work: () => Promise<void>, onError: (error: unknown) => void) => {
  const last = queue.then(work).catch(onError)
  queue = last
  last.then(() => {
    if (queue !== last) return
    lock.release()
    reportIdle()
  })
}

const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => later(() => work().then(resolve), reject))

function makeTools(store: RunTools['store']): RunTools {
  return {
    store,
    dataDir: settings.dataDir,
    now: Date.now,
    homeOf,
    // The main thread holds the locks, because this thread ends when idle.
    lockRefusal: (homePath) => lockRefusal(settings.locks, homePath),
    keptMs: { trash: daysMs(settings.trashDays), archive: daysMs(settings.archiveDays) },
  }
}

// Hoisted, because the tools above are created when the thread starts.
function daysMs(days: number | null): number | null {
  return days === null ? null : days * DAY_MS
}

function homeOf(homeId: string): HomeRef | null {
  return homes().find(({ id }) => id === homeId) ?? null
}

function homes(): readonly HomeRef[] {
  return discoverHomes({
    hermesHome: settings.hermesHome,
    extraHomes: settings.extraHomes,
    demoPath: settings.demoHome,
  })
}

type Handlers = {
  readonly [Kind in OrderKind]: (
    input: Orders[Kind]['input'],
    by: AuditActor,
    tools: RunTools,
  ) => Orders[Kind]['answer'] | Promise<Orders[Kind]['answer']>
}

const HANDLERS: Handlers = {
  approve: (approval, by, at) => {
    releaseDiskReserve(settings.dataDir)
    const approved = approvePlan(at, approval, by.name)
    if (!approved.ok) return approved
    const { receiptId } = approved.value
    record('plan-approved', by, `receipt ${receiptId} of plan ${approval.planId}`)
    waiting.add(receiptId)
    later(
      () => run(at, receiptId).finally(() => waiting.delete(receiptId)),
      (error) => reportFailed({ id: receiptId }, error),
    )
    return approved
  },
  stop: ({ receiptId }, by, { store }) => {
    const isStopped = requestStop(store, receiptId)
    if (isStopped) record('cleanup-stopped', by, `receipt ${receiptId}`)
    return isStopped
  },
  'plan-restore': async ({ receiptId }, by, at) => {
    const planned = await planRestore(at, receiptId, by.name)
    if (planned.ok) record('plan-made', by, `plan ${planned.value.planId} to restore receipt ${receiptId}`)
    return planned
  },
  purge: async (input, by, at) => {
    if (waiting.size > 0) return failed(UNDER_WAY)
    const answer = await inTurn(() => purge(at, input))
    if (answer.ok) recordPurge(by, input.receiptId, answer.value.freedBytes)
    return answer
  },
  'empty-trash': async (input, by, at) => {
    if (waiting.size > 0) return failed(UNDER_WAY)
    return inTurn(() => emptyTrash(at, input, (id, freedBytes) => recordPurge(by, id, freedBytes)))
  },
}

const UNDER_WAY = {
  code: 'run-under-way',
  message: 'A run is under way. Ask again when it has ended.',
} as const

const recordPurge = (by: AuditActor, receiptId: string, freedBytes: number): void =>
  record('kept-purged', by, `receipt ${receiptId}: ${freedBytes} bytes`)

async function run(at: RunTools, receiptId: string): Promise<void> {
  const receipt = readReceipt(at.store, receiptId)
  const home = receipt === null ? null : homeOfRecord(at, receipt)
  if (receipt === null || home === null) return
  const { disposition, total } = receipt
  log.info('run started', { ...fieldsOf(receipt), disposition, items: total })
  try {
    await runReceipt(at, home, receiptId)
  } catch (error) {
    reportFailed(receipt, error)
    waiting.delete(receiptId)
    await recoverRuns(at, waiting).catch(reportUnsettled)
  }
  recordEnd(at, receiptId)
  fillReserve()
}

/** A temporary folder may be in memory. */
function fillReserve(): void {
  if (settings.temporaryFor == null) fillDiskReserve(settings.dataDir)
}

/** A run that cannot finish yet, for example on a full disk, has no end to record. */
function recordEnd({ store }: RunTools, receiptId: string): void {
  const receipt = readReceipt(store, receiptId)
  if (receipt === null) return
  if (receipt.state === 'running') {
    failures.begin(receiptId, () => log.warn('run not finished, retrying', fieldsOf(receipt)))
    return
  }
  failures.end(receiptId)
  const { done, skipped, failed: failedItems, state, freedBytes } = receipt
  log.info(isStopRequested(store, receiptId) ? 'run stopped' : 'run finished', {
    ...fieldsOf(receipt),
    state,
    done,
    skipped,
    failed: failedItems,
    freedBytes,
  })
  record(
    'run-ended',
    STEWARD,
    `receipt ${receiptId}: ${done} done, ${skipped} skipped, ${failedItems} failed`,
  )
}

/** Runs left unfinished by an earlier process or a full disk. */
async function recover(at: RunTools): Promise<void> {
  const left = runningReceipts(at.store).filter(({ id }) => !waiting.has(id))
  await recoverRuns(at, waiting).catch(reportUnsettled)
  for (const { id } of left) recordEnd(at, id)
}

function record(event: AuditEvent, { name, role, address }: AuditActor, detail: string): void {
  try {
    if (tools !== null)
      recordAudit(tools.store, { atMs: Date.now(), event, actor: name, role, address, detail })
  } catch (error) {
    log.error('audit entry not written', { event }, error)
  }
}

async function answer<Kind extends OrderKind>({
  kind,
  input,
  by,
}: Order<Kind>): Promise<Orders[Kind]['answer']> {
  if (settings.readOnly) return refuse('read-only', ACCESS_REFUSALS.readOnly)
  if (tools === null)
    return refuse(
      'unavailable',
      `Steward cannot write its own records: ${storeTrouble}. Nothing was changed.`,
    )
  try {
    if (CHANGES_HOMES.has(kind) && !lock.take()) return refuse('unavailable', ANOTHER)
    return await HANDLERS[kind](input, by, tools)
  } catch (error) {
    reportRefused(kind, input, error)
    const why = describeStoreError(error, settings.dataDir)
    return refuse('unavailable', `Steward could not write its own records: ${why}. Nothing was changed.`)
  }
}

/** The others only write notes, which several processes may do at once. */
const CHANGES_HOMES: ReadonlySet<OrderKind> = new Set<OrderKind>(['approve', 'purge', 'empty-trash'])
const ANOTHER =
  'Another Steward works with this data folder at the moment, and only one may change homes from it. Ask there, or stop it; nothing was changed.'

/** A refused stop counts as nothing to stop. */
const refuse = <Kind extends OrderKind>(
  code: 'unavailable' | 'read-only',
  message: string,
): Orders[Kind]['answer'] => failed({ code, message })

type RunOf = Pick<StoredReceipt, 'id'> & Partial<Pick<StoredReceipt, 'homeId' | 'kind'>>

const fieldsOf = ({ id, homeId, kind }: RunOf): LogFields => ({ receipt: id, home: homeId, kind })

function reportFailed(run: RunOf, error: unknown): void {
  failures.begin(run.id, () => log.error('run failed', fieldsOf(run), error))
}

function reportUnsettled(error: unknown): void {
  if (!(error instanceof AggregateError)) throw error
  for (const each of error.errors) if (each instanceof UnsettledRun) reportFailed(each.receipt, each.cause)
}

function reportTidying(error: unknown): void {
  failures.begin('tidying', () => log.error('tidying failed', {}, error))
}

function reportRefused(kind: OrderKind, input: Orders[OrderKind]['input'], error: unknown): void {
  const about =
    'planId' in input
      ? { plan: input.planId }
      : 'home' in input
        ? { home: input.home }
        : { receipt: input.receiptId }
  log.error(NOT_DONE[kind], about, error)
}

const NOT_DONE: Readonly<Record<OrderKind, string>> = {
  approve: 'plan not approved',
  stop: 'stop not requested',
  'plan-restore': 'restore not planned',
  purge: 'receipt not purged',
  'empty-trash': 'trash not emptied',
}

serveRequests<Order>({
  handle: answer,
  // Runs after the approved run, if there is one.
  afterReply: tidyLater,
  onDismiss: () => {
    if (opened.ok) opened.value.close()
  },
})

/** Anything that could not finish, for example on a full disk, is retried each time. */
async function tidy(): Promise<void> {
  if (tools === null || settings.readOnly) return
  // A run that seems interrupted may be running in another process.
  if (!lock.take()) return
  let isTidy = true
  await recover(tools).catch((error) => {
    isTidy = false
    reportTidying(error)
  })
  for (const { id, disposition } of await expireInTime(tools))
    record('kept-expired', STEWARD, `${disposition} of receipt ${id}`)
  const found = await findReceipts(tools, homes())
  if (found.length > 0)
    record('records-found', STEWARD, `receipts found on disk: ${found.map(({ id }) => id).join(', ')}`)
  keepRecords(tools)
  tidyStore(tools)
  if (isTidy) failures.end('tidying')
}

function tidyLater(): void {
  later(tidy, reportTidying)
}

if (!settings.readOnly && opened.ok) fillReserve()
tidyLater()
