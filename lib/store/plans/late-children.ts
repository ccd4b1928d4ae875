/** Sessions restored while their parent was missing. They are linked again once the parent is restored. */
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

/**
 * By parent: its children among all sessions ever restored in this home. Receipts found on disk don't say
 * whether they were restored. A child that is not there is not linked.
 */
export function readLateChildren(
  store: Store,
  homePath: string,
  parentIds: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const rows = prepared<{ parent: string; child: string }>(
    store,
    // A target that was deleted is an empty text, which is not JSON.
    `SELECT DISTINCT nullif(i.target, '') ->> '$.mark.parentId' AS parent,
       nullif(i.target, '') ->> '$.sessionId' AS child
     FROM receipt_item i JOIN receipt r USING (receipt_no)
     WHERE r.home_path = ? AND (r.kind = 'restore' OR r.found_ms IS NOT NULL) AND i.kind = 'session'
       AND i.outcome = 'done'
       AND nullif(i.target, '') ->> '$.mark.parentId' IN (SELECT value FROM json_each(?))`,
  ).all(homePath, JSON.stringify(parentIds))
  const byParent = Map.groupBy(rows, ({ parent }) => parent)
  return new Map([...byParent].map(([parent, all]) => [parent, all.map(({ child }) => child)]))
}
