/** Leases, locks, open delegations and heartbeats, which show that a session is in use. */
import type Database from 'better-sqlite3'
import { insertInto } from './row-insert.ts'
import type { ClaimsSpec } from './spec.ts'

export function writeClaims(db: Database.Database, claims: ClaimsSpec, nowMs: number): void {
  const now = nowMs / 1000
  const lease = insertInto(db, 'session_turn_leases')
  for (const { id, expiresMs } of claims.turnLeases ?? [])
    lease({ conversation_id: id, holder: 'gateway:pid=1', acquired_at: now, expires_at: expiresMs / 1000 })
  const lock = insertInto(db, 'compression_locks')
  for (const { id, expiresMs, pid } of claims.compressionLocks ?? [])
    lock({ session_id: id, holder: `pid=${pid ?? 1}`, acquired_at: now, expires_at: expiresMs / 1000 })
  const delegation = insertInto(db, 'async_delegations')
  for (const { id, originSession, parentSessionId, deliveryState } of claims.delegations ?? [])
    delegation({
      delegation_id: id,
      origin_session: originSession,
      origin_session_id: originSession,
      parent_session_id: parentSessionId ?? null,
      state: 'completed',
      dispatched_at: now,
      updated_at: now,
      delivery_state: deliveryState ?? 'pending',
    })
  const heartbeat = insertInto(db, 'gateway_heartbeats')
  for (const { backendId, pid, lastMs } of claims.heartbeats ?? [])
    heartbeat({ backend_id: backendId, pid, started_at: lastMs / 1000 - 3600, last_heartbeat: lastMs / 1000 })
}
