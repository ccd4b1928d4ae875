/**
 * What earlier runs of a cron job used, to tell normal work from a runaway. By primary key, because ids
 * contain job and time.
 */
import { cronJobOf } from '../../domain/cron/cron.ts'
import type { StateDb } from '../database/database-facts.ts'

const MAX_RUNS = 9
/** Fewer runs are not typical. */
const MIN_RUNS = 3

const TOKENS = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens']

/** By run id, the median total of its job's last runs. Null if it has no job or too few runs. */
export function typicalTokensReader(
  db: StateDb,
  columns: readonly string[],
): (runId: string) => number | null {
  const sums = TOKENS.filter((name) => columns.includes(name)).map((name) => `max(0, coalesce(${name}, 0))`)
  if (sums.length === 0 || !columns.includes('ended_at')) return () => null
  const prepare = () =>
    db
      .prepare<[string, string, number], [unknown, unknown]>(
        `SELECT id, ${sums.join(' + ')} FROM sessions
         WHERE id >= ? AND id < ? AND ended_at IS NOT NULL ORDER BY id DESC LIMIT ?`,
      )
      .raw()
  let statement: ReturnType<typeof prepare> | null = null
  return (runId) => {
    const job = cronJobOf(runId)
    if (job === null) return null
    statement ??= prepare()
    const totals = statement
      .all(`cron_${job}_`, runId, MAX_RUNS)
      .flatMap(([id, sum]) => (cronJobOf(String(id)) === job && typeof sum === 'number' ? [sum] : []))
      .sort((left, right) => left - right)
    return totals.length < MIN_RUNS ? null : (totals[Math.floor((totals.length - 1) / 2)] ?? null)
  }
}
