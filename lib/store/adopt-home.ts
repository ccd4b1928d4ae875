/** Records of homes at paths that may have moved. */

import { rememberHome } from './homes.ts'
import type { Store } from './open-store.ts'
import { prepared } from './prepared.ts'

export type RecordedHome = { readonly path: string; readonly receipts: number }

/** Every path with receipts except one, the most recently cleaned first. */
export const otherHomes = (store: Store, path: string): RecordedHome[] =>
  prepared<RecordedHome>(
    store,
    `SELECT home_path AS path, count(*) AS receipts FROM receipt WHERE home_path NOT IN (?, '')
     GROUP BY home_path ORDER BY max(started_ms) DESC`,
  ).all(path)

export const hasReceiptOf = (store: Store, path: string, receiptId: string): boolean =>
  prepared(store, 'SELECT 1 FROM receipt WHERE home_path = ? AND receipt_id = ?').get(path, receiptId) !==
  undefined

/** The sessions last active in a home when its messages were counted, without pruned ones. */
export const lastSessions = (store: Store, path: string, limit: number): string[] =>
  prepared<{ session_id: string }>(
    store,
    `SELECT session_id FROM session_rollup JOIN home USING (home_id) WHERE path = ?
       AND session_id NOT IN (SELECT session_id FROM pruned_usage p WHERE p.home_id = home.home_id)
     ORDER BY last_ms DESC LIMIT ?`,
  )
    .all(path, limit)
    .map(({ session_id: id }) => id)

/** Gives plans, receipts, samples and incidents of one path to the home that is now at another. */
export function adoptHome(
  store: Store,
  from: string,
  to: { readonly id: string; readonly path: string },
): void {
  const newId = rememberHome(store, to.path)
  store.db
    .transaction(() => {
      for (const table of ['plan', 'receipt'])
        prepared(store, `UPDATE ${table} SET home_path = ?, home = ? WHERE home_path = ?`).run(
          to.path,
          to.id,
          from,
        )
      const old = prepared<{ home_id: number }>(store, 'SELECT home_id FROM home WHERE path = ?').get(from)
      if (old === undefined) return
      // Where both have a row of the same time, the home at its new path keeps its own.
      for (const table of HISTORY)
        prepared(store, `UPDATE OR IGNORE ${table} SET home_id = ? WHERE home_id = ?`).run(newId, old.home_id)
      for (const table of COUNTED) prepared(store, `DELETE FROM ${table} WHERE home_id = ?`).run(old.home_id)
      prepared(store, 'DELETE FROM home WHERE home_id = ?').run(old.home_id)
    })
    .immediate()
}

/** A token counter that began at the new path goes on: one that jumps to the old value would look like new usage. */
const HISTORY = [
  'counter_sample',
  'storage_sample',
  'pruned_usage',
  'token_counter',
  'counted_session',
  'incident',
  'webhook_outbox',
]
/** Without a foreign key, and counted again for the home at its new path. */
const COUNTED = ['session_rollup', 'message_rollup', 'pruned_usage', 'counted_session']
