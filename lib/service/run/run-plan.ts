/** Runs an approved plan batch by batch: a cleanup, or the restore of a receipt. */
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { HomeRef } from '../../domain/home/home.ts'
import type { Refusal } from '../../domain/home/refusals.ts'
import { batchItems } from '../../domain/plan/batch-items.ts'
import type { KeptItem } from '../../domain/plan/kept.ts'
import type { PlanItem, RunItem } from '../../domain/plan/plan.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { removeUnpacked } from '../../execute/bundle/unpack-bundle.ts'
import { measureTrashedHistory } from '../../execute/checkpoints/measure-trashed-history.ts'
import { isUnfinishedOutcome, unfinished } from '../../execute/files/outcomes.ts'
import { type MovedFolder, measureTrash } from '../../execute/files/purge-trash.ts'
import { skip } from '../../execute/rows/check-session.ts'
import { isMissing } from '../../platform/error-code.ts'
import type { Store } from '../../store/open-store.ts'
import {
  batchesUnderWay,
  beginBatch,
  endBatch,
  hasKind,
  markActing,
  readBatches,
} from '../../store/plans/journal.ts'
import { readRunItems } from '../../store/plans/plan-items.ts'
import { readExcepted } from '../../store/plans/plans.ts'
import {
  type Closing,
  closeReceipt,
  readReceipt,
  type StoredReceipt,
  setKeptBytes,
  setRefsLeft,
} from '../../store/plans/receipts.ts'
import { fingerprintBatch } from './fingerprint-batch.ts'
import { ITEM_HANDLERS } from './handlers/item-handlers.ts'
import { type Collected, NOTHING_COLLECTED, projectsAfter } from './handlers/project-handler.ts'
import { keepLastRecord } from './keep-records.ts'
import { keepUsage, settleUsage } from './keep-usage.ts'
import { archivesIn, isHomeOf, type OpenedRun, openRun, type RunTools } from './open-run.ts'
import { refuseOwner, refuseTrash } from './refuse-owner.ts'
import { restoreBatch } from './restore-batch.ts'
import { allOf, type Begin, type ItemOutcomes, refusedBy } from './run.ts'
import { dropSave, dropScratch } from './saves.ts'
import { ignoreSystemErrors, isSystemError, untouchedAfter } from './system-errors.ts'

export async function runReceipt(tools: RunTools, home: HomeRef, receiptId: string): Promise<void> {
  const receipt = readReceipt(tools.store, receiptId)
  if (receipt === null || receipt.state !== 'running' || !isHomeOf(home, receipt)) return
  const items = itemsOf(tools, receipt)
  const run = openRun(tools, home, receipt)
  let collected = NOTHING_COLLECTED
  try {
    if (receipt.restores === null) {
      keepUsage(tools, run.home, items)
      collected = await cleanUp(tools, run, items)
    } else await restoreItems(tools, run, receipt.restores, items)
  } finally {
    run.closeWriter()
  }
  if (!isUnfinished(tools, receipt.id)) await closeRun(tools, receipt, collected)
}

/** Whether a batch could neither be finished nor undone, for example on a full disk. It is retried later. */
export const isUnfinished = ({ store }: RunTools, receiptId: string): boolean =>
  batchesUnderWay(store).some((batch) => batch.receiptId === receiptId)

export const itemsOf = ({ store }: RunTools, { planId }: Pick<StoredReceipt, 'planId'>) =>
  readRunItems(store, planId, readExcepted(store, planId) ?? [])

/** Bytes the checkpoint store freed at the end, in addition to each item's. */
async function cleanUp(
  tools: RunTools,
  run: OpenedRun,
  toRemove: readonly (PlanItem & RunItem)[],
): Promise<Collected> {
  for (const [at, items] of batchItems(toRemove).entries()) {
    const batchNo = at + 1
    const handler = ITEM_HANDLERS[items[0]?.kind ?? 'file']
    const isEnded = await onRecord(tools, run, batchNo, items, {
      work: (begin) => handler.remove(run, { batchNo, items }, begin),
      again: (saved) => handler.resume(run, { batchNo, items }, saved),
      undo: () => dropSave(run, batchNo),
      fingerprint: (outcomes, saved) => fingerprintBatch(run, items, outcomes, saved),
    })
    if (!isEnded) return NOTHING_COLLECTED
  }
  const hasProjects = toRemove.some(({ kind }) => kind === 'project')
  return hasProjects && run.lockRefusal() === null ? projectsAfter(run) : NOTHING_COLLECTED
}

async function restoreItems(
  tools: RunTools,
  run: OpenedRun,
  receiptId: string,
  toRestore: readonly RunItem[],
): Promise<void> {
  const origin = readReceipt(tools.store, receiptId)
  if (origin === null) return
  const chosen = new Map(toRestore.map((item) => [item.id, item]))
  // In reverse order of removal, so that a parent finds its children restored and links them again.
  for (const batch of readBatches(tools.store, receiptId).reverse()) {
    const items = batch.items.flatMap(({ id }) => chosen.get(id) ?? [])
    if (items.length === 0) continue
    const restore = (isResumed: boolean) => restoreBatch(tools, run, { origin, batch, items, isResumed })
    const isEnded = await onRecord(tools, run, batch.batchNo, items, {
      work: (begin) => {
        begin(batch.saved)
        return restore(false)
      },
      again: () => restore(true),
      undo: () => undefined,
      fingerprint: () => new Map(),
    })
    if (!isEnded) return
  }
  setKeptBytes(tools.store, receiptId, await keptBytesOf(tools, origin))
}

type BatchSteps = {
  readonly work: (begin: Begin) => Promise<ItemOutcomes>
  /** Finishes the work of `work` after the system refused a call in the middle. */
  readonly again: (saved: string | null) => Promise<ItemOutcomes>
  /** Removes the save of a batch of which nothing was removed. */
  readonly undo: () => void
  /** What is in the trash of its items now. */
  readonly fingerprint: (outcomes: ItemOutcomes, saved: string | null) => ReadonlyMap<string, KeptItem>
}

/** Journals the batch before anything is removed, and its outcomes in the commit that ends it. False if it is unfinished. */
async function onRecord(
  { store }: RunTools,
  run: OpenedRun,
  batchNo: number,
  items: readonly RunItem[],
  steps: BatchSteps,
): Promise<boolean> {
  beginBatch(store, run.receiptId, batchNo, items[0]?.kind ?? 'file', items)
  let saved: string | null = null
  let hasBegun = false
  let outcomes: ItemOutcomes
  try {
    const refusal = refuseOwner(run.home.path, items.map(targetOf)) ?? run.lockRefusal()
    if (run.stop()) outcomes = allOf(items, skip('stopped'))
    else if (refusal !== null) outcomes = allOf(items, leftAsIs(refusal))
    else {
      run.refresh()
      outcomes = await steps.work((where, sha256) => {
        // Saving may have taken long, and a session may have been resumed meanwhile.
        run.refresh()
        markActing(store, run.receiptId, batchNo, where, sha256)
        saved = where
        hasBegun = true
      })
    }
  } catch (error) {
    if (!isSystemError(error)) throw error
    if (hasBegun) outcomes = await finishAgain(items, () => steps.again(saved))
    else {
      ignoreSystemErrors(steps.undo)
      outcomes = allOf(items, untouchedAfter(error))
    }
  }
  const settled = complete(items, outcomes)
  if (hasUnfinished(settled)) return false
  endBatch(store, run.receiptId, batchNo, settled, steps.fingerprint(settled, saved))
  ignoreSystemErrors(() => dropScratch(run, saved))
  return true
}

const targetOf = ({ target }: RunItem) => target

const leftAsIs = ({ code, message }: Refusal): Outcome =>
  refusedBy({ code, message: `${message} It was left as it is.` })

/** Acting again finishes it. If that is refused too, it waits for the next try. */
export async function finishAgain(
  items: readonly RunItem[],
  again: () => Promise<ItemOutcomes>,
): Promise<ItemOutcomes> {
  try {
    return await again()
  } catch (error) {
    if (!isSystemError(error)) throw error
    return allOf(items, unfinished(error))
  }
}

/** Such a batch stays recorded as running, because its save is still needed. */
export const hasUnfinished = (outcomes: ReadonlyMap<string, Outcome>): boolean =>
  [...outcomes.values()].some(isUnfinishedOutcome)

/** Every item of a batch gets an outcome, even one that its handler left out. */
const complete = (items: readonly RunItem[], outcomes: ItemOutcomes): ItemOutcomes =>
  new Map(items.map(({ id }) => [id, outcomes.get(id) ?? skip('stopped')]))

export async function closeRun(
  tools: RunTools,
  { id }: StoredReceipt,
  collected: Collected = NOTHING_COLLECTED,
): Promise<void> {
  const receipt = readReceipt(tools.store, id)
  if (receipt === null) return
  const { done, total } = receipt
  // Saves kept only during the run. A refused removal is retried here.
  if (receipt.disposition === 'delete') ignoreSystemErrors(() => removeArchive(tools.dataDir, id))
  if (receipt.kind === 'restore' && refuseTrash(receipt.homePath, false) === null)
    removeUnpacked(receipt.homePath, id)
  settleUsage(tools.store, receipt)
  if (leavesRefs(tools, receipt)) setRefsLeft(tools.store, id, true)
  const taken = takenBy(tools.store, id)
  const closing: Closing = {
    state: done === total ? 'done' : 'partial',
    endedAtMs: tools.now(),
    freedBytes: taken.freedBytes + collected.freedBytes,
    keptBytes: receipt.kind === 'restore' ? 0 : await keptBytesOf(tools, receipt, taken.folders),
    note: collected.note,
  }
  const recordBytes = closing.keptBytes > 0 ? keepLastRecord(tools, receipt, closing) : 0
  closeReceipt(tools.store, id, { ...closing, keptBytes: closing.keptBytes + recordBytes })
}

/** The history of a project that stays was kept all the same. */
const leavesRefs = ({ store }: RunTools, { id, kind, disposition }: StoredReceipt): boolean =>
  kind === 'cleanup' &&
  disposition === 'trash' &&
  readBatches(store, id).some(({ items }) =>
    items.some(({ target, outcome }) => target.kind === 'project' && outcome?.kind !== 'done'),
  )

function takenBy(store: Store, receiptId: string) {
  let freedBytes = 0
  let projectBytes = 0
  const folders: MovedFolder[] = []
  for (const { items } of readBatches(store, receiptId))
    for (const { outcome, target, bytes } of items) {
      if (outcome?.kind !== 'done') continue
      freedBytes += outcome.freedBytes
      if (target.kind === 'project') projectBytes += bytes
      if (target.kind === 'folder') folders.push({ path: target.path, bytes })
    }
  return { freedBytes, projectBytes, folders }
}

/** Current size of a receipt's trash or archive. `moved`: folders just moved whole, which need no recount. */
export async function keptBytesOf(
  tools: RunTools,
  receipt: StoredReceipt,
  moved: readonly MovedFolder[] = [],
): Promise<number> {
  const { id, homePath, disposition } = receipt
  const histories = disposition === 'trash' ? await historyBytes(tools, homePath, id) : 0
  return bytesInFolder(tools, receipt, moved) + histories
}

/** The same without histories. */
export function bytesInFolder(
  { dataDir }: RunTools,
  { id, homePath, disposition }: Pick<StoredReceipt, 'id' | 'homePath' | 'disposition'>,
  moved: readonly MovedFolder[] = [],
): number {
  if (disposition === 'trash') return measureTrash(homePath, id, moved)
  return disposition === 'archive' ? folderBytes(join(archivesIn(dataDir), id)) : 0
}

/**
 * Histories are in Hermes' store, kept by Steward refs. If git cannot measure them, the plan's figure is
 * used.
 */
async function historyBytes({ store }: RunTools, homePath: string, receiptId: string): Promise<number> {
  if (!hasKind(store, receiptId, 'project')) return 0
  return (await measureTrashedHistory(homePath, receiptId)) ?? takenBy(store, receiptId).projectBytes
}

function folderBytes(folder: string): number {
  try {
    return readdirSync(folder).reduce((sum, name) => sum + lstatSync(join(folder, name)).blocks * 512, 0)
  } catch (error) {
    // Never created or already gone means 0. Any other error must not read as 0, which would prevent a
    // restore.
    if (!isMissing(error)) throw error
    return 0
  }
}

export const removeArchive = (dataDir: string, receiptId: string): void =>
  rmSync(join(archivesIn(dataDir), receiptId), { recursive: true, force: true })
