/** The append-only audit log. Triggers refuse changes. Entries are kept for a year, refusals only up to a number. */
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
  | 'incident-acknowledged'
  | 'limits-changed'
  | 'job-pause-asked'
  | 'job-paused'
  | 'agent-run-stop-asked'
  | 'agent-run-stopped'
  | 'reads-paused'
  | 'reads-resumed'

const KEPT_MS = 370 * DAY_MS
/** Anyone can cause refusals. The triggers allow deleting no more than this. */
const REFUSALS_KEPT = 10_000
/** How many more may accumulate before the oldest are deleted together. */
const REFUSALS_SLACK = 100
const TEXT_MAX = 300
const REFUSED = "substr(event, -8) = '-refused'"

export const isRefusal = (event: AuditEvent): boolean => event.endsWith('-refused')

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
  if (isRefusal(entry.event) && Number(lastInsertRowid) % REFUSALS_SLACK === 0) trimRefusals(store)
}

export type AuditQuery = {
  /** Refusals would drown everything else, so they are read separately. */
  readonly refusals: boolean
  /** Only entries before this id. */
  readonly before: number | null
  readonly limit: number
}

const COLUMNS = 'audit_id AS id, at_ms AS atMs, event, actor, role, address, detail'

/** Newest first. */
export const readAudit = (store: Store, limit: number): AuditRecord[] =>
  prepared<AuditRecord>(store, `SELECT ${COLUMNS} FROM audit ORDER BY audit_id DESC LIMIT ?`).all(limit)

/** Newest first. */
export function readAuditPage(store: Store, { refusals, before, limit }: AuditQuery): AuditRecord[] {
  return prepared<AuditRecord>(
    store,
    `SELECT ${COLUMNS} FROM audit
     WHERE ${refusals ? REFUSED : `NOT (${REFUSED})`} AND audit_id < ? ORDER BY audit_id DESC LIMIT ?`,
  ).all(before ?? Number.MAX_SAFE_INTEGER, limit)
}

export function trimAudit(store: Store, nowMs: number): void {
  prepared(store, 'DELETE FROM audit WHERE at_ms < ?').run(nowMs - KEPT_MS)
  trimRefusals(store)
}

function trimRefusals(store: Store): void {
  prepared(
    store,
    `DELETE FROM audit WHERE ${REFUSED} AND audit_id <= (
       SELECT audit_id FROM audit WHERE ${REFUSED} ORDER BY audit_id DESC LIMIT 1 OFFSET ?)`,
  ).run(REFUSALS_KEPT)
}
