/** Runs one count in a worker. */
import { Worker } from 'node:worker_threads'
import type { DatabaseCountProgress } from '../../domain/database/database-count.ts'
import type { Part } from '../../domain/home/home.ts'
import type { CountedDatabase } from './count-database.ts'
import { CANCELLED, type DbstatInput, type DbstatMessage } from './dbstat-messages.ts'

export type DbstatRun = {
  /** Null if canceled. Rejects if the worker fails. */
  readonly ended: Promise<Part<CountedDatabase | null>>
  readonly progress: () => DatabaseCountProgress | null
  /** Takes effect between two objects or after a few pages. */
  readonly cancel: () => void
}

export function runDbstat(homePath: string, timeoutMs: number): DbstatRun {
  const input: DbstatInput = { homePath, timeoutMs: timeoutMs, cancel: new SharedArrayBuffer(4) }
  let progress: DatabaseCountProgress | null = null
  // In this exact form, because the bundler finds the worker's file by it.
  const worker = new Worker(new URL('./dbstat-worker.ts', import.meta.url), { workerData: input })
  const ended = new Promise<Part<CountedDatabase | null>>((resolve, reject) => {
    worker.on('message', (message: DbstatMessage) => {
      if (message.kind === 'progress') progress = message.progress
      else resolve(message.counted)
    })
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`the counting thread ended with ${code}`)))
  })
  return {
    ended,
    progress: () => progress,
    cancel: () => void Atomics.store(new Int32Array(input.cancel), 0, CANCELLED),
  }
}
