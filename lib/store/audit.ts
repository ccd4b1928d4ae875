/** The append-only record of who did what, from where, when. Triggers refuse changes; a year is kept. */
import type { Role } from '../domain/actor.ts'
import { DAY_MS } from '../shared/time.ts'
import type { Store } from './open-store.ts'
import { prepared } from './prepared.ts'

export type AuditEntry = {
  readonly atMs: number
  readonly event: AuditEvent
  /** The sign-in's name, or who they claimed to be. */
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
  | 'run-stopped'
  | 'run-ended'
  | 'kept-let-go'
  | 'kept-expired'
  | 'incident-acknowledged'
  | 'limits-changed'
  | 'job-pause-asked'
  | 'job-paused'
  | 'run-stop-asked'
  | 'run-stop-done'

const KEPT_MS = 370 * DAY_MS
const TEXT_MAX = 300

export function recordAudit(store: Store, entry: AuditEntry): void {
  const short = (text: string) => text.slice(0, TEXT_MAX)
  prepared(
    store,
    'INSERT INTO audit (at_ms, event, actor, role, address, detail) VALUES (?, ?, ?, ?, ?, ?)',
  ).run(entry.atMs, entry.event, short(entry.actor), entry.role, short(entry.address), short(entry.detail))
}

/** Newest first. */
export function readAudit(store: Store, limit: number): AuditEntry[] {
  return prepared<AuditEntry>(
    store,
    'SELECT at_ms AS atMs, event, actor, role, address, detail FROM audit ORDER BY audit_id DESC LIMIT ?',
  ).all(limit)
}

export function trimAudit(store: Store, nowMs: number): void {
  prepared(store, 'DELETE FROM audit WHERE at_ms < ?').run(nowMs - KEPT_MS)
}
