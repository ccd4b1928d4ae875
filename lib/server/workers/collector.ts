/**
 * The main thread's side of the collector. It sends requests to the worker, shares one observation among
 * concurrent requests, and serves the last one with its age while the worker is busy. One per server process.
 */
import { Worker } from 'node:worker_threads'
import { homeSignature } from '../../collect/database/database-facts.ts'
import type { AuditActor } from '../../domain/access/actor.ts'
import type { HomeRef } from '../../domain/home/home.ts'
import type { WatchState } from '../../domain/watch/watch-state.ts'
import { log } from '../../platform/log.ts'
import { OngoingFailures } from '../../platform/ongoing-failures.ts'
import { SharedNote } from '../../platform/shared-note.ts'
import { WorkerClient, WorkerStoppedError } from '../../platform/worker-client.ts'
import type { Observation } from '../../service/observe/compose-observation.ts'
import { hasPassed, SECOND_MS } from '../../shared/time.ts'
import { within } from '../../shared/within.ts'
import type { CommandName, Commands, StoreCommandName, StoreCommands } from './collector-commands.ts'
import type {
  CollectorData,
  CollectorRequest,
  CollectorSettings,
  Reply,
  WatchPush,
} from './collector-protocol.ts'
import type { Queries, QueryName, StoreQueries, StoreQueryName } from './collector-queries.ts'
import type { HomeLocks } from './home-locks.ts'
import { Quarantine } from './quarantine.ts'

/** Within this time, every request gets the cached observation. */
const CACHED_FOR_MS = SECOND_MS
/** After this time, a page gets the last observation, because an old one is better than a page that hangs. */
const REFRESH_WAIT_MS = 1_500
/**
 * A large home takes long to read. Up to this age, its observation is served at once and refreshed in the
 * background.
 */
const SLOW_OBSERVATION_MS = 100
const BACKGROUND_REFRESH_MS = 5 * SECOND_MS
const BACKGROUND_WAIT_MS = 10
const LONGEST_WAIT_MS = 30 * SECOND_MS
const RESTART_AFTER_MS = SECOND_MS
const RETRY_EVERY_MS = 5 * SECOND_MS
/** A query is tried again after this many crashes: the first lack of memory only gets the worker more. */
const MOST_CRASHES = 2
/**
 * A smaller heap makes V8 collect earlier. A home of 60,000 sessions needs a quarter of this. If more is
 * needed, the limit doubles after a restart, and a runaway cannot take down the server.
 */
type MemoryMb = { readonly first: number; readonly most: number; readonly young: number }
const MEMORY_MB: MemoryMb = { first: 160, most: 1_536, young: 6 }

/** An answer with the homes known at that time. */
export type Answered<Answer> = { readonly answer: Answer; readonly homes: readonly HomeRef[] }

export type CollectorOptions = {
  /** Without it, pages do not tell whether another Steward manages a home. */
  readonly locks?: HomeLocks | null
  readonly memoryMb?: MemoryMb
  /** Milliseconds of a monotonic clock. */
  readonly elapsed?: () => number
}

export class Collector {
  readonly #client: WorkerClient<CollectorRequest, WatchPush>
  #homes: readonly HomeRef[] = []
  readonly #observations = new Map<
    string,
    { observed: Answered<Observation>; atMs: number; signature: string }
  >()
  readonly #observing = new Map<string, Promise<Answered<Observation> | null>>()
  readonly #watching = new Set<(state: WatchState) => void>()
  readonly #failures = new OngoingFailures()
  readonly #quarantine = new Quarantine()
  readonly #atWork = new SharedNote()
  readonly #elapsed: () => number
  #retrying: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(
    settings: CollectorSettings,
    { locks = null, memoryMb = MEMORY_MB, elapsed = () => performance.now() }: CollectorOptions = {},
  ) {
    this.#elapsed = elapsed
    this.#client = new WorkerClient({
      create: (resourceLimits) => {
        const port = locks?.port() ?? null
        return new Worker(new URL('./collector-worker.ts', import.meta.url), {
          workerData: {
            ...settings,
            quarantined: this.#quarantine.reasons,
            atWork: this.#atWork.buffer,
            locks: port,
          } satisfies CollectorData,
          transferList: port === null ? [] : [port],
          stderr: true,
          resourceLimits,
        })
      },
      memoryMb,
      // It samples homes even if no page is open.
      restartAfterMs: RESTART_AFTER_MS,
      stoppedMessage: 'The collector stopped.',
      onPush: ({ state }) => {
        for (const listener of this.#watching) listener(state)
      },
      onError: (error) => this.#crashed(error),
    })
  }

  start(): void {
    this.#client.start()
  }

  stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#retrying)
    return this.#client.stop()
  }

  /**
   * The observation of a home, cached for a second unless the home is written to. Null if there is no home
   * with that name.
   */
  async observe(homeId: string | null): Promise<Answered<Observation> | null> {
    const key = homeId ?? ''
    const known = this.#observations.get(key)
    if (known === undefined) return this.#observing.get(key) ?? this.#observeNow(key, homeId, '')
    const nowMs = Date.now()
    const { home, costMs } = known.observed.answer
    const signature = homeSignature(home.path)
    if (!hasPassed(CACHED_FOR_MS, known.atMs, nowMs) && signature === known.signature) return known.observed
    const observing = this.#observing.get(key) ?? this.#observeNow(key, homeId, signature)
    const refreshesInBackground =
      costMs > SLOW_OBSERVATION_MS && !hasPassed(BACKGROUND_REFRESH_MS, known.atMs, nowMs)
    return within(observing, refreshesInBackground ? BACKGROUND_WAIT_MS : REFRESH_WAIT_MS, () =>
      Promise.resolve(known.observed),
    )
  }

  /** Called after every sample of every home. Returns how to unsubscribe. */
  onWatch(listener: (state: WatchState) => void): () => void {
    this.#watching.add(listener)
    return () => void this.#watching.delete(listener)
  }

  /** Every home with its observation. One that cannot be read is left out and does not affect the others. */
  async homes(): Promise<readonly Observation[]> {
    const [opened] = await Promise.allSettled([this.observe(null)])
    const homes = this.#homes
    const observations = await Promise.allSettled(homes.map(({ id }) => this.observe(id)))
    const seen = observations.flatMap((observed) =>
      observed.status === 'fulfilled' && observed.value !== null ? [observed.value.answer] : [],
    )
    if (seen.length === 0 && opened.status === 'rejected') throw opened.reason
    for (const [at, observed] of observations.entries()) this.#reportRead(homes[at]?.id ?? '', observed)
    return seen
  }

  #reportRead(home: string, read: PromiseSettledResult<unknown>): void {
    if (read.status === 'fulfilled') this.#failures.end(home)
    else this.#failures.begin(home, () => log.error('home not read', { home }, read.reason))
  }

  /** Null if there is no home with that name. Throws if the worker fails or does not answer. */
  query<Name extends QueryName>(
    homeId: string | null,
    name: Name,
    input: Queries[Name]['input'],
  ): Promise<Answered<Queries[Name]['answer']> | null> {
    return this.#send({ kind: 'query', homeId, name, input })
  }

  /** Queries Steward's own database, for what belongs to no home. */
  queryStore<Name extends StoreQueryName>(
    name: Name,
    input: StoreQueries[Name]['input'],
  ): Promise<Answered<StoreQueries[Name]['answer']>> {
    return this.#sendToStore({ kind: 'store-query', name, input })
  }

  /** Null if there is no home with that name. Throws if the worker fails or does not answer. */
  command<Name extends CommandName>(
    homeId: string | null,
    name: Name,
    input: Commands[Name]['input'],
  ): Promise<Answered<Commands[Name]['answer']> | null> {
    // A new count invalidates cached observations and those in progress.
    if (name === 'count-again') {
      this.#observations.clear()
      this.#observing.clear()
    }
    return this.#send({ kind: 'command', homeId, name, input })
  }

  commandStore<Name extends StoreCommandName>(
    name: Name,
    input: StoreCommands[Name]['input'],
  ): Promise<Answered<StoreCommands[Name]['answer']>> {
    return this.#sendToStore({ kind: 'store-command', name, input })
  }

  /** Reads a quarantined home again. False if it was not quarantined, null if there is no such home. */
  async retryHome(homeId: string, by: AuditActor): Promise<boolean | null> {
    const home = this.#homes.find(({ id }) => id === homeId)
    if (home === undefined) return null
    return this.#release(home.path, by)
  }

  #crashed(error: Error): void {
    const path = this.#atWork.read()
    this.#atWork.write(null)
    const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    const isHeld =
      path !== null && this.#quarantine.crashed(path, isMemory ? 'memory' : 'error', this.#elapsed())
    log.error('collector stopped, restarting', path === null ? {} : { path, quarantined: isHeld }, error)
    if (!isHeld) return
    this.#observations.clear()
    this.#observing.clear()
    this.#retrying ??= setInterval(() => this.#retryDue(), RETRY_EVERY_MS).unref()
  }

  #retryDue(): void {
    for (const path of this.#quarantine.due(this.#elapsed()))
      this.#release(path, null).catch((error) => log.error('home not released', { path }, error))
  }

  async #release(homePath: string, by: AuditActor | null): Promise<boolean> {
    if (!this.#quarantine.release(homePath)) return false
    await this.#send({ kind: 'release', name: 'release', homePath, by })
    this.#observations.clear()
    this.#observing.clear()
    return true
  }

  #observeNow(key: string, homeId: string | null, signature: string): Promise<Answered<Observation> | null> {
    const isLast = () => this.#observing.get(key) === observing
    const observing: Promise<Answered<Observation> | null> = this.query(homeId, 'observe', null).then(
      (observed) => {
        if (observed !== null && isLast())
          this.#observations.set(key, { observed, atMs: Date.now(), signature })
        return observed
      },
    )
    this.#observing.set(key, observing)
    // Callers handle the failure. This only lets the next request start.
    observing.catch(() => undefined).finally(() => isLast() && this.#observing.delete(key))
    return observing
  }

  async #sendToStore<Answer>(request: CollectorRequest): Promise<Answered<Answer>> {
    const answered = await this.#send<Answer>(request)
    if (answered === null) throw new Error(`The collector found no home for ${request.name}.`)
    return answered
  }

  async #send<Answer>(request: CollectorRequest): Promise<Answered<Answer> | null> {
    const reply = await within(this.#post<Answer>(request), LONGEST_WAIT_MS, () =>
      Promise.reject(new Error('The collector did not answer.')),
    )
    if (reply.kind === 'failed') throw new Error(reply.message)
    return reply.kind === 'no-such-home' ? null : { answer: reply.answer, homes: reply.homes }
  }

  /** A query whose worker crashed is sent again until the home is quarantined. A command is not, because it may have begun. */
  async #request(request: CollectorRequest): Promise<unknown> {
    const isQuery = request.kind === 'query' || request.kind === 'store-query'
    for (let triesLeft = isQuery ? MOST_CRASHES : 0; ; triesLeft -= 1) {
      try {
        return await this.#client.request(request)
      } catch (error) {
        if (!(error instanceof WorkerStoppedError) || triesLeft === 0 || this.#isStopped) throw error
      }
    }
  }

  async #post<Answer>(request: CollectorRequest): Promise<Reply<Answer>> {
    // A thread boundary cannot carry types. Handlers and callers are typed by the same tables.
    const reply = (await this.#request(request)) as Reply<Answer>
    this.#homes = reply.homes
    return reply
  }
}
