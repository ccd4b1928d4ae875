/**
 * The newest state of each home on the main thread, written out once and handed to everybody who watches. One per
 * server process; it keeps one state and one hour per home, however many watch.
 */
import type { WatchHistory, WatchState } from '../domain/watch/watch-state.ts'
import { writeEvent } from './watch-events.ts'

export type WatchListener = (state: WatchState, written: Uint8Array<ArrayBuffer>) => void

/** Where states come from: the collector, which says each new one and answers with the hour behind it. */
export type WatchSource = {
  readonly onWatch: (listener: (state: WatchState) => void) => () => void
  /** Null: no home of that name. */
  readonly askWatch: (
    homeId: string,
  ) => Promise<{ readonly state: WatchState | null; readonly history: WatchHistory } | null>
}

export type Watched = {
  readonly state: WatchState | null
  readonly history: WatchHistory
  /** The history as an event, written once for all who open a board between two looks. */
  readonly writtenHistory: Uint8Array<ArrayBuffer>
}

export class WatchHub {
  readonly #source: WatchSource
  readonly #states = new Map<string, { state: WatchState; written: Uint8Array<ArrayBuffer> }>()
  readonly #listeners = new Map<string, Set<WatchListener>>()
  readonly #opening = new Map<string, { seenMs: number | null; watched: Promise<Watched | null> }>()
  readonly #stop: () => void

  constructor(source: WatchSource) {
    this.#source = source
    this.#stop = source.onWatch((state) => this.#take(state))
  }

  stop(): void {
    this.#stop()
    this.#listeners.clear()
  }

  /** Null until the first look at the home has been told. */
  latest(homeId: string): WatchState | null {
    return this.#states.get(homeId)?.state ?? null
  }

  /** The newest state as an event; null until there is one. */
  written(homeId: string): Uint8Array<ArrayBuffer> | null {
    return this.#states.get(homeId)?.written ?? null
  }

  /** Called with every state from now on, until what it returns is called. */
  subscribe(homeId: string, listener: WatchListener): () => void {
    const listeners = this.#listeners.get(homeId) ?? new Set()
    this.#listeners.set(homeId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(homeId) === listeners) this.#listeners.delete(homeId)
    }
  }

  /** How many watch, over all homes. */
  get watching(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0)
  }

  /** What a board needs to open: asked once for all who open between two looks. Null: no home of that name. */
  open(homeId: string): Promise<Watched | null> {
    const seenMs = this.latest(homeId)?.seenMs ?? null
    const known = this.#opening.get(homeId)
    if (known !== undefined && known.seenMs === seenMs) return known.watched
    const watched = this.#ask(homeId)
    this.#opening.set(homeId, { seenMs, watched })
    // Before the first look there is nothing worth keeping, and a failure is only the asker's.
    const forget = () => {
      if (this.#opening.get(homeId)?.watched === watched) this.#opening.delete(homeId)
    }
    watched.then((found) => {
      if (found === null || found.state === null) forget()
    }, forget)
    return watched
  }

  async #ask(homeId: string): Promise<Watched | null> {
    const answer = await this.#source.askWatch(homeId)
    if (answer === null) return null
    if (answer.state !== null && this.latest(homeId) === null) this.#keep(answer.state)
    const state = this.latest(homeId) ?? answer.state
    return { state, history: answer.history, writtenHistory: writeEvent('history', answer.history) }
  }

  #take(state: WatchState): void {
    const written = this.#keep(state)
    for (const listener of [...(this.#listeners.get(state.homeId) ?? [])]) listener(state, written)
  }

  #keep(state: WatchState): Uint8Array<ArrayBuffer> {
    const written = writeEvent('state', state)
    this.#states.set(state.homeId, { state, written })
    return written
  }
}
