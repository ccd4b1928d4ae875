/** Hermes' usage per session, model and task, in chunks, because the table has rows for every session. */
import type { UsageRow } from '../../domain/tokens/fold-usage.ts'
import type { StateDb } from '../database/database-facts.ts'
import { readColumns } from '../database/read-capabilities.ts'
import { shortId, shortText } from '../database/short-text.ts'

export type UsagePiece = {
  readonly rows: readonly UsageRow[]
  /** Where to continue. Null after the last chunk. */
  readonly next: number | null
}

const NEEDED = [
  'session_id',
  'model',
  'input_tokens',
  'output_tokens',
  'cache_read_tokens',
  'cache_write_tokens',
]

/** Null if this version of Hermes does not record usage per model. */
export function readModelUsage(db: StateDb, afterRowid: number, limit: number): UsagePiece | null {
  const columns = readColumns(db, 'session_model_usage')
  if (!NEEDED.every((name) => columns.includes(name))) return null
  const column = (name: string, otherwise: string) => (columns.includes(name) ? name : otherwise)
  // An actual cost of 0 is this table's default and means that none was reported.
  const rows = db
    .prepare<[number, number], UsageRow & { rowid: number }>(
      `SELECT rowid, CAST(${shortId('session_id')} AS TEXT) AS sessionId,
         nullif(${shortText('model')}, '') AS model,
         coalesce(${shortText(column('task', "''"))}, '') AS task, coalesce(${column('api_call_count', '0')}, 0) AS calls,
         max(0, coalesce(input_tokens, 0)) AS input, max(0, coalesce(output_tokens, 0)) AS output,
         max(0, coalesce(cache_read_tokens, 0)) AS cacheRead, max(0, coalesce(cache_write_tokens, 0)) AS cacheWrite,
         coalesce(nullif(${column('actual_cost_usd', 'NULL')}, 0), nullif(${column('estimated_cost_usd', 'NULL')}, 0)) AS costUsd
       FROM session_model_usage WHERE rowid > ? ORDER BY rowid LIMIT ?`,
    )
    .all(afterRowid, limit)
  return {
    rows: rows.map(({ rowid: _, ...row }) => row),
    next: rows.length < limit ? null : (rows.at(-1)?.rowid ?? null),
  }
}
