/**
 * The main thread's side of the collector: asks its worker, shares one answer among all who ask at the same
 * moment, and shows the last picture with its age when the worker is busy. One per server process.
 */
import { Worker } from 'node:worker_threads'
import { homeSignature } from '../../collect/database/database-facts.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import type { WatchState } from '../../domain/watch/watch-state.ts'
import { collectWorkerLog, log } from '../../platform/log.ts'
import type { Observation } from '../../service/observe/home-observer.ts'
import { hasPassed, SECOND_MS } from '../../shared/time.ts'
import type { CollectorSettings, Question, Reply, WatchPush } from './collector-protocol.ts'
import type { QuestionKind, Questions } from './questions.ts'
import { within } from './within.ts'

/** Within this, everybody gets the same picture without a question asked. */
const SHARED_FOR_MS = SECOND_MS
/** An older picture is better than a page that hangs. */
const PATIENCE_MS = 1_500
/** A large home takes long to look at: its picture is shown at once and renewed behind, up to this age. */
const SLOW_OBSERVATION_MS = 100
const RENEWED_BEHIND_MS = 5 * SECOND_MS
const BRIEF_PATIENCE_MS = 10
const LONGEST_WAIT_MS = 30 * SECOND_MS
const RESTART_AFTER_MS = SECOND_MS
/**
 * The less a thread may take, the sooner V8 tidies up: a home of 60,000 sessions needs a quarter of this. One that
 * needs more gets twice as much after a restart; a runaway must not take the server along.
 */
const MEMORY_MB = { first: 160, most: 1_536, young: 6 } as const

export type Asked<Kind extends QuestionKind> = {
  readonly answer: Questions[Kind]['answer']
  readonly homes: readonly HomeRef[]
}

export class Collector {
  readonly #settings: CollectorSettings
  #worker: Worker | null = null
  #memoryMb: number = MEMORY_MB.first
  #stopped = false
  #nextId = 1
  #homes: readonly HomeRef[] = []
  readonly #waiting = new Map<number, (reply: Reply) => void>()
  readonly #observations = new Map<string, { observed: Asked<'observe'>; atMs: number; signature: string }>()
  readonly #observing = new Map<string, Promise<Asked<'observe'> | null>>()
  readonly #watching = new Set<(state: WatchState) => void>()

  constructor(settings: CollectorSettings) {
    this.#settings = settings
  }

  start(): void {
    this.#stopped = false
    this.#worker ??= this.#makeWorker()
  }

  async stop(): Promise<void> {
    const worker = this.#worker
    this.#stopped = true
    this.#worker = null
    await worker?.terminate()
  }

  /**
   * The picture of a home, shared by all who ask within a second while nobody writes to the home. Null: no home of
   * that name.
   */
  async observe(homeId: string | null): Promise<Asked<'observe'> | null> {
    const key = homeId ?? ''
    const known = this.#observations.get(key)
    if (known === undefined) return this.#observing.get(key) ?? this.#observeNow(key, homeId, '')
    const nowMs = Date.now()
    const { home, costMs } = known.observed.answer
    const signature = homeSignature(home.path)
    if (!hasPassed(SHARED_FOR_MS, known.atMs, nowMs) && signature === known.signature) return known.observed
    const observing = this.#observing.get(key) ?? this.#observeNow(key, homeId, signature)
    const isRenewedBehind = costMs > SLOW_OBSERVATION_MS && !hasPassed(RENEWED_BEHIND_MS, known.atMs, nowMs)
    return within(observing, isRenewedBehind ? BRIEF_PATIENCE_MS : PATIENCE_MS, () =>
      Promise.resolve(known.observed),
    )
  }

  /** Called after every look of the sampler, home by home; answers how to leave. */
  onWatch(listener: (state: WatchState) => void): () => void {
    this.#watching.add(listener)
    return () => void this.#watching.delete(listener)
  }

  /** Every home there is, each with its picture; one that cannot be looked at costs the others nothing. */
  async homes(): Promise<readonly Observation[]> {
    const [opened] = await Promise.allSettled([this.observe(null)])
    const observations = await Promise.allSettled(this.#homes.map(({ id }) => this.observe(id)))
    const seen = observations.flatMap((observed) =>
      observed.status === 'fulfilled' && observed.value !== null ? [observed.value.answer] : [],
    )
    if (seen.length === 0 && opened.status === 'rejected') throw opened.reason
    return seen
  }

  /** Null: no home of that name. Throws when the worker fails or does not answer. */
  async ask<Kind extends QuestionKind>(
    homeId: string | null,
    kind: Kind,
    input: Questions[Kind]['input'],
  ): Promise<Asked<Kind> | null> {
    const reply = await within(this.#send(homeId, kind, input), LONGEST_WAIT_MS, () =>
      Promise.reject(new Error('The collector did not answer.')),
    )
    if (reply.kind === 'failed') throw new Error(reply.message)
    if (reply.kind === 'no-such-home') return null
    // The worker answers each kind with what `Questions` says of it; a thread boundary cannot carry the type.
    return { answer: reply.answer as Questions[Kind]['answer'], homes: reply.homes }
  }

  #observeNow(key: string, homeId: string | null, signature: string): Promise<Asked<'observe'> | null> {
    const isLast = () => this.#observing.get(key) === observing
    const observing: Promise<Asked<'observe'> | null> = this.ask(homeId, 'observe', null).then((observed) => {
      if (observed !== null && isLast())
        this.#observations.set(key, { observed, atMs: Date.now(), signature })
      return observed
    })
    this.#observing.set(key, observing)
    // Whoever waits handles the failure; this only clears the way for the next question.
    observing.catch(() => undefined).finally(() => isLast() && this.#observing.delete(key))
    return observing
  }

  #send<Kind extends QuestionKind>(
    homeId: string | null,
    kind: Kind,
    input: Questions[Kind]['input'],
  ): Promise<Reply> {
    this.start()
    const id = this.#nextId
    this.#nextId += 1
    // After a new count the old pictures are of no use to anybody, nor is one that is still on its way.
    if (kind === 'count-again') {
      this.#observations.clear()
      this.#observing.clear()
    }
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#worker?.postMessage({ id, homeId, kind, input } satisfies Question<Kind>)
    })
  }

  #makeWorker(): Worker {
    const worker = new Worker(new URL('./collector-worker.ts', import.meta.url), {
      workerData: this.#settings,
      stderr: true,
      resourceLimits: {
        maxOldGenerationSizeMb: this.#memoryMb,
        maxYoungGenerationSizeMb: MEMORY_MB.young,
      },
    })
    collectWorkerLog(worker)
    worker.on('message', (message: Reply | WatchPush) => {
      if (message.kind === 'watch') {
        for (const listener of this.#watching) listener(message.state)
        return
      }
      this.#homes = message.homes ?? this.#homes
      this.#waiting.get(message.id)?.(message)
      this.#waiting.delete(message.id)
    })
    worker.on('error', (error) => {
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        this.#memoryMb = Math.min(2 * this.#memoryMb, MEMORY_MB.most)
      log.error('collector stopped, restarting', {}, error)
    })
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = null
      for (const [id, resolve] of this.#waiting)
        resolve({ id, kind: 'failed', message: 'The collector stopped.', homes: null })
      this.#waiting.clear()
      // Somebody watches even while nobody asks.
      setTimeout(() => {
        if (!this.#stopped) this.start()
      }, RESTART_AFTER_MS).unref()
    })
    return worker
  }
}
