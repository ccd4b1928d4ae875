/**
 * Reads claims on sessions from outside their own row. Unreadable data is a fault (`HomeFaultError`, caught
 * by `readSafely`), because a missed claim must never count as none.
 */
import type { Database } from 'better-sqlite3'
import type { RoutingIndex } from '../../domain/gateway/gateway.ts'
import type { Capabilities } from '../../domain/home/home.ts'
import type { SessionClaims } from '../../domain/sessions/session.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import { readExecutionLedger } from '../cron/read-execution-ledger.ts'
import { readColumns } from '../database/read-capabilities.ts'
import { shortId } from '../database/short-text.ts'
import { isProcessAlive } from '../processes/is-process-alive.ts'
import { readOpenChats } from './read-open-chats.ts'

export function readClaims(
  db: Database,
  caps: Capabilities,
  homePath: string,
  routing: RoutingIndex | null,
  nowMs: number,
): SessionClaims {
  return {
    routes: routesOf(routing),
    turnLeases: readLocks(db, caps, 'session_turn_leases', 'conversation_id', nowMs, () => true),
    compressionLocks: readLocks(db, caps, 'compression_locks', 'session_id', nowMs, (holder) =>
      isHolderAlive(holder, homePath),
    ),
    openChats: readOpenChats(homePath),
    pendingDelegations: readPendingDelegations(db, caps),
    runningCronJobs: readRunningCronJobs(homePath),
    liveBackends: readLiveBackends(db, caps, nowMs),
  }
}

/** Every session named by either copy of the index, whichever Hermes would use. */
const routesOf = (routing: RoutingIndex | null): Map<string, string> =>
  new Map(
    [...(routing?.hidden ?? []), ...(routing?.entries ?? [])].map((entry) => [entry.sessionId, entry.key]),
  )

/** Session id → expiry, for locks still held. */
function readLocks(
  db: Database,
  caps: Capabilities,
  table: 'session_turn_leases' | 'compression_locks',
  key: string,
  nowMs: number,
  holds: (holder: string) => boolean,
): Map<string, number> {
  const locks = new Map<string, number>()
  if (!caps.tables.includes(table)) return locks
  const rows = db
    .prepare<[number], [unknown, unknown, unknown]>(
      `SELECT ${shortId(key)}, ${shortId('holder')}, expires_at FROM ${table} WHERE expires_at > ? LIMIT 100000`,
    )
    .raw()
    .all(nowMs / 1000)
  for (const [sessionId, holder, expiresAt] of rows) {
    if (!holds(String(holder))) continue
    locks.set(String(sessionId), expiryMs(expiresAt))
  }
  return locks
}

/** A non-numeric expiry sorts above all numbers in SQLite, so it never expires. */
export const expiryMs = (expiresAt: unknown): number =>
  typeof expiresAt === 'number' ? expiresAt * 1000 : Number.MAX_SAFE_INTEGER

/**
 * A backend that missed several beats still counts as alive: it may be busy, or suspended with its machine.
 */
const HEARTBEAT_MS = 15 * MINUTE_MS

function readLiveBackends(db: Database, caps: Capabilities, nowMs: number): Set<string> {
  if (!caps.tables.includes('gateway_heartbeats')) return new Set()
  const rows = db
    .prepare<[number], [unknown]>(
      `SELECT ${shortId('backend_id')} FROM gateway_heartbeats WHERE last_heartbeat > ? LIMIT 10000`,
    )
    .raw()
    .all((nowMs - HEARTBEAT_MS) / 1000)
  return new Set(rows.map(([id]) => String(id)))
}

/** Only a process known to be dead frees its lock before it expires. */
export function isHolderAlive(holder: string, homePath: string): boolean {
  const pid = /pid=(\d+)/.exec(holder)?.[1]
  return pid === undefined || isProcessAlive(Number(pid), homePath) !== false
}

/** Cron jobs running now, according to the scheduler's ledger. */
function readRunningCronJobs(homePath: string): Set<string> {
  const running = readExecutionLedger(homePath, ['job_id', 'status', 'pid'], (db) =>
    db
      .prepare<[], [unknown, unknown]>(
        `SELECT ${shortId('job_id')}, pid FROM executions WHERE status IN ('running', 'claimed') LIMIT 10000`,
      )
      .raw()
      .all()
      .filter(([, pid]) => typeof pid !== 'number' || isProcessAlive(pid, homePath) !== false)
      .map(([jobId]) => String(jobId)),
  )
  return new Set(running)
}

const SESSION_COLUMNS = ['origin_session', 'origin_session_id', 'origin_ui_session_id', 'parent_session_id']
const FINAL_STATES = [
  'completed',
  'complete',
  'done',
  'failed',
  'error',
  'cancelled',
  'canceled',
  'interrupted',
]
const FINAL_DELIVERIES = ['delivered', 'failed', 'cancelled', 'canceled', 'expired', 'dropped', 'discarded']

/** Sessions whose delegated work is still running or whose result has not been delivered yet. */
function readPendingDelegations(db: Database, caps: Capabilities): Set<string> {
  if (!caps.tables.includes('async_delegations')) return new Set()
  const columns = readColumns(db, 'async_delegations')
  const named = SESSION_COLUMNS.filter((name) => columns.includes(name))
  if (named.length === 0) return new Set()
  const unsettled = [
    columns.includes('delivery_state')
      ? notIn("coalesce(delivery_state, 'pending')", FINAL_DELIVERIES)
      : null,
    isRunning(columns),
  ].filter((condition) => condition !== null)
  const where = unsettled.length === 0 ? '' : `WHERE ${unsettled.join(' OR ')}`
  const rows = db
    .prepare<[], unknown[]>(
      `SELECT ${named.map(shortId).join(', ')} FROM async_delegations ${where} LIMIT 100000`,
    )
    .raw()
    .all()
  return new Set(
    rows
      .flat()
      .filter((id) => typeof id === 'string' && id !== '')
      .map(String),
  )
}

/** Work is over if its time or its state says so. An unknown state is not over. */
function isRunning(columns: readonly string[]): string | null {
  const signs = [
    columns.includes('completed_at') ? 'completed_at IS NULL' : null,
    columns.includes('state') ? notIn("coalesce(state, '')", FINAL_STATES) : null,
  ].filter((condition) => condition !== null)
  return signs.length === 0 ? null : `(${signs.join(' AND ')})`
}

const notIn = (value: string, words: readonly string[]): string =>
  `${value} NOT IN (${words.map((word) => `'${word}'`).join(', ')})`
