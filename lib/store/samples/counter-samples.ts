/** Counters over time: tokens, sessions, sizes, free space. */
import type { CounterSample } from '../../domain/home/sample.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

/** The later of two samples in the same millisecond wins. */
export function recordCounterSample(store: Store, homeId: number, sample: CounterSample): void {
  prepared(
    store,
    `INSERT OR REPLACE INTO counter_sample (home_id, at_ms, input_tokens, output_tokens, cache_read_tokens,
       cache_write_tokens, sessions, open_sessions, last_message_id, database_bytes, wal_bytes, free_bytes, cost_usd)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    homeId,
    sample.atMs,
    sample.inputTokens,
    sample.outputTokens,
    sample.cacheReadTokens,
    sample.cacheWriteTokens,
    sample.sessions,
    sample.openSessions,
    sample.lastMessageId,
    sample.databaseBytes,
    sample.walBytes,
    sample.freeBytes,
    sample.costUsd ?? null,
  )
}

/** Inclusive, oldest first. With `stepMs`, only the last sample of each step. */
export function readCounterSamples(
  store: Store,
  homeId: number,
  fromMs: number,
  toMs: number,
  stepMs = 1,
): CounterSample[] {
  if (stepMs === 1) return prepared<CounterSample>(store, SELECT_BETWEEN).all(homeId, fromMs, toMs)
  return prepared<CounterSample>(
    store,
    `${SELECT_BETWEEN.replace('ORDER BY at_ms', '')} AND at_ms IN (
       SELECT max(at_ms) FROM counter_sample WHERE home_id = ? AND at_ms BETWEEN ? AND ? GROUP BY at_ms / ?
     ) ORDER BY at_ms`,
  ).all(homeId, fromMs, toMs, homeId, fromMs, toMs, BigInt(stepMs))
}

/** Null before the first sample. */
export const newestCounterSampleMs = (store: Store, homeId: number): number | null =>
  prepared<{ atMs: number | null }>(
    store,
    'SELECT max(at_ms) AS atMs FROM counter_sample WHERE home_id = ?',
  ).get(homeId)?.atMs ?? null

/** Deletes samples from the future, which were written with a wrong clock. Returns how many. */
export function deleteCounterSamplesAfter(store: Store, homeId: number, atMs: number): number {
  return prepared(store, 'DELETE FROM counter_sample WHERE home_id = ? AND at_ms > ?').run(homeId, atMs)
    .changes
}

const SELECT_BETWEEN = `SELECT at_ms AS atMs, input_tokens AS inputTokens, output_tokens AS outputTokens,
    cache_read_tokens AS cacheReadTokens, cache_write_tokens AS cacheWriteTokens, sessions,
    open_sessions AS openSessions, last_message_id AS lastMessageId, database_bytes AS databaseBytes,
    wal_bytes AS walBytes, free_bytes AS freeBytes, cost_usd AS costUsd
  FROM counter_sample WHERE home_id = ? AND at_ms BETWEEN ? AND ? ORDER BY at_ms`
