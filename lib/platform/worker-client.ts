/**
 * The main thread's side of one worker thread: starts it when needed, matches replies to requests, fails the
 * requests of a stopped worker, and restarts it with more memory if it ran out. `worker-server.ts` is the
 * other side.
 */
import type { ResourceLimits, Worker } from 'node:worker_threads'
import { MINUTE_MS } from '../shared/time.ts'
import { logWorkerOutput, writeWorkerLine } from './log.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

export type WorkerClientOptions<Push> = {
  /**
   * Calls `new Worker` with a literal address, which a bundler can only follow at the call itself, and `stderr: true`,
   * so that a log that cannot be written never blocks the thread.
   */
  readonly create: (resourceLimits: ResourceLimits) => Worker
  /** A worker that runs out of memory gets twice as much the next time, up to `most`. */
  readonly memoryMb: { readonly first: number; readonly most: number; readonly young: number }
  /** Doubles with each stop within a minute. Null: only the next request restarts a stopped worker. */
  readonly restartAfterMs: number | null
  /** The error of requests to a worker that stopped. */
  readonly stoppedMessage: string
  readonly onPush?: (push: Push) => void
  /** The worker threw and stops. */
  readonly onError: (error: Error) => void
}

/** The worker stopped before it answered. */
export class WorkerStoppedError extends Error {}

const LONGEST_RESTART_MS = MINUTE_MS

type Waiting = { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }

export class WorkerClient<Request, Push = never> {
  readonly #options: WorkerClientOptions<Push>
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | null = null
  #memoryMb: number
  #nextId = 1
  #restart: NodeJS.Timeout | undefined
  #startedAt = 0
  #stops = 0

  constructor(options: WorkerClientOptions<Push>) {
    this.#options = options
    this.#memoryMb = options.memoryMb.first
  }

  get running(): boolean {
    return this.#worker !== null
  }

  start(): void {
    this.#worker ??= this.#makeWorker()
  }

  async stop(): Promise<void> {
    const worker = this.#worker
    clearTimeout(this.#restart)
    this.#worker = null
    this.#failWaiting()
    await worker?.terminate()
  }

  /** Rejects if the handler fails or the worker stops first. */
  request(request: Request): Promise<unknown> {
    this.start()
    const id = this.#nextId
    this.#nextId += 1
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      try {
        this.#worker?.postMessage({ id, request } satisfies ToWorker<Request>)
      } catch (error) {
        this.#waiting.delete(id)
        throw error
      }
    })
  }

  #makeWorker(): Worker {
    this.#startedAt = performance.now()
    const worker = this.#options.create({
      maxOldGenerationSizeMb: this.#memoryMb,
      maxYoungGenerationSizeMb: this.#options.memoryMb.young,
    })
    logWorkerOutput(worker)
    worker.on('message', (message: FromWorker<Push>) => this.#receive(worker, message))
    worker.on('error', (error) => {
      if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        this.#memoryMb = Math.min(2 * this.#memoryMb, this.#options.memoryMb.most)
      this.#options.onError(error)
    })
    worker.on('exit', () => this.#exited(worker))
    return worker
  }

  #receive(worker: Worker, message: FromWorker<Push>): void {
    if (message.kind === 'push') this.#options.onPush?.(message.push)
    else if (message.kind === 'log') writeWorkerLine(message.line)
    else if (message.kind === 'idle') this.#dismiss(worker)
    else {
      const waiting = this.#waiting.get(message.id)
      this.#waiting.delete(message.id)
      if (message.kind === 'done') waiting?.resolve(message.value)
      else waiting?.reject(new Error(message.message))
    }
  }

  /** A request that crossed the worker's message is answered first. The worker then reports idle again. */
  #dismiss(worker: Worker): void {
    if (this.#worker !== worker || this.#waiting.size > 0) return
    this.#worker = null
    worker.postMessage({ dismiss: true } satisfies ToWorker<Request>)
  }

  #exited(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.#failWaiting()
    const { restartAfterMs } = this.#options
    if (restartAfterMs === null) return
    this.#stops = performance.now() - this.#startedAt < LONGEST_RESTART_MS ? this.#stops + 1 : 1
    const waitMs = Math.min(restartAfterMs * 2 ** (this.#stops - 1), LONGEST_RESTART_MS)
    this.#restart = setTimeout(() => this.start(), waitMs).unref()
  }

  #failWaiting(): void {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(new WorkerStoppedError(this.#options.stoppedMessage))
  }
}
