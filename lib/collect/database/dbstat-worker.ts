/** Counts one database in a worker, because a statement over a large table blocks its thread for seconds. */
import { parentPort, workerData } from 'node:worker_threads'
import { countDatabase } from './count-database.ts'
import { CANCELLED, type DbstatInput, type DbstatMessage } from './dbstat-messages.ts'

const input: DbstatInput = workerData
const flag = new Int32Array(input.cancel)
const post = (message: DbstatMessage) => parentPort?.postMessage(message)

const counted = countDatabase({
  homePath: input.homePath,
  timeoutMs: input.timeoutMs,
  isCancelled: () => Atomics.load(flag, 0) === CANCELLED,
  onProgress: (done, total, name) => post({ kind: 'progress', progress: { done, total, name } }),
})
post({ kind: 'ended', counted })
