/**
 * The newest state of each home on the main thread, serialized once and sent to every open watch page. One
 * per server process. It keeps one state and one hour per home, however many pages are open.
 */
import type { WatchHistory, WatchState } from '../../domain/watch/watch-state.ts'
import { log } from '../../platform/log.ts'
import { OngoingFailures } from '../../platform/ongoing-failures.ts'
import { SECOND_MS } from '../../shared/time.ts'
import { within } from '../../shared/within.ts'
import { writeEvent } from '../watch-events.ts'

export type WatchListener = (state: WatchState, written: Uint8Array<ArrayBuffer>) => void

/** Where states come from: the collector, which pushes each new one and answers with the hour before it. */
export type WatchSource = {
  readonly onWatch: (listener: (state: WatchState) => void) => () => void
  /** Null if there is no home with that name. */
  readonly readWatch: (
    homeId: string,
  ) => Promise<{ readonly state: WatchState | null; readonly history: WatchHistory } | null>
}

type Whole = {
  readonly state: WatchState | null
  readonly history: WatchHistory
  /** The history as an event, serialized once for all pages opened between two samples. */
  readonly writtenHistory: Uint8Array<ArrayBuffer>
}

/** `history` is null if the collector is busy. It arrives later with `whole`. */
export type Watched = Pick<Whole, 'state'> & {
  readonly history: WatchHistory | null
  readonly whole: Promise<Whole | null>
}

/** After this time, a page shows the newest state without the last hour. */
const HISTORY_WAIT_MS = SECOND_MS

export class WatchHub {
  readonly #source: WatchSource
  readonly #states = new Map<string, { state: WatchState; written: Uint8Array<ArrayBuffer> }>()
  readonly #listeners = new Map<string, Set<WatchListener>>()
  readonly #opening = new Map<string, { seenMs: number | null; whole: Promise<Whole | null> }>()
  readonly #failures = new OngoingFailures()
  readonly #historyWaitMs: number
  readonly #stop: () => void

  constructor(source: WatchSource, historyWaitMs = HISTORY_WAIT_MS) {
    this.#source = source
    this.#historyWaitMs = historyWaitMs
    this.#stop = source.onWatch((state) => this.#take(state))
  }

  stop(): void {
    this.#stop()
    this.#listeners.clear()
  }

  /** Null until the first sample of the home. */
  latest(homeId: string): WatchState | null {
    return this.#states.get(homeId)?.state ?? null
  }

  /** The newest state as an event. Null until there is one. */
  written(homeId: string): Uint8Array<ArrayBuffer> | null {
    return this.#states.get(homeId)?.written ?? null
  }

  /** Calls the listener with every new state. Returns how to unsubscribe. */
  subscribe(homeId: string, listener: WatchListener): () => void {
    const listeners = this.#listeners.get(homeId) ?? new Set()
    this.#listeners.set(homeId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#listeners.get(homeId) === listeners) this.#listeners.delete(homeId)
    }
  }

  /** The number of listeners over all homes. */
  get watching(): number {
    return [...this.#listeners.values()].reduce((sum, { size }) => sum + size, 0)
  }

  /**
   * What a watch page needs to open. Null if there is no home with that name. Never waits long for a home
   * that was sampled before.
   */
  async open(homeId: string): Promise<Watched | null> {
    const whole = this.#wholeOf(homeId)
    const late = async () => ({ state: this.latest(homeId), history: null })
    const found =
      this.latest(homeId) === null ? await whole : await within(whole.catch(late), this.#historyWaitMs, late)
    return found === null ? null : { state: this.latest(homeId), history: found.history, whole }
  }

  /** Requested once for all pages opened between two samples. */
  #wholeOf(homeId: string): Promise<Whole | null> {
    const seenMs = this.latest(homeId)?.seenMs ?? null
    const known = this.#opening.get(homeId)
    if (known !== undefined && known.seenMs === seenMs) return known.whole
    const whole = this.#ask(homeId)
    this.#opening.set(homeId, { seenMs, whole })
    // There is nothing to cache before the first sample, and a failure belongs to its own request.
    const forget = () => {
      if (this.#opening.get(homeId)?.whole === whole) this.#opening.delete(homeId)
    }
    whole.then(
      (found) => {
        this.#failures.end(homeId)
        if (found === null || found.state === null) forget()
      },
      (error) => {
        forget()
        // Before the first sample, the request itself fails.
        if (seenMs === null) return
        this.#failures.begin(homeId, () => log.error('watch history not read', { home: homeId }, error))
      },
    )
    return whole
  }

  async #ask(homeId: string): Promise<Whole | null> {
    const answer = await this.#source.readWatch(homeId)
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
