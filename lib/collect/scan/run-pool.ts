/** Walks units in a few threads that live only as long as the work does. */
import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { ScanSetting, ScanUnit } from './scan-types.ts'
import { walkIfUnclaimed } from './walk-if-unclaimed.ts'
import { COUNTER, makeShared, type WorkerInput, type WorkerOutput } from './worker-messages.ts'

export async function runPool(
  units: readonly ScanUnit[],
  setting: ScanSetting,
  threads: number,
  onProgress: (unitsDone: number, files: number) => void,
): Promise<WorkerOutput> {
  const input: WorkerInput = { units, setting, shared: makeShared(units.length) }
  const numbers = new Int32Array(input.shared)
  const reportProgress = () =>
    onProgress(Atomics.load(numbers, COUNTER.done), Atomics.load(numbers, COUNTER.files))
  const timer = setInterval(reportProgress, 100)
  try {
    const workers = Math.max(1, Math.min(threads, units.length) - 1)
    const outputs = Array.from({ length: workers }, () => runWorker(input))
    return (await Promise.all([walkInThisThread(input), ...outputs])).flat()
  } finally {
    clearInterval(timer)
  }
}

async function runWorker(input: WorkerInput): Promise<WorkerOutput> {
  // Written out in full: the bundler finds the worker's file by exactly this form.
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { workerData: input })
  const [output]: WorkerOutput[] = await once(worker, 'message')
  return output ?? []
}

/**
 * A thread takes long to start, and this one is already there. It begins at the other end, leaves alone what
 * may be large, and pauses often enough to stay answerable.
 */
async function walkInThisThread(input: WorkerInput): Promise<WorkerOutput> {
  const output: WorkerOutput = []
  let pauseMs = performance.now() + SLICE_MS
  for (let index = input.units.length - 1; index >= 0; index -= 1) {
    if (input.units[index]?.class !== 'checkpoints') continue
    walkIfUnclaimed(input, index, output)
    if (performance.now() < pauseMs) continue
    await nextTurn()
    pauseMs = performance.now() + SLICE_MS
  }
  return output
}

const SLICE_MS = 10
