/**
 * Webhook messages to deliver, across restarts. The key consists of incident, event and level, and each key
 * is queued only once.
 */
import { DAY_MS } from '../../shared/time.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

export type OutboxMessage = {
  readonly key: string
  readonly incidentId: string
  readonly event: string
  readonly body: string
  readonly madeMs: number
  readonly tries: number
  readonly nextMs: number
}

const KEPT_MS = 30 * DAY_MS

/** False if the key was queued before. */
export function insertMessage(store: Store, homeId: number, message: OutboxMessage): boolean {
  const { changes } = prepared(
    store,
    `INSERT INTO webhook_outbox (home_id, key, incident_id, event, body, made_ms, tries, next_ms, state)
     VALUES (@homeId, @key, @incidentId, @event, @body, @madeMs, @tries, @nextMs, 'waiting')
     ON CONFLICT (key) DO NOTHING`,
  ).run({ homeId, ...message })
  return changes === 1
}

/** In order of occurrence. */
export function readPendingMessages(store: Store, homeId: number): OutboxMessage[] {
  return prepared<OutboxMessage>(
    store,
    `SELECT key, incident_id AS incidentId, event, body, made_ms AS madeMs, tries, next_ms AS nextMs
     FROM webhook_outbox WHERE home_id = ? AND state = 'waiting' ORDER BY message_no`,
  ).all(homeId)
}

export function rescheduleMessage(store: Store, { key, tries, nextMs }: OutboxMessage): void {
  prepared(store, 'UPDATE webhook_outbox SET tries = ?, next_ms = ? WHERE key = ?').run(tries, nextMs, key)
}

export function closeMessage(store: Store, key: string, state: 'delivered' | 'given-up'): void {
  prepared(store, 'UPDATE webhook_outbox SET state = ? WHERE key = ?').run(state, key)
}

export function trimOutbox(store: Store, homeId: number, nowMs: number): void {
  prepared(store, "DELETE FROM webhook_outbox WHERE home_id = ? AND state <> 'waiting' AND made_ms < ?").run(
    homeId,
    nowMs - KEPT_MS,
  )
}
