/** Reads Hermes' tokens per day, in versions that store them. Days are Hermes' local days. */
import type { HermesDay } from '../../domain/tokens/tokens-view.ts'
import type { StateDb } from '../database/database-facts.ts'
import { readColumns } from '../database/read-capabilities.ts'

const NEEDED = ['day', 'input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens']
/** Ten years. */
const MOST_DAYS = 3_660

/** Null if there is no such table. */
export function readDailyUsage(db: StateDb): HermesDay[] | null {
  const columns = readColumns(db, 'session_daily_usage')
  if (!NEEDED.every((name) => columns.includes(name))) return null
  const column = (name: string) => (columns.includes(name) ? name : 'NULL')
  return db
    .prepare<[number], HermesDay>(
      `SELECT CAST(day AS TEXT) AS day, total(input_tokens) AS input, total(output_tokens) AS output,
         total(cache_read_tokens) AS cacheRead, total(cache_write_tokens) AS cacheWrite,
         sum(coalesce(nullif(${column('actual_cost_usd')}, 0), nullif(${column('estimated_cost_usd')}, 0))) AS costUsd
       FROM session_daily_usage WHERE day GLOB '????-??-??' GROUP BY day ORDER BY day DESC LIMIT ?`,
    )
    .all(MOST_DAYS)
}
