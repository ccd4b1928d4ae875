/** Checks that a session is still as planned, inside the transaction that deletes it. */
import type { Database } from 'better-sqlite3'
import type { TrigramFault } from '../../domain/database/trigrams.ts'
import { describeTrigramFault } from '../../domain/database/words.ts'
import type { Reason } from '../../domain/plan/plan.ts'
import type { Outcome, SkipCode } from '../../domain/plan/receipt/receipt.ts'
import type { SessionFingerprint } from '../../domain/plan/target.ts'

export type SessionNow = {
  readonly endedAt: unknown
  readonly endReason: unknown
  readonly messageCount: unknown
  readonly parentId: unknown
  readonly startedAt: unknown
  readonly messages: number
  readonly newestMessageId: number | null
}

/** Called inside the transaction, with its handle, so that it can query again. A reason protects the session. */
export type Protect = (sessionId: string, db: Database) => Reason | null
export type SessionLookup = (sessionId: string) => SessionNow | null

type MessageTotals = Pick<SessionNow, 'messages' | 'newestMessageId'>

export function sessionLookup(db: Database): SessionLookup {
  const row = db.prepare<[string], Omit<SessionNow, keyof MessageTotals>>(
    `SELECT ended_at AS endedAt, end_reason AS endReason, message_count AS messageCount,
       parent_session_id AS parentId, started_at AS startedAt FROM sessions WHERE id = ?`,
  )
  const totals = db.prepare<[string], MessageTotals>(
    'SELECT count(*) AS messages, max(id) AS newestMessageId FROM messages WHERE session_id = ?',
  )
  return (id) => {
    const now = row.get(id)
    const sums = totals.get(id)
    return now === undefined || sums === undefined ? null : { ...now, ...sums }
  }
}

/** Null if the session may be deleted. */
export function refuseChanged(now: SessionNow | null, fingerprint: SessionFingerprint): Outcome | null {
  if (now === null) return skip('row-gone')
  if (now.messages !== fingerprint.messages || now.newestMessageId !== fingerprint.newestMessageId) {
    return skip(
      (now.newestMessageId ?? 0) > (fingerprint.newestMessageId ?? 0) ? 'message-arrived' : 'row-changed',
    )
  }
  return isSameRow(now, fingerprint) && now.endedAt !== null ? null : skip('row-changed')
}

export const isSameRow = (now: SessionNow, fingerprint: SessionFingerprint): boolean =>
  now.endedAt === fingerprint.endedAt &&
  now.endReason === fingerprint.endReason &&
  now.messageCount === fingerprint.messageCount &&
  isSameParent(now, fingerprint)

/** Deleting its parent in the same run unlinked it, which is not a change by someone else. */
export const isSameParent = (now: SessionNow, { parentId }: SessionFingerprint): boolean =>
  now.parentId === parentId || now.parentId === null

const WORDS = {
  'row-changed': 'Its row was changed since the preview. It was left as it is.',
  'row-gone': 'It was already gone when its turn came.',
  'message-arrived': 'A message arrived since the preview. It was left as it is.',
  'relative-skipped': 'It goes together with another session that had to stay. Both were left as they are.',
  'place-taken': 'Its place is taken by something newer. It was not restored.',
  'too-large': 'One message is too large for Steward. It was left as it is. Use hermes sessions delete.',
  stopped: 'The run was stopped before its turn came.',
} as const satisfies Partial<Record<SkipCode, string>>

export const skipTrigrams = (fault: TrigramFault, sessionId: string): Outcome => ({
  kind: 'skipped',
  code: fault,
  message: `${describeTrigramFault(fault, sessionId)} It was left as it is.`,
})

export const skip = (code: keyof typeof WORDS, message: string = WORDS[code]): Outcome => ({
  kind: 'skipped',
  code,
  message,
})

export const refuseProtected = (reason: Reason | null): Outcome | null =>
  reason === null
    ? null
    : { kind: 'skipped', code: 'now-protected', message: `It is protected now: ${reason.message}` }

/** Deleted rows free no disk space until the database is compacted. */
export const DONE: Outcome = { kind: 'done', freedBytes: 0 }
