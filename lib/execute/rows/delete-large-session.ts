/**
 * Deletes one session over several turns. Messages are deleted oldest first, so that a message arriving
 * meanwhile is noticed in the next turn and the deleted ones are restored from the save.
 */
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { SessionFingerprint, SessionTarget } from '../../domain/plan/target.ts'
import { UNFINISHED } from '../files/outcomes.ts'
import {
  DONE,
  isSameRow,
  type Protect,
  refuseChanged,
  refuseProtected,
  type SessionNow,
  sessionLookup,
  skip,
} from './check-session.ts'
import { type RowDeletes, rowDeletes } from './delete-rows.ts'
import type { HomeWriter } from './open-writer.ts'
import { readWithRetry } from './read-with-retry.ts'
import { insertAllMessages } from './restore/insert-messages.ts'
import { type CheckSaved, type SavedRows, savedCheck } from './saved-rows.ts'
import { sessionReader } from './session-reader.ts'
import { portionFrom, type SizedMessage } from './sized-messages.ts'
import { type TrigramGuard, trigramGuard } from './trigram-guard.ts'
import { toOutcome } from './write-fault.ts'
import type { TurnClock } from './write-turns.ts'

const CHUNK_MS = 8
const CHUNK = { first: 20, most: 1_000, bytes: 400_000 }

export type LargeDelete = {
  readonly saved: SavedRows
  readonly protect: Protect
  /** A killed run deleted some of its messages. */
  readonly isResumed: boolean
}

export async function deleteLargeSession(
  writer: HomeWriter,
  { sessionId, mark: fingerprint }: SessionTarget,
  { saved, protect, isResumed }: LargeDelete,
): Promise<Outcome> {
  const lookup = sessionLookup(writer.db)
  const check = savedCheck(writer, saved)
  const guard = trigramGuard(writer, [sessionId])
  const deleteChunks = chunkDeleter(rowDeletes(writer.db, writer.tables), check, guard, sessionId)
  const all = readWithRetry(writer.reader, () =>
    sessionReader(writer.reader, writer.tables).messageSizes(sessionId),
  )
  let deleted = 0
  for (;;) {
    const isUntouched = deleted === 0 && !isResumed
    const turn = await writer.turn((clock): Outcome | PartlyDeleted => {
      const now = lookup(sessionId)
      const refusal =
        (isUntouched
          ? refuseChanged(now, fingerprint)
          : refusePartial(now, fingerprint, all.length - deleted)) ??
        refuseProtected(protect(sessionId, writer.db)) ??
        check.head(sessionId)
      return refusal ?? deleteChunks(all, deleted, clock)
    })
    const outcome = turn.ok ? turn.value : toOutcome(turn.fault)
    if (outcome.kind === 'partial') {
      deleted = outcome.messages
      // What was deleted before a refusal in the same turn is already committed.
      if (outcome.refusal === null) continue
    } else if (outcome.kind === 'done' || isUntouched) return outcome
    const fault = await insertAllMessages(writer, sessionId, () => saved.lines(sessionId))
    if (fault !== null) return unfinishedDelete(fault.message)
    return outcome.kind === 'partial' ? (outcome.refusal ?? skip('row-changed')) : outcome
  }
}

type PartlyDeleted = { readonly kind: 'partial'; readonly messages: number; readonly refusal: Outcome | null }

function chunkDeleter(deletes: RowDeletes, check: CheckSaved, guard: TrigramGuard, sessionId: string) {
  let size = CHUNK.first
  return (all: readonly SizedMessage[], from: number, clock: TurnClock): Outcome | PartlyDeleted => {
    let at = from
    let stepMs = 0
    do {
      const chunk = portionFrom(all, at, { messages: size, bytes: CHUNK.bytes })
      const startedAt = performance.now()
      const refusal =
        guard.messages(sessionId, chunk) ?? check.messages(sessionId, chunk, all.length - at - chunk.length)
      if (refusal !== null) return at === from ? refusal : { kind: 'partial', messages: at, refusal }
      deletes.messages(sessionId, chunk)
      at += chunk.length
      stepMs = Math.max(performance.now() - startedAt, 0.1)
      size = Math.min(CHUNK.most, Math.max(1, Math.round((chunk.length * CHUNK_MS) / stepMs)))
    } while (at < all.length && !clock.isOver(stepMs))
    if (at < all.length) return { kind: 'partial', messages: at, refusal: null }
    deletes.session(sessionId)
    return DONE
  }
}

/** For a partly deleted session: the row and its newest message must be unchanged, and no message may be new. */
function refusePartial(
  now: SessionNow | null,
  fingerprint: SessionFingerprint,
  left: number,
): Outcome | null {
  if (now === null) return skip('row-gone')
  const arrived = left > 0 ? now.newestMessageId !== fingerprint.newestMessageId : now.messages > 0
  if (arrived || now.messages !== left) return skip('message-arrived')
  return isSameRow(now, fingerprint) && now.endedAt !== null ? null : skip('row-changed')
}

export const unfinishedDelete = (detail: string): Outcome => ({
  kind: 'failed',
  code: UNFINISHED,
  message: `Some of its messages were taken and could not be put back yet; they are saved, and the next start finishes. ${detail}`,
})
