/** Thins samples as they age. The last sample of each step is kept, so thinning again later keeps the same ones. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

type Rule = { readonly olderThanMs: number; readonly stepMs: number }

const COUNTER_RULES: readonly Rule[] = [
  { olderThanMs: 2 * HOUR_MS, stepMs: MINUTE_MS },
  // The same hour last week is still available by the minute.
  { olderThanMs: 8 * DAY_MS, stepMs: HOUR_MS },
  { olderThanMs: 90 * DAY_MS, stepMs: DAY_MS },
]

const STORAGE_RULES: readonly Rule[] = [{ olderThanMs: 7 * DAY_MS, stepMs: DAY_MS }]

/** Cheap if run often; once an hour is enough. Returns how many were deleted. */
export function thinSamples(store: Store, homeId: number, nowMs: number): number {
  const run = store.db.transaction(
    () =>
      thin(store, 'counter_sample', COUNTER_RULES, homeId, nowMs) +
      thin(store, 'storage_sample', STORAGE_RULES, homeId, nowMs),
  )
  return run.immediate()
}

function thin(
  store: Store,
  table: 'counter_sample' | 'storage_sample',
  rules: readonly Rule[],
  homeId: number,
  nowMs: number,
): number {
  // Each rule skips what the next wider one covers: the last sample of an hour is also the last of its
  // minute.
  const statement = prepared(
    store,
    `DELETE FROM ${table} WHERE home_id = @homeId AND at_ms >= @fromMs AND at_ms < @beforeMs AND at_ms NOT IN (
       SELECT max(at_ms) FROM ${table} WHERE home_id = @homeId AND at_ms >= @fromMs AND at_ms < @beforeMs
       GROUP BY at_ms / @stepMs
     )`,
  )
  // Only complete steps, because the last sample of a step must be known.
  const limits = rules.map(({ olderThanMs, stepMs }) => Math.floor((nowMs - olderThanMs) / stepMs) * stepMs)
  let gone = 0
  for (const [index, { stepMs }] of rules.entries()) {
    const [fromMs, beforeMs] = [limits[index + 1] ?? 0, limits[index] ?? 0]
    gone += statement.run({ homeId, fromMs, beforeMs, stepMs: BigInt(stepMs) }).changes
  }
  return gone
}
