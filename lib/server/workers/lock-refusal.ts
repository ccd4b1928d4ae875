/** Asks the main thread, which holds the locks of homes, why a home must not be changed. */
import type { MessagePort } from 'node:worker_threads'
import { homeNotLockable } from '../../domain/home/lock-refusals.ts'
import type { Refusal } from '../../domain/home/refusals.ts'
import { askMainThread } from '../../platform/thread-questions.ts'
import { hasPassed, SECOND_MS } from '../../shared/time.ts'
import type { LockAnswer, LockQuestion } from './home-locks.ts'

/** Only a server that hangs takes this long. */
const WRITER_WAIT_MS = 10 * SECOND_MS
const READER_WAIT_MS = SECOND_MS
const CACHED_FOR_MS = SECOND_MS

/** For the executor, right before it writes. Locks the home. */
export function lockRefusal(port: MessagePort, homePath: string): Refusal | null {
  const asked = ask(port, { homePath, create: true }, WRITER_WAIT_MS)
  return asked === null ? homeNotLockable('its lock could not be checked in time') : asked.refusal
}

/** For pages. Creates nothing, and shows the last answer while the main thread is busy. */
export function cachedLockRefusal(
  port: MessagePort,
  clock: () => number,
): (homePath: string) => Refusal | null {
  const known = new Map<string, { readonly atMs: number; readonly refusal: Refusal | null }>()
  return (homePath) => {
    const last = known.get(homePath)
    if (last !== undefined && !hasPassed(CACHED_FOR_MS, last.atMs, clock())) return last.refusal
    const asked = ask(port, { homePath, create: false }, READER_WAIT_MS)
    const refusal = asked === null ? (last?.refusal ?? null) : asked.refusal
    known.set(homePath, { atMs: clock(), refusal })
    return refusal
  }
}

const ask = (port: MessagePort, question: LockQuestion, withinMs: number): LockAnswer | null =>
  askMainThread<LockQuestion, LockAnswer>(port, question, withinMs)
