/**
 * The locks of this server's homes. The main thread holds them as long as it lives, because the executor's thread ends
 * when idle and the collector's may restart.
 */
import { realpathSync } from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import { readOwnership } from '../../collect/home/read-ownership.ts'
import { findLockHolder } from '../../collect/processes/find-lock-holder.ts'
import { homeNotLockable, otherSteward } from '../../domain/home/lock-refusals.ts'
import { refuseOwnership } from '../../domain/home/ownership.ts'
import type { Refusal } from '../../domain/home/refusals.ts'
import { type HomeLock, lockHome } from '../../execute/home-lock/lock-home.ts'
import { answerThread } from '../../platform/thread-questions.ts'
import { STORE_FILE } from '../../store/open-store.ts'

export type LockQuestion = {
  readonly homePath: string
  /** Before writing. Otherwise a lock file is taken only if it exists. */
  readonly create: boolean
}

export type LockAnswer = { readonly refusal: Refusal | null }

export class HomeLocks {
  /** By the home's real path. */
  readonly #locks = new Map<string, HomeLock>()

  /** Why this home must not be changed. Null if the lock is held, or if there is nothing to lock. */
  take({ homePath, create }: LockQuestion): Refusal | null {
    const path = realPath(homePath)
    const known = this.#locks.get(path)
    const owner = otherOwner(path)
    if (owner === null && known?.isHeld()) return null
    known?.release()
    this.#locks.delete(path)
    if (owner !== null) return owner
    const locked = lockHome(path, { create })
    if (locked.ok) {
      this.#locks.set(path, locked.value)
      return null
    }
    const { fault } = locked
    if (fault.code === 'held') return otherSteward(findLockHolder(fault.file, STORE_FILE))
    if (fault.code === 'not-lockable') return homeNotLockable(fault.detail)
    return create ? homeNotLockable('the folder does not exist') : null
  }

  /** For a worker thread, which asks with `askMainThread`. */
  port(): MessagePort {
    return answerThread((question: LockQuestion): LockAnswer => ({ refusal: this.take(question) }))
  }

  release(): void {
    for (const lock of this.#locks.values()) lock.release()
    this.#locks.clear()
  }
}

/** Steward only shows such a home. Its lock would keep the owner's Steward from writing. */
const otherOwner = (path: string): Refusal | null =>
  refuseOwnership(readOwnership(path, { store: false })).find(({ code }) => code === 'other-owner') ?? null

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    // A missing home has nothing to lock.
    return path
  }
}
