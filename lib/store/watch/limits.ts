/** Stored alert limits. If they cannot be read, the defaults apply. */
import { DEFAULT_LIMITS, type WatchLimits } from '../../domain/watch/limits/limits.ts'
import { LimitsSchema } from '../../domain/watch/limits/limits-schema.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

const KEY = 'watch-limits'

export type StoredLimits = {
  readonly limits: WatchLimits
  /** `unreadable`: the stored value is not valid, so the defaults apply. */
  readonly state: 'default' | 'custom' | 'unreadable'
}

export function readStoredLimits(store: Store): StoredLimits {
  const row = prepared<{ value: string }>(store, 'SELECT value FROM setting WHERE key = ?').get(KEY)
  if (row === undefined) return { limits: DEFAULT_LIMITS, state: 'default' }
  const parsed = LimitsSchema.safeParse(parseJson(row.value))
  return parsed.success
    ? { limits: parsed.data, state: 'custom' }
    : { limits: DEFAULT_LIMITS, state: 'unreadable' }
}

export function writeLimits(store: Store, limits: WatchLimits): void {
  prepared(store, 'INSERT OR REPLACE INTO setting (key, value) VALUES (?, ?)').run(
    KEY,
    JSON.stringify(LimitsSchema.parse(limits)),
  )
}

/** Back to the defaults, including those of later versions. */
export function resetLimits(store: Store): void {
  prepared(store, 'DELETE FROM setting WHERE key = ?').run(KEY)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON. The schema check reports it.
    return null
  }
}
