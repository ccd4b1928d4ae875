/** Purges expired trash and archives. */
import type { HomeRef } from '../../domain/home/home.ts'
import type { Refusal } from '../../domain/home/refusals.ts'
import { nextExpiryClock } from '../../domain/plan/receipt/expiry-clock.ts'
import { purgeProjects } from '../../execute/checkpoints/purge-projects.ts'
import { measureTrash, purgeTrash } from '../../execute/files/purge-trash.ts'
import { readExpiryClock, writeExpiryClock } from '../../store/plans/expiry-clock.ts'
import { hasKind } from '../../store/plans/journal.ts'
import { expiredReceipts, type StoredReceipt, settleExpired } from '../../store/plans/receipts.ts'
import { recordGit } from './git-writes.ts'
import { collectProjects } from './handlers/project-handler.ts'
import { homeOfRecord, isHermesLive, type RunTools } from './open-run.ts'
import { refuseTrash } from './refuse-owner.ts'
import type { Run } from './run.ts'
import { keptBytesOf, removeArchive } from './run-plan.ts'
import { isSystemError } from './system-errors.ts'

/** Does nothing while the clock is not trusted, after a jump. */
export async function expireInTime(tools: RunTools): Promise<readonly StoredReceipt[]> {
  const clock = nextExpiryClock(readExpiryClock(tools.store), tools.now())
  writeExpiryClock(tools.store, clock)
  return clock.waitMs > 0 ? [] : expireKept(tools)
}

/** Returns the receipts that were purged completely. Failed removals are retried next time. */
export async function expireKept(tools: RunTools): Promise<readonly StoredReceipt[]> {
  const expired: StoredReceipt[] = []
  for (const receipt of expiredReceipts(tools.store, tools.now())) {
    try {
      if (await expireOne(tools, receipt)) expired.push(receipt)
    } catch (error) {
      if (!isSystemError(error)) throw error
    }
  }
  return expired
}

/** Whether it was purged completely. */
export async function expireOne(tools: RunTools, receipt: StoredReceipt): Promise<boolean> {
  const left =
    receipt.disposition === 'trash' ? await expireInHome(tools, receipt) : await expireArchive(tools, receipt)
  if (left === null) return false
  settleExpired(tools.store, receipt.id, left)
  return left.keptBytes === 0
}

type Left = { readonly keptBytes: number; readonly note: string | null }

async function expireArchive(tools: RunTools, receipt: StoredReceipt): Promise<Left> {
  removeArchive(tools.dataDir, receipt.id)
  return { keptBytes: await keptBytesOf(tools, receipt), note: receipt.note }
}

/** Why its trash must stay as it is now. Archives are not in the home. */
export const refuseExpiry = (
  { store, lockRefusal }: RunTools,
  { id, disposition }: StoredReceipt,
  home: HomeRef,
): Refusal | null =>
  disposition === 'trash'
    ? (refuseTrash(home.path, hasKind(store, id, 'project')) ?? lockRefusal(home.path))
    : null

/**
 * Null if the home is not open or not locked now, or belongs to another user. It may be on a drive that is mounted
 * again later.
 */
async function expireInHome(tools: RunTools, receipt: StoredReceipt): Promise<Left | null> {
  const { id, homePath, keptBytes } = receipt
  const home = homeOfRecord(tools, receipt)
  if (home === null || refuseExpiry(tools, receipt, home) !== null) return null
  const historyBytes = Math.max(0, keptBytes - measureTrash(homePath, id))
  const record: Run['recordGit'] = (work) => recordGit(tools.store, receipt, work)
  const { value: histories, leftover } = await record((onStep) => purgeProjects(homePath, id, { onStep }))
  const purged = purgeTrash(homePath, id)
  const note = purged.kind === 'done' ? null : purged.message
  const inFolder = measureTrash(homePath, id)
  if (!hasKind(tools.store, id, 'project')) return { keptBytes: inFolder, note }
  if (!histories.ok) {
    return { keptBytes: inFolder + historyBytes, note: joined(histories.fault.message, leftover, note) }
  }
  // They can't be restored any more. Space git could not free yet is still in use and retried.
  const collected = await collectProjects(homePath, tools.now(), () => isHermesLive(home), record)
  const stillKept = collected.note === null ? 0 : historyBytes
  return { keptBytes: inFolder + stillKept, note: joined(collected.note, note) }
}

function joined(...reasons: readonly (string | null)[]): string | null {
  const given = reasons.filter((reason) => reason !== null)
  return given.length === 0 ? null : given.join(' ')
}
