/** When Hermes last pruned automatically, from `state_meta`. Null if it never did or does not record it. */
import type { Database } from 'better-sqlite3'
import type { Capabilities } from '../../domain/home/home.ts'
import { asNumber } from '../../shared/json-values.ts'
import { secondsToMs } from './epoch.ts'
import { readColumns } from './read-capabilities.ts'
import { shortText } from './short-text.ts'

export function readLastAutoPrune(db: Database, caps: Capabilities): number | null {
  if (!caps.tables.includes('state_meta')) return null
  const columns = readColumns(db, 'state_meta')
  if (!columns.includes('key') || !columns.includes('value')) return null
  const value = db
    .prepare<[], unknown>(
      `SELECT ${shortText('value')} FROM state_meta WHERE key = 'last_auto_prune' LIMIT 1`,
    )
    .pluck()
    .get()
  return secondsToMs(asNumber(value))
}
