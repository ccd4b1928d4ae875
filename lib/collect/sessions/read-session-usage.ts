/** Usage of one session by model and task, if this home's Hermes records it. */
import type { SessionUsage } from '../../domain/sessions/session-detail.ts'
import type { StateDb } from '../database/database-facts.ts'
import { secondsToMs } from '../database/epoch.ts'
import { readColumns } from '../database/read-capabilities.ts'
import { shortText } from '../database/short-text.ts'

const MOST_ROWS = 200
const NEEDED = ['session_id', 'model', 'input_tokens', 'output_tokens']

/** Null if there is no such table, or not in a known format. */
export function readSessionUsage(db: StateDb, sessionId: string): SessionUsage[] | null {
  const columns = readColumns(db, 'session_model_usage')
  if (!NEEDED.every((name) => columns.includes(name))) return null
  const column = (name: string, otherwise = '0') => (columns.includes(name) ? name : otherwise)
  const sql = `SELECT ${shortText('model')}, ${shortText(column('billing_provider', "''"))}, ${shortText(column('task', "''"))}, ${column('api_call_count')},
      input_tokens, output_tokens, ${column('cache_read_tokens')}, ${column('cache_write_tokens')},
      ${column('actual_cost_usd')}, ${column('estimated_cost_usd')},
      ${column('first_seen', 'NULL')}, ${column('last_seen', 'NULL')}
    FROM session_model_usage WHERE session_id = ? ORDER BY input_tokens DESC, model LIMIT ${MOST_ROWS}`
  return db.prepare<[string], unknown[]>(sql).raw().all(sessionId).map(usageOf)
}

const usageOf = (row: readonly unknown[]): SessionUsage => ({
  model: String(row[0] ?? 'unknown'),
  provider: typeof row[1] === 'string' && row[1] !== '' ? row[1] : null,
  task: typeof row[2] === 'string' && row[2] !== '' ? row[2] : null,
  apiCalls: toCount(row[3]),
  inputTokens: toCount(row[4]),
  outputTokens: toCount(row[5]),
  cacheReadTokens: toCount(row[6]),
  cacheWriteTokens: toCount(row[7]),
  // Zero is this table's default, not a price.
  costUsd: toCost(row[8]) ?? toCost(row[9]),
  firstSeenMs: secondsToMs(row[10]),
  lastSeenMs: secondsToMs(row[11]),
})

const toCount = (value: unknown): number => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0)

const toCost = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : null
