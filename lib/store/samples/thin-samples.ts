/**
 * Keeps the memory of a home small for years: the older a sample, the wider the raster it must stand in.
 * The last sample of each raster step stays, so thinning twice, or later, leaves the same ones.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

type Rule = { readonly olderThanMs: number; readonly stepMs: number }

const COUNTER_RULES: readonly Rule[] = [
  { olderThanMs: 2 * HOUR_MS, stepMs: MINUTE_MS },
  // The same hour last week is still known by the minute.
  { olderThanMs: 8 * DAY_MS, stepMs: HOUR_MS },
  { olderThanMs: 90 * DAY_MS, stepMs: DAY_MS },
]

const STORAGE_RULES: readonly Rule[] = [{ olderThanMs: 7 * DAY_MS, stepMs: DAY_MS }]

/** Cheap when done often; once an hour is plenty. Answers how many samples went. */
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
  // Each rule looks only at what the next wider one does not: the last of an hour is the last of its minute too.
  const statement = prepared(
    store,
    `DELETE FROM ${table} WHERE home_id = @homeId AND at_ms >= @fromMs AND at_ms < @beforeMs AND at_ms NOT IN (
       SELECT max(at_ms) FROM ${table} WHERE home_id = @homeId AND at_ms >= @fromMs AND at_ms < @beforeMs
       GROUP BY at_ms / @stepMs
     )`,
  )
  // Only whole steps: the last sample of a step is known once the step has passed the limit.
  const limits = rules.map(({ olderThanMs, stepMs }) => Math.floor((nowMs - olderThanMs) / stepMs) * stepMs)
  let gone = 0
  for (const [index, { stepMs }] of rules.entries()) {
    const [fromMs, beforeMs] = [limits[index + 1] ?? 0, limits[index] ?? 0]
    gone += statement.run({ homeId, fromMs, beforeMs, stepMs: BigInt(stepMs) }).changes
  }
  return gone
}
