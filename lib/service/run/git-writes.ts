/**
 * Records each write of git to a checkpoint store before git starts, and removes the locks that a killed git left there.
 * Removes only locks that such a record proves to be Steward's, and only while no git process uses the store.
 */
import { join } from 'node:path'
import { readStoreUse, type StoreUse } from '../../collect/processes/read-store-use.ts'
import { STORE, STORE_PATH } from '../../domain/checkpoints/checkpoint.ts'
import { remakeFolders } from '../../execute/checkpoints/collect-garbage.ts'
import {
  findStoreLocks,
  isLockOfGc,
  isSameLock,
  locksOfRefs,
  removeStoreLock,
  type StoreLock,
} from '../../execute/checkpoints/store-locks.ts'
import type { OnStep } from '../../execute/files/step.ts'
import { findGitHazard } from '../../platform/find-git-hazard.ts'
import type { Store } from '../../store/open-store.ts'
import {
  beginGitWrite,
  endGitWrite,
  type GitWrite,
  openGitWrites,
  setLeftBehind,
} from '../../store/plans/git-writes.ts'
import { readReceipt, type StoredReceipt, setNote } from '../../store/plans/receipts.ts'

type Work = Pick<StoredReceipt, 'id' | 'homePath'>

export type Recorded<T> = {
  readonly value: T
  /** Why some of Steward's locks could not be removed. Null if none are left. */
  readonly leftover: string | null
}

/** `work` must pass `onStep` to everything that writes to the store. */
export async function recordGit<T>(
  store: Store,
  receipt: Work,
  work: (onStep: OnStep) => Promise<T>,
): Promise<Recorded<T>> {
  const { homePath } = receipt
  const settle = () => settleGitWrites(store, homePath)
  const onStep: OnStep = (step, path) => {
    const mayTake = locksOf(step, path)
    if (mayTake === undefined) return
    settle()
    // The real clock, because it is compared with times of files.
    const begunMs = Date.now()
    beginGitWrite(store, {
      receiptId: receipt.id,
      begunMs,
      mayTake,
      foundBefore: findStoreLocks(homePath),
    })
  }
  settle()
  const value = await work(onStep)
  return { value, leftover: settle() }
}

/** Undefined for steps without locks. Importing objects creates no file that blocks another git. */
function locksOf(step: string, path: string): readonly string[] | null | undefined {
  if (step === 'collect-garbage') return null
  return REF_STEPS.has(step) ? locksOfRefs(path.split(' ')) : undefined
}

const REF_STEPS: ReadonlySet<string> = new Set(['keep-objects', 'delete-ref', 'create-ref'])

export const isGitAtWork = (homePath: string): boolean => storeUse(homePath) === 'git'

/**
 * Call it while holding the executor lock and running no git. Returns why some of Steward's locks could not be removed.
 */
export function settleGitWrites(store: Store, homePath: string): string | null {
  const writes = openGitWrites(store).filter(
    ({ receiptId }) => readReceipt(store, receiptId)?.homePath === homePath,
  )
  if (writes.length === 0) return null
  // A link may hide locks, so what is recorded of them is kept until the store can be checked.
  if (findGitHazard(homePath, STORE_PATH) !== null) return null
  const present = findStoreLocks(homePath)
  const stay: StoreLock[] = []
  let use: StoreUse | null = null
  for (const write of writes) {
    const ours = write.leftBehind ?? present.filter((lock) => isOurs(write, lock))
    const left = ours.filter((lock) => present.some((each) => isSameLock(each, lock)))
    const isGarbageCollection = write.mayTake === null
    if (left.length > 0 || isGarbageCollection) use ??= storeUse(homePath)
    const removed = use === 'none' ? left.filter((lock) => removeStoreLock(homePath, lock)) : []
    const staying = left.filter((lock) => !removed.includes(lock))
    if (staying.length > 0 || (isGarbageCollection && use === 'git')) {
      // Recorded once, because a lock that appears later is not Steward's.
      if (write.leftBehind === null) setLeftBehind(store, write.writeNo, ours)
      stay.push(...staying)
    } else {
      if (isGarbageCollection) remakeFolders(homePath)
      endGitWrite(store, write.writeNo)
      forgetLeftover(store, write.receiptId)
    }
  }
  return stay.length === 0 || use === null ? null : describeLeftover(stay, use)
}

function isOurs({ begunMs, mayTake, foundBefore }: GitWrite, lock: StoreLock): boolean {
  if (!(mayTake?.includes(lock.name) ?? isLockOfGc(lock.name))) return false
  if (foundBefore.some((each) => isSameLock(each, lock))) return false
  return BigInt(lock.ctimeNs) >= BigInt(begunMs - COARSE_MS) * 1_000_000n
}

/** File systems round times, some to two seconds. */
const COARSE_MS = 2_000

const storeUse = (homePath: string): StoreUse => readStoreUse(homePath, join(homePath, ...STORE))

/** On receipts that have ended: locks that stay, because Hermes' git fails until they are gone. */
export function noteLeftover(store: Store, homePath: string): void {
  const leftover = settleGitWrites(store, homePath)
  if (leftover === null) return
  for (const { receiptId } of openGitWrites(store)) {
    const receipt = readReceipt(store, receiptId)
    if (receipt?.homePath === homePath && receipt.state !== 'running' && receipt.note !== leftover)
      setNote(store, receiptId, leftover)
  }
}

function forgetLeftover(store: Store, receiptId: string): void {
  if (readReceipt(store, receiptId)?.note?.startsWith(LEFTOVER) === true) setNote(store, receiptId, null)
}

const LEFTOVER = 'Steward was killed while git was running, and left'

function describeLeftover(locks: readonly StoreLock[], use: StoreUse): string {
  const names = [...new Set(locks.map(({ name }) => name))].join(', ')
  const what = `${LEFTOVER} ${names} in the checkpoint store.`
  return use === 'git'
    ? `${what} Another git process is using the store. Steward cleans up afterward.`
    : `${what} Steward cannot tell whether another git process is using the store. If none is, delete what was left.`
}
