/**
 * Recovers from a kill, a crash or a power cut: batches being saved are undone, batches being removed are
 * finished or rolled back. Afterwards every item is untouched, restorable, or deleted by consent.
 */
import type { HomeRef } from '../../domain/home/home.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { isUnfinishedOutcome } from '../../execute/files/outcomes.ts'
import { skip } from '../../execute/rows/check-session.ts'
import {
  type Batch,
  batchesUnderWay,
  beginBatch,
  countResume,
  endBatch,
  forgetResumes,
  hasKind,
  readBatches,
} from '../../store/plans/journal.ts'
import {
  closeReceipt,
  readReceipt,
  runningReceipts,
  type StoredReceipt,
  setKeptBytes,
  setNote,
} from '../../store/plans/receipts.ts'
import { dropNeedlessRefs } from './drop-needless-refs.ts'
import { fingerprintBatch } from './fingerprint-batch.ts'
import { ITEM_HANDLERS } from './handlers/item-handlers.ts'
import { NOTHING_COLLECTED, projectsAfter } from './handlers/project-handler.ts'
import { settleSessions } from './handlers/session-handler.ts'
import { homeOfRecord, type OpenedRun, openRun, type RunTools } from './open-run.ts'
import { refuseOwner, refuseTrash } from './refuse-owner.ts'
import { restoreBatch } from './restore-batch.ts'
import { allOf, type ItemOutcomes } from './run.ts'
import { closeRun, finishAgain, hasUnfinished, isUnfinished, itemsOf, keptBytesOf } from './run-plan.ts'
import { dropSave, dropScratch, savedPath } from './saves.ts'
import { noteLeftovers, settleAllGitWrites } from './settle-git-writes.ts'
import { ignoreSystemErrors } from './system-errors.ts'

/** Runs of a home that is not open or not locked now are recovered once it is. `waiting`: queued receipts, which are not interrupted. */
export async function recoverRuns(tools: RunTools, waiting: ReadonlySet<string> = NONE): Promise<void> {
  await settleAllGitWrites(tools)
  const troubles: UnsettledRun[] = []
  for (const receipt of runningReceipts(tools.store)) {
    if (waiting.has(receipt.id)) continue
    const home = homeOfRecord(tools, receipt)
    const refusal = home === null ? NOT_OPEN : (tools.lockRefusal(home.path)?.message ?? null)
    if (home === null || refusal !== null) {
      sayWhy(tools, receipt, refusal ?? '')
      continue
    }
    try {
      await recoverRun(tools, home, receipt)
    } catch (error) {
      // A run that cannot be recovered must not block the others.
      troubles.push(new UnsettledRun(receipt, error))
      sayWhy(tools, receipt, error instanceof Error ? error.message : String(error))
    }
  }
  await dropNeedlessRefs(tools)
  noteLeftovers(tools)
  if (troubles.length > 0) throw new AggregateError(troubles, troubles.map(whole).join('\n'))
}

const NOT_OPEN = 'Its home is not open here now.'

/** On the receipt, which stays as running until then. */
function sayWhy({ store }: RunTools, { id, note }: StoredReceipt, why: string): void {
  const words = `Not finished yet. ${why}`
  if (words !== note) ignoreSystemErrors(() => setNote(store, id, words))
}

export class UnsettledRun extends Error {
  readonly receipt: StoredReceipt

  constructor(receipt: StoredReceipt, cause: unknown) {
    super(`receipt ${receipt.id} could not be settled`, { cause })
    this.receipt = receipt
  }
}

const whole = ({ message, cause }: UnsettledRun): string => `${message}: ${String(cause)}`

/** A home that belongs to another user by now waits for a Steward that runs as its owner. */
async function recoverRun(tools: RunTools, home: HomeRef, receipt: StoredReceipt): Promise<void> {
  const run = openRun(tools, home, receipt)
  const underWay = batchesUnderWay(tools.store).filter((batch) => batch.receiptId === receipt.id)
  const targets = underWay.flatMap(({ items }) => items.map(({ target }) => target))
  const refusal = refuseOwner(run.home.path, targets) ?? refuseTrash(run.home.path, false)
  if (refusal !== null) throw new Error(refusal.message)
  try {
    if (underWay.some(mayHaveWritten)) run.rollBack()
    for (const batch of underWay) await settle(tools, run, receipt, batch)
  } finally {
    run.closeWriter()
  }
  if (isUnfinished(tools, receipt.id)) return
  leaveTheRest(tools, receipt)
  const hasProjects = receipt.restores === null && hasKind(tools.store, receipt.id, 'project')
  await closeRun(tools, receipt, hasProjects ? await projectsAfter(run) : NOTHING_COLLECTED)
  rolledBackIfNothing(tools, receipt)
  const origin = receipt.restores === null ? null : readReceipt(tools.store, receipt.restores)
  if (origin !== null) setKeptBytes(tools.store, origin.id, await keptBytesOf(tools, origin))
}

const NONE: ReadonlySet<string> = new Set()

/** A batch that may have been killed inside a transaction. If its journal has to stay, each handler says why. */
const mayHaveWritten = ({ state, kind }: Batch): boolean => state === 'acting' && IN_DATABASE.has(kind)

const IN_DATABASE: ReadonlySet<Batch['kind']> = new Set<Batch['kind']>([
  'session',
  'leak',
  'route',
  'database',
])

async function settle(tools: RunTools, run: OpenedRun, receipt: StoredReceipt, batch: Batch): Promise<void> {
  const { batchNo, saved, state, items } = batch
  const keptOf = (outcomes: ItemOutcomes) =>
    receipt.restores === null ? fingerprintBatch(run, items, outcomes, saved) : undefined
  if (state === 'saving') {
    if (receipt.restores === null) ignoreSystemErrors(() => dropSave(run, batchNo))
    endBatch(tools.store, receipt.id, batchNo, allOf(items, WHILE_SAVING))
    return
  }
  if (countResume(tools.store, receipt.id, batchNo) > MOST_RESUMES && batch.kind === 'session') {
    const given = await giveUp(run, receipt, batch)
    if (hasUnfinished(given)) sayWhy(tools, receipt, notTriedAgain(run, receipt, saved))
    else endBatch(tools.store, receipt.id, batchNo, given, keptOf(given))
    return
  }
  run.refresh()
  const outcomes = await finishAgain(items, () => finish(tools, run, receipt, batch))
  const unfinished = [...outcomes.values()].find(isUnfinishedOutcome)
  if (unfinished !== undefined && unfinished.kind !== 'done') {
    forgetResumes(tools.store, receipt.id, batchNo)
    sayWhy(tools, receipt, unfinished.message)
    return
  }
  endBatch(
    tools.store,
    receipt.id,
    batchNo,
    new Map([...allOf(items, CUT_SHORT), ...outcomes]),
    keptOf(outcomes),
  )
  ignoreSystemErrors(() => dropScratch(run, saved))
}

const WHILE_SAVING = skip('stopped', 'Steward stopped while saving it. It was left as it is.')

/** A batch that crashed the executor this often would do so each time, and block every later run. */
const MOST_RESUMES = 2

/** Writes no rows: missing sessions were removed by the run, complete ones were not. */
async function giveUp(
  run: OpenedRun,
  { restores }: StoredReceipt,
  { items, saved }: Batch,
): Promise<ItemOutcomes> {
  if (restores !== null) return allOf(items, RESTORE_GIVEN_UP)
  const sessions = items.flatMap(({ target, ...item }) =>
    target.kind === 'session' ? [{ ...item, target }] : [],
  )
  return settleSessions(run, sessions, saved, REMOVAL_GIVEN_UP)
}

function notTriedAgain(run: OpenedRun, { restores }: StoredReceipt, saved: string | null): string {
  const copy =
    saved === null || restores !== null
      ? ''
      : ` Messages that are gone are kept in ${savedPath(run, run, saved)}.`
  return `Steward stopped each time it tried, so it does not try again.${copy}`
}

const REMOVAL_GIVEN_UP: Outcome = {
  kind: 'failed',
  code: 'gave-up',
  message:
    'Steward crashed each time it tried to remove it. It was left as it is. Use hermes sessions delete.',
}

const RESTORE_GIVEN_UP: Outcome = {
  kind: 'failed',
  code: 'gave-up',
  message: 'Steward crashed each time it tried to restore it. Its saved copy is kept.',
}

const CUT_SHORT = skip('stopped', 'The run was cut short before its turn came. It was left as it is.')

function finish(
  tools: RunTools,
  run: OpenedRun,
  receipt: StoredReceipt,
  { batchNo, kind, saved, items }: Batch,
): Promise<ItemOutcomes> {
  if (receipt.restores === null) return ITEM_HANDLERS[kind].resume(run, { batchNo, items }, saved)
  const origin = readReceipt(tools.store, receipt.restores)
  if (origin === null) return Promise.resolve(new Map())
  const batch = readBatches(tools.store, origin.id).find((each) => each.batchNo === batchNo)
  if (batch === undefined) return Promise.resolve(new Map())
  return restoreBatch(tools, run, { origin, batch, items, isResumed: true })
}

/** Items whose batch had not begun: recorded as untouched, so that the receipt lists all of them. */
function leaveTheRest(tools: RunTools, receipt: StoredReceipt): void {
  const batches = readBatches(tools.store, receipt.id)
  const begun = new Set(batches.flatMap(({ items }) => items.map(({ id }) => id)))
  const rest = itemsOf(tools, receipt).filter(({ id }) => !begun.has(id))
  if (rest.length === 0) return
  const batchNo = Math.max(0, ...batches.map((batch) => batch.batchNo)) + 1
  beginBatch(tools.store, receipt.id, batchNo, rest[0]?.kind ?? 'file', rest)
  endBatch(tools.store, receipt.id, batchNo, allOf(rest, CUT_SHORT))
}

function rolledBackIfNothing(tools: RunTools, { id }: StoredReceipt): void {
  const receipt = readReceipt(tools.store, id)
  if (receipt === null || receipt.done > 0) return
  const { endedAtMs, freedBytes, keptBytes, note } = receipt
  closeReceipt(tools.store, id, {
    state: 'rolled-back',
    endedAtMs: endedAtMs ?? tools.now(),
    freedBytes,
    keptBytes,
    note,
  })
}
