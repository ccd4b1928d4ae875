/**
 * The main thread's side of the executor. Its thread is started with the server, because something may be left to
 * finish, and from time to time, to let go of what has expired; with nothing left to do it ends and its memory is free.
 */
import { Worker } from 'node:worker_threads'
import type { Actor } from '../../domain/access/actor.ts'
import type { Approval } from '../../domain/plan/plan.ts'
import { collectWorkerLog, log } from '../../platform/log.ts'
import type { Purge } from '../../service/run/purge.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import type {
  Asker,
  ExecutorSettings,
  FromExecutor,
  Order,
  OrderKind,
  OrderReply,
  Orders,
  ToExecutor,
} from './executor-protocol.ts'

const MEMORY_MB = { old: 256, young: 16 } as const
const TIDY_EVERY_MS = 10 * MINUTE_MS

export class Executor {
  readonly #settings: ExecutorSettings
  #worker: Worker | null = null
  #nextId = 1
  #tidying: NodeJS.Timeout | null = null
  readonly #waiting = new Map<number, (reply: OrderReply | null) => void>()

  constructor(settings: ExecutorSettings) {
    this.#settings = settings
  }

  start(): void {
    this.#worker ??= this.#makeWorker()
    // A new thread tidies first; one at work is busy with something better and tidies when it is done.
    this.#tidying ??= setInterval(() => this.start(), TIDY_EVERY_MS).unref()
  }

  /** Whether its thread lives at this moment. */
  get running(): boolean {
    return this.#worker !== null
  }

  async close(): Promise<void> {
    if (this.#tidying !== null) clearInterval(this.#tidying)
    this.#tidying = null
    await this.#worker?.terminate()
  }

  approve(approval: Approval, by: Actor): Promise<Orders['approve']['answer']> {
    return this.#order('approve', approval, by)
  }

  /** Between two items, never within one. False: nothing was running under this id. */
  async stop(receiptId: string, by: Actor): Promise<boolean> {
    return (await this.#order('stop', { receiptId }, by)) === true
  }

  planRestore(receiptId: string, by: Actor): Promise<Orders['plan-restore']['answer']> {
    return this.#order('plan-restore', { receiptId }, by)
  }

  /** Deletes what a run set aside, for good. */
  purge(input: Purge, by: Actor): Promise<Orders['purge']['answer']> {
    return this.#order('purge', input, by)
  }

  #order<Kind extends OrderKind>(
    kind: Kind,
    input: Orders[Kind]['input'],
    { name, role, address }: Actor,
  ): Promise<Orders[Kind]['answer']> {
    this.start()
    const id = this.#nextId
    this.#nextId += 1
    const by: Asker = { name, role, address }
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (reply) => {
        if (reply === null)
          reject(new Error('The executor stopped. What was under way is finished at its next start.'))
        // The worker answers each kind with what `Orders` says of it; a thread boundary cannot carry the type.
        else resolve(reply.answer as Orders[Kind]['answer'])
      })
      this.#worker?.postMessage({ id, kind, input, by } satisfies Order<Kind>)
    })
  }

  #makeWorker(): Worker {
    const worker = new Worker(new URL('./executor-worker.ts', import.meta.url), {
      workerData: this.#settings,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB.old, maxYoungGenerationSizeMb: MEMORY_MB.young },
    })
    collectWorkerLog(worker)
    worker.on('message', (said: FromExecutor) => {
      if ('idle' in said) this.#dismiss(worker)
      else {
        this.#waiting.get(said.id)?.(said)
        this.#waiting.delete(said.id)
      }
    })
    worker.on('error', (error) => {
      log.error('executor stopped', {}, error)
    })
    worker.on('exit', () => {
      if (this.#worker !== worker) return
      this.#worker = null
      for (const resolve of this.#waiting.values()) resolve(null)
      this.#waiting.clear()
    })
    return worker
  }

  /** An order that crossed its word on the way is answered first; it says so again when that is done. */
  #dismiss(worker: Worker): void {
    if (this.#worker !== worker || this.#waiting.size > 0) return
    this.#worker = null
    worker.postMessage({ kind: 'dismiss' } satisfies ToExecutor)
  }
}
