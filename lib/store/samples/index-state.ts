/** How far a home's messages have been indexed, and from which file. */
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

export type IndexState = {
  /** dev:ino of the state.db that was read. */
  readonly identity: string
  /** Hermes' generation of the file, if it has one. */
  readonly generation: string | null
  /** Every message up to this id has been counted. */
  readonly highWater: number
  /** Messages in the roll-ups. */
  readonly messages: number
  /** Messages in the home when counting began. */
  readonly messagesAtStart: number
  readonly complete: boolean
  readonly lastReconciledMs: number | null
}

type Row = {
  identity: string
  generation: string | null
  high_water: number
  messages: number
  messages_at_start: number
  complete: number
  last_reconciled_ms: number | null
}

export function readIndexState(store: Store, homeId: number): IndexState | null {
  const row = prepared<Row>(store, 'SELECT * FROM index_state WHERE home_id = ?').get(homeId)
  if (row === undefined) return null
  return {
    identity: row.identity,
    generation: row.generation,
    highWater: row.high_water,
    messages: row.messages,
    messagesAtStart: row.messages_at_start,
    complete: row.complete === 1,
    lastReconciledMs: row.last_reconciled_ms,
  }
}

/**
 * Runs `change` and stores `next` in one transaction, if the state is still `from`. Returns false otherwise,
 * because two counts of the same messages must not both be added.
 */
export function advanceIndex(
  store: Store,
  homeId: number,
  from: IndexState | null,
  next: IndexState,
  change: () => void,
): boolean {
  const run = store.db.transaction((): boolean => {
    if (!isSameState(readIndexState(store, homeId), from)) return false
    change()
    writeIndexState(store, homeId, next)
    return true
  })
  return run.immediate()
}

function writeIndexState(store: Store, homeId: number, state: IndexState): void {
  prepared(
    store,
    `INSERT INTO index_state (home_id, identity, generation, high_water, messages, messages_at_start, complete,
       last_reconciled_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (home_id) DO UPDATE SET identity = excluded.identity, generation = excluded.generation,
       high_water = excluded.high_water, messages = excluded.messages,
       messages_at_start = excluded.messages_at_start, complete = excluded.complete, last_reconciled_ms = excluded.last_reconciled_ms`,
  ).run(
    homeId,
    state.identity,
    state.generation,
    state.highWater,
    state.messages,
    state.messagesAtStart,
    state.complete ? 1 : 0,
    state.lastReconciledMs,
  )
}

function isSameState(a: IndexState | null, b: IndexState | null): boolean {
  if (a === null || b === null) return a === b
  return (
    a.identity === b.identity &&
    a.generation === b.generation &&
    a.highWater === b.highWater &&
    a.messages === b.messages
  )
}
