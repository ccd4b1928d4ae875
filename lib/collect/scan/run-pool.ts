/** Walks units in a few worker threads that end with the scan. */
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
  // In this exact form, because the bundler finds the worker's file by it.
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { workerData: input })
  const [output]: WorkerOutput[] = await once(worker, 'message')
  return output ?? []
}

/**
 * Starting a thread takes time, so this one helps. It starts from the other end, skips units that may be
 * large and yields often.
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
