/** Ends leaked sessions, and opens them again on restore. Changes `ended_at` and `end_reason` only. */
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { LeakTarget, SessionFingerprint } from '../../domain/plan/target.ts'
import {
  DONE,
  isSameParent,
  type Protect,
  refuseProtected,
  type SessionNow,
  sessionLookup,
  skip,
} from './check-session.ts'
import type { Outcomes } from './delete-sessions.ts'
import { eachInTurns } from './each-in-turns.ts'
import type { HomeWriter } from './open-writer.ts'

const REAPED = 'reaped'

export function closeLeaked(
  writer: HomeWriter,
  targets: readonly LeakTarget[],
  { protect, stop }: { readonly protect: Protect; readonly stop: () => boolean },
): Promise<Outcomes> {
  const lookup = sessionLookup(writer.db)
  const close = writer.db.prepare(
    'UPDATE sessions SET ended_at = ?, end_reason = ? WHERE id = ? AND ended_at IS NULL',
  )
  return eachInTurns(writer, targets, idOf, stop, (target): Outcome => {
    const { sessionId, mark: fingerprint, endAt } = target
    const now = lookup(sessionId)
    if (isClosedBy(now, target)) return DONE
    const refusal = refuseOpen(now, fingerprint) ?? refuseProtected(protect(sessionId, writer.db))
    if (refusal !== null) return refusal
    close.run(endAt, REAPED, sessionId)
    return DONE
  })
}

/** Reopens what `closeLeaked` closed, unless it changed since. */
export function reopenLeaked(
  writer: HomeWriter,
  targets: readonly LeakTarget[],
  { stop }: { readonly stop: () => boolean },
): Promise<Outcomes> {
  const lookup = sessionLookup(writer.db)
  const open = writer.db.prepare('UPDATE sessions SET ended_at = NULL, end_reason = ? WHERE id = ?')
  return eachInTurns(writer, targets, idOf, stop, ({ sessionId, mark: fingerprint, endAt }): Outcome => {
    const now = lookup(sessionId)
    if (now === null) return skip('row-gone')
    if (now.endedAt === null && now.endReason === fingerprint.endReason) return DONE
    if (!isReaped(now, endAt)) return skip('row-changed')
    open.run(fingerprint.endReason, sessionId)
    return DONE
  })
}

/** Closed by this plan before a kill. */
export const isClosedBy = (now: SessionNow | null, { mark: fingerprint, endAt }: LeakTarget): boolean =>
  isReaped(now, endAt) && isUnchangedSince(now, fingerprint)

const idOf = ({ sessionId }: LeakTarget): string => sessionId

/** Whether it still has the end that Steward gave it. */
export const isReaped = (now: SessionNow | null, endAt: number): now is SessionNow =>
  now !== null && now.endedAt === endAt && now.endReason === REAPED

const isUnchangedSince = (now: SessionNow, fingerprint: SessionFingerprint): boolean =>
  now.messages === fingerprint.messages && now.newestMessageId === fingerprint.newestMessageId

function refuseOpen(now: SessionNow | null, fingerprint: SessionFingerprint): Outcome | null {
  if (now === null) return skip('row-gone')
  if (!isUnchangedSince(now, fingerprint))
    return skip(
      (now.newestMessageId ?? 0) > (fingerprint.newestMessageId ?? 0) ? 'message-arrived' : 'row-changed',
    )
  const isSame =
    now.endedAt === null &&
    fingerprint.endedAt === null &&
    now.endReason === fingerprint.endReason &&
    now.messageCount === fingerprint.messageCount &&
    isSameParent(now, fingerprint)
  return isSame ? null : skip('row-changed')
}
