/**
 * The append-only audit log. Triggers refuse changes. Entries are kept for a year, and those that viewers or strangers
 * can cause in any number only up to a number.
 */
import type { Role } from '../../domain/access/actor.ts'
import { DAY_MS } from '../../shared/time.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

/** An entry with its id, which older pages start from. */
export type AuditRecord = AuditEntry & { readonly id: number }

export type AuditEntry = {
  readonly atMs: number
  readonly event: AuditEvent
  /** The sign-in's name, or the claimed one. */
  readonly actor: string
  readonly role: Role | null
  readonly address: string
  readonly detail: string
}

export type AuditEvent =
  | 'signed-in'
  | 'sign-in-refused'
  | 'signed-out'
  | 'signed-out-everywhere'
  | 'link-made'
  | 'host-refused'
  | 'origin-refused'
  | 'token-refused'
  | 'action-refused'
  | 'plan-made'
  | 'plan-approved'
  | 'cleanup-stopped'
  | 'run-ended'
  | 'kept-purged'
  | 'kept-expired'
  | 'records-found'
  | 'home-adopted'
  | 'incident-acknowledged'
  | 'limits-changed'
  | 'job-pause-asked'
  | 'job-paused'
  | 'agent-run-stop-asked'
  | 'agent-run-stopped'
  | 'reads-paused'
  | 'reads-resumed'
  | 'home-retried'

const KEPT_MS = 370 * DAY_MS
/** Of refusals, and of the routine of each role. The triggers allow deleting no more than this. */
const BOUNDED_KEPT = 10_000
/** How many more may accumulate before the oldest are deleted together. */
const BOUNDED_SLACK = 100
const TEXT_MAX = 300
const ROUTINE: readonly AuditEvent[] = ['signed-in', 'signed-out', 'plan-made']

/** Whether entries of this kind are kept only up to a number. */
export const isBounded = (event: AuditEvent): boolean => event.endsWith('-refused') || ROUTINE.includes(event)

export function recordAudit(store: Store, entry: AuditEntry): void {
  const truncate = (text: string) => text.slice(0, TEXT_MAX)
  const { lastInsertRowid } = prepared(
    store,
    'INSERT INTO audit (at_ms, event, actor, role, address, detail) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(
    entry.atMs,
    entry.event,
    truncate(entry.actor),
    entry.role,
    truncate(entry.address),
    truncate(entry.detail),
  )
  if (isBounded(entry.event) && Number(lastInsertRowid) % BOUNDED_SLACK === 0) trimBounded(store)
}

/** What was done, the routine of sign-ins and plans, and what was refused. Either of the last two could drown the first. */
export type AuditKind = 'done' | 'routine' | 'refused'

export type AuditQuery = {
  readonly kind: AuditKind
  /** Only entries before this id. */
  readonly before: number | null
  readonly limit: number
}

const COLUMNS = 'audit_id AS id, at_ms AS atMs, event, actor, role, address, detail'

/** Newest first. */
export const readAudit = (store: Store, limit: number): AuditRecord[] =>
  prepared<AuditRecord>(store, `SELECT ${COLUMNS} FROM audit ORDER BY audit_id DESC LIMIT ?`).all(limit)

/** The column `bound` says which entries are counted together (`migration-audit-bounds.ts`). */
const CONDITIONS: Readonly<Record<AuditKind, string>> = {
  done: 'bound IS NULL',
  routine: "bound IN ('viewer', 'operator')",
  refused: "bound = 'refused'",
}

/** Newest first. */
export function readAuditPage(store: Store, { kind, before, limit }: AuditQuery): AuditRecord[] {
  return prepared<AuditRecord>(
    store,
    `SELECT ${COLUMNS} FROM audit
     WHERE ${CONDITIONS[kind]} AND audit_id < ? ORDER BY audit_id DESC LIMIT ?`,
  ).all(before ?? Number.MAX_SAFE_INTEGER, limit)
}

export function trimAudit(store: Store, nowMs: number): void {
  prepared(store, 'DELETE FROM audit WHERE at_ms < ?').run(nowMs - KEPT_MS)
  trimBounded(store)
}

function trimBounded(store: Store): void {
  for (const bound of ['viewer', 'operator', 'refused'])
    prepared(
      store,
      `DELETE FROM audit WHERE bound = @bound AND audit_id <= (
         SELECT audit_id FROM audit WHERE bound = @bound ORDER BY audit_id DESC LIMIT 1 OFFSET @kept)`,
    ).run({ bound, kept: BOUNDED_KEPT })
}
