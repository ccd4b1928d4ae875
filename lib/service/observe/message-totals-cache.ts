/**
 * Message counts of every session, kept in memory. After a commit only the sessions it added to are read again: reading
 * all of them would cost a large home tens of megabytes each time.
 */
import type { Store } from '../../store/open-store.ts'
import { readIndexState } from '../../store/samples/index-state.ts'
import {
  readSessionMessageTotals,
  refreshSessionMessageTotals,
  type SessionMessageTotals,
} from '../../store/samples/message-rollups.ts'
import type { IndexProgress } from './index-messages.ts'

type Counted = {
  readonly sessions: Map<string, SessionMessageTotals>
  /** Their sum. */
  readonly messages: number
  readonly lastReconciledMs: number | null
}

export class MessageTotalsCache {
  readonly #store: Store
  readonly #homeId: number
  #counted: Counted | null = null

  constructor(store: Store, homeId: number) {
    this.#store = store
    this.#homeId = homeId
  }

  read(): ReadonlyMap<string, SessionMessageTotals> {
    // In one transaction, because another server may be counting into the same data folder.
    this.#counted ??= this.#store.db.transaction(() => {
      const state = readIndexState(this.#store, this.#homeId)
      return {
        sessions: readSessionMessageTotals(this.#store, this.#homeId),
        messages: state?.messages ?? 0,
        lastReconciledMs: state?.lastReconciledMs ?? null,
      }
    })()
    return this.#counted.sessions
  }

  clear(): void {
    this.#counted = null
  }

  /** If another server counted or reconciled too, the next read gets every session again. */
  advance({ added, changed, indexed, lastReconciledMs }: IndexProgress): void {
    const counted = this.#counted
    this.#counted = null
    if (counted === null || counted.messages + added !== indexed) return
    if (counted.lastReconciledMs !== lastReconciledMs) return
    refreshSessionMessageTotals(this.#store, this.#homeId, counted.sessions, changed)
    this.#counted = { ...counted, messages: indexed }
  }
}
