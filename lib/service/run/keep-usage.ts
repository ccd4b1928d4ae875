/**
 * Keeps tokens and costs of removed sessions, and counts what they used since the last sample. They are recorded before a run removes anything, so that a kill
 * loses none, and dropped again for kept or restored sessions when the run is closed.
 */
import { readSessions } from '../../collect/sessions/read-sessions.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import type { RunItem } from '../../domain/plan/plan.ts'
import { areRowsGone } from '../../domain/plan/receipt/files-left.ts'
import { usageOf } from '../../domain/tokens/pruned-usage.ts'
import { tokensOf } from '../../domain/tokens/token-sums.ts'
import { rememberHome } from '../../store/homes.ts'
import type { Store } from '../../store/open-store.ts'
import { readBatches } from '../../store/plans/journal.ts'
import type { StoredReceipt } from '../../store/plans/receipts.ts'
import { dropPrunedUsage, recordPrunedUsage } from '../../store/samples/pruned-usage.ts'
import { countLastTokens } from '../../store/samples/token-counter.ts'
import { readStateDb } from '../observe/read-database-side.ts'
import type { RunTools } from './open-run.ts'
import { ignoreSystemErrors } from './system-errors.ts'

type UsageTools = Pick<RunTools, 'store' | 'now'>

/** Failing to record usage must not stop a cleanup of a full disk. */
export function keepUsage({ store, now }: UsageTools, home: HomeRef, items: readonly RunItem[]): void {
  const ids = new Set(items.flatMap(({ target }) => (target.kind === 'session' ? [target.sessionId] : [])))
  if (ids.size === 0) return
  const rows = readStateDb(home.path, (db, { capabilities }) =>
    readSessions(db, capabilities, () => null).filter(({ id }) => ids.has(id)),
  )
  if (rows.ok)
    ignoreSystemErrors(() => {
      const homeId = rememberHome(store, home.path)
      recordPrunedUsage(store, homeId, rows.value.map(usageOf))
      const usage = rows.value.map(({ id, startedMs, ...row }) => ({ id, startedMs, tokens: tokensOf(row) }))
      countLastTokens(store, homeId, usage, now())
    })
}

/** Drops usage of sessions that exist: those a cleanup kept, or those a restore brought back. */
export function settleUsage(store: Store, { id, kind, homePath }: StoredReceipt): void {
  const there = readBatches(store, id).flatMap(({ items }) =>
    items.flatMap(({ target, outcome }) =>
      target.kind === 'session' && areRowsGone(outcome) === (kind === 'restore') ? [target.sessionId] : [],
    ),
  )
  if (there.length > 0) ignoreSystemErrors(() => dropPrunedUsage(store, rememberHome(store, homePath), there))
}
