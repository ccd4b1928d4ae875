/** Usage of pruned sessions, one row per session. Safe to write again. */
import type { PrunedUsage } from '../../domain/tokens/pruned-usage.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

export function recordPrunedUsage(store: Store, homeId: number, usage: readonly PrunedUsage[]): void {
  const insert = prepared(
    store,
    'INSERT OR REPLACE INTO pruned_usage (home_id, session_id, body) VALUES (?, ?, ?)',
  )
  store.db.transaction(() => {
    for (const each of usage) insert.run(homeId, each.id, JSON.stringify(each))
  })()
}

export function dropPrunedUsage(store: Store, homeId: number, sessionIds: readonly string[]): void {
  const drop = prepared(store, 'DELETE FROM pruned_usage WHERE home_id = ? AND session_id = ?')
  store.db.transaction(() => {
    for (const id of sessionIds) drop.run(homeId, id)
  })()
}

export const readPrunedUsage = (store: Store, homeId: number): PrunedUsage[] =>
  prepared<{ body: string }>(store, 'SELECT body FROM pruned_usage WHERE home_id = ?')
    .all(homeId)
    .map(({ body }) => JSON.parse(body))
