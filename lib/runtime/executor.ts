/** The main thread's side of the executor. Started with the server, because something may be left to finish. */
import { Worker } from 'node:worker_threads'
import type { Actor } from '../domain/actor.ts'
import type { Approval } from '../domain/plan/plan.ts'
import type { Asker, ExecutorSettings, Order, OrderKind, OrderReply, Orders } from './executor-protocol.ts'

const MEMORY_MB = { old: 256, young: 16 } as const

export class Executor {
  readonly #settings: ExecutorSettings
  #worker: Worker | null = null
  #nextId = 1
  readonly #waiting = new Map<number, (reply: OrderReply | null) => void>()

  constructor(settings: ExecutorSettings) {
    this.#settings = settings
  }

  start(): void {
    this.#worker ??= this.#makeWorker()
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
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB.old, maxYoungGenerationSizeMb: MEMORY_MB.young },
    })
    worker.on('message', (reply: OrderReply) => {
      this.#waiting.get(reply.id)?.(reply)
      this.#waiting.delete(reply.id)
    })
    worker.on('error', (error) => {
      process.stderr.write(`steward: the executor stopped: ${error.stack ?? error.message}\n`)
    })
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = null
      for (const resolve of this.#waiting.values()) resolve(null)
      this.#waiting.clear()
    })
    return worker
  }
}
