/**
 * The main thread's side of the executor. Its thread starts with the server, because a run may be unfinished,
 * and periodically to purge what has expired. It ends when idle, which frees its memory.
 */
import { Worker } from 'node:worker_threads'
import { discoverHomes } from '../../collect/home/discover-homes.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Approval } from '../../domain/plan/plan.ts'
import { log } from '../../platform/log.ts'
import { WorkerClient } from '../../platform/worker-client.ts'
import type { EmptyTrash } from '../../service/run/empty-trash.ts'
import type { Purge } from '../../service/run/purge.ts'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import type { ExecutorData, ExecutorSettings, Order, OrderKind, Orders } from './executor-protocol.ts'
import type { HomeLocks } from './home-locks.ts'

const MEMORY_MB = { first: 256, most: 256, young: 16 } as const
const TIDY_EVERY_MS = 10 * MINUTE_MS
const RETRY_EVERY_MS = MINUTE_MS

export class Executor {
  readonly #settings: ExecutorSettings
  readonly #locks: HomeLocks
  readonly #client: WorkerClient<Order, readonly string[]>
  /** Kept here, because the thread ends when idle. */
  #reported: readonly string[] = []
  #tidying: NodeJS.Timeout | null = null
  #tidyAtMs = 0

  constructor(settings: ExecutorSettings, locks: HomeLocks) {
    this.#settings = settings
    this.#locks = locks
    this.#client = new WorkerClient({
      create: (resourceLimits) => {
        const port = locks.port()
        return new Worker(new URL('./executor-worker.ts', import.meta.url), {
          workerData: { ...settings, reported: this.#reported, locks: port } satisfies ExecutorData,
          transferList: [port],
          stderr: true,
          resourceLimits,
        })
      },
      memoryMb: MEMORY_MB,
      // A new thread settles the run that this one left.
      restartAfterMs: SECOND_MS,
      stoppedMessage: 'The executor stopped and is restarting. The interrupted run is settled in a moment.',
      onPush: (reported) => {
        this.#reported = reported
      },
      onError: (error) => log.error('executor stopped, restarting', {}, error),
    })
  }

  start(): void {
    this.#lockHomes()
    this.#client.start()
    // A new thread recovers and purges first. A busy one does so when it is done.
    this.#tidyAtMs = performance.now() + TIDY_EVERY_MS
    this.#tidying ??= setInterval(() => this.#startIfDue(), RETRY_EVERY_MS).unref()
  }

  /** What failed, for example on a full disk, is tried again every minute. */
  #startIfDue(): void {
    if (this.#reported.length > 0 || performance.now() >= this.#tidyAtMs) this.start()
  }

  /**
   * So that a Steward that starts later is read-only from its first page on. A home that no Steward has changed yet is
   * locked at the first change, because reading creates nothing in it.
   */
  #lockHomes(): void {
    const { hermesHome, extraHomes, demoHome, readOnly } = this.#settings
    if (readOnly) return
    for (const { path } of discoverHomes({ hermesHome, extraHomes, demoPath: demoHome }))
      this.#locks.take({ homePath: path, create: false })
  }

  /** Whether its thread is running. */
  get running(): boolean {
    return this.#client.running
  }

  async close(): Promise<void> {
    if (this.#tidying !== null) clearInterval(this.#tidying)
    this.#tidying = null
    await this.#client.stop()
    this.#locks.release()
  }

  approve(approval: Approval, by: Actor): Promise<Orders['approve']['answer']> {
    return this.#order('approve', approval, by)
  }

  /** Stops between two items, never within one. False if nothing was running under this id. */
  async stop(receiptId: string, by: Actor): Promise<boolean> {
    return (await this.#order('stop', { receiptId }, by)) === true
  }

  planRestore(receiptId: string, by: Actor): Promise<Orders['plan-restore']['answer']> {
    return this.#order('plan-restore', { receiptId }, by)
  }

  /** Permanently deletes what a run saved. */
  purge(input: Purge, by: Actor): Promise<Orders['purge']['answer']> {
    return this.#order('purge', input, by)
  }

  /** Permanently deletes what the runs of a home moved to its trash. */
  emptyTrash(input: EmptyTrash, by: Actor): Promise<Orders['empty-trash']['answer']> {
    return this.#order('empty-trash', input, by)
  }

  async #order<Kind extends OrderKind>(
    kind: Kind,
    input: Orders[Kind]['input'],
    { name, role, address }: Actor,
  ): Promise<Orders[Kind]['answer']> {
    this.start()
    const order: Order<Kind> = { kind, input, by: { name, role, address } }
    // A thread boundary cannot carry types. Handlers and callers are typed by the same table.
    return (await this.#client.request(order)) as Orders[Kind]['answer']
  }
}
