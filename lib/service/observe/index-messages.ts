/**
 * Counts a home's messages into Steward's roll-ups, starting after the highest id already counted.
 * Synchronous and meant for a worker: call it again until `complete`. Each batch and the new high-water mark
 * are one transaction, so a kill neither loses nor doubles a message. `reconcileMessages` handles deletions.
 * Soft rewinds (`active = 0`) change no count.
 */
import type { StateDb } from '../../collect/database/database-facts.ts'
import { readOrFault } from '../../collect/database/open-state-db.ts'
import { readMessageBatch } from '../../collect/sessions/read-message-batch.ts'
import {
  readFileGeneration,
  readMessageFingerprints,
  readMessageTotals,
} from '../../collect/sessions/read-message-totals.ts'
import type { Capabilities } from '../../domain/home/home.ts'
import { type MessageFact, rollUpMessages } from '../../domain/sessions/message-rollup.ts'
import type { Store } from '../../store/open-store.ts'
import { advanceIndex, type IndexState, readIndexState } from '../../store/samples/index-state.ts'
import { addRollups, dropAllRollups } from '../../store/samples/message-rollups.ts'

export type IndexInput = {
  readonly store: Store
  readonly homeId: number
  readonly db: StateDb
  readonly capabilities: Pick<Capabilities, 'messageColumns' | 'tables'>
  /** dev:ino of state.db. */
  readonly identity: string
  /** Stop after the batch in which this much time has passed. At least one batch is read. */
  readonly budgetMs?: number
  readonly batchSize?: number
}

export type IndexProgress = {
  /** Messages counted by this call. */
  readonly added: number
  /** Their sessions. */
  readonly changed: ReadonlySet<string>
  /** Messages counted so far. */
  readonly indexed: number
  readonly highWater: number
  readonly complete: boolean
  /** Approximate number of messages in the home, for a progress bar. */
  readonly totalEstimate: number
  readonly lastReconciledMs: number | null
}

export function indexMessages(input: IndexInput): IndexProgress {
  const { store, homeId, db, capabilities, budgetMs = Number.POSITIVE_INFINITY, batchSize = 5_000 } = input
  if (capabilities.messageColumns.length === 0) return NO_MESSAGES
  const startedMs = performance.now()
  let state = currentState(input)
  const changed = new Set<string>()
  let added = 0
  do {
    const { highWater } = state
    const facts = readOrFault(() => readMessageBatch(db, capabilities.messageColumns, highWater, batchSize))
    const next = stateAfter(state, facts, batchSize)
    if (facts.length > 0 || next.complete !== state.complete) {
      const sums = rollUpMessages(facts)
      if (!advanceIndex(store, homeId, state, next, () => addRollups(store, homeId, sums.values()))) {
        // Another thread counted this batch first, so continue from its position.
        state = currentState(input)
        continue
      }
      added += facts.length
      for (const sessionId of sums.keys()) changed.add(sessionId)
    }
    state = next
  } while (!state.complete && performance.now() - startedMs < budgetMs)
  return progressOf(state, added, changed)
}

const NO_MESSAGES: IndexProgress = {
  added: 0,
  changed: new Set(),
  indexed: 0,
  highWater: 0,
  complete: true,
  totalEstimate: 0,
  lastReconciledMs: null,
}

/** Where to resume. A different file, or one that went back in time, is counted from the start. */
function currentState({ store, homeId, db, capabilities, identity }: IndexInput): IndexState {
  const stored = readIndexState(store, homeId)
  const generation = readOrFault(() => readFileGeneration(db, capabilities.tables))
  if (stored !== null && isSameFile(stored, identity, generation) && !wentBack(db, stored.highWater)) {
    if (stored.generation !== null || generation === null) return stored
    const marked = { ...stored, generation }
    advanceIndex(store, homeId, stored, marked, () => undefined)
    return readIndexState(store, homeId) ?? marked
  }
  const fresh: IndexState = {
    identity,
    generation,
    highWater: 0,
    messages: 0,
    messagesAtStart: readOrFault(() => readMessageTotals(db)).count,
    complete: false,
    lastReconciledMs: null,
  }
  advanceIndex(store, homeId, stored, fresh, () => dropAllRollups(store, homeId))
  return readIndexState(store, homeId) ?? fresh
}

/** Hermes adds an id to old files when it is updated, so a first id does not mean another file. */
const isSameFile = (stored: IndexState, identity: string, generation: string | null): boolean =>
  stored.identity === identity &&
  (stored.generation === null || generation === null || stored.generation === generation)

/** Deleting the newest messages lowers the highest id but never the sequence: only a restored copy does. */
function wentBack(db: StateDb, highWater: number): boolean {
  const { maxId, sequence } = readOrFault(() => readMessageFingerprints(db))
  return (sequence ?? maxId) < highWater
}

const stateAfter = (state: IndexState, facts: readonly MessageFact[], batchSize: number): IndexState => ({
  ...state,
  highWater: facts.at(-1)?.id ?? state.highWater,
  messages: state.messages + facts.length,
  complete: facts.length < batchSize,
})

const progressOf = (state: IndexState, added: number, changed: ReadonlySet<string>): IndexProgress => ({
  added,
  changed,
  indexed: state.messages,
  highWater: state.highWater,
  complete: state.complete,
  totalEstimate: state.complete ? state.messages : Math.max(state.messages, state.messagesAtStart),
  lastReconciledMs: state.lastReconciledMs,
})
