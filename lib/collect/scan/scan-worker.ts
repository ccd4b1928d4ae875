/** A scan thread: walks units until none is left, then returns the results. */
import { parentPort, workerData } from 'node:worker_threads'
import { walkIfUnclaimed } from './walk-if-unclaimed.ts'
import type { WorkerInput, WorkerOutput } from './worker-messages.ts'

const input: WorkerInput = workerData
const output: WorkerOutput = []
for (let index = 0; index < input.units.length; index += 1) walkIfUnclaimed(input, index, output)
parentPort?.postMessage(output)
