/** Walks one unit of the shared list, unless another thread has claimed it. */
import { walkUnit } from './walk-unit.ts'
import { COUNTER, FIRST_CLAIM, type WorkerInput, type WorkerOutput } from './worker-messages.ts'

export function walkIfUnclaimed(
  { units, setting, shared }: WorkerInput,
  index: number,
  output: WorkerOutput,
): void {
  const numbers = new Int32Array(shared)
  const unit = units[index]
  if (unit === undefined || Atomics.compareExchange(numbers, FIRST_CLAIM + index, 0, 1) !== 0) return
  const record = walkUnit(unit, setting)
  output.push([index, record])
  const files = record.usage.reduce((sum, part) => sum + part.files, record.links.length)
  Atomics.add(numbers, COUNTER.done, 1)
  Atomics.add(numbers, COUNTER.files, files)
}
