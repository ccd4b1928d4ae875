/** The part of `HomeMemory` that watching a home needs. */
import type { CounterSample, StorageSample } from '../../domain/home/sample.ts'
import type { UsageReading } from '../../domain/tokens/count-usage.ts'
import type { BeforeStart } from '../../domain/watch/detector.ts'

export type WatchMemory = {
  readonly monotonicTime: (nowMs: number) => number
  readonly watchedBefore: (nowMs: number) => BeforeStart
  readonly everyCounterSample: (fromMs: number, toMs: number) => CounterSample[]
  readonly countUsage: (reading: UsageReading) => boolean
  readonly recordCounters: (sample: CounterSample) => void
  readonly forgetCountersAfter: (atMs: number) => void
  readonly storageSamples: (nowMs: number) => StorageSample[]
}
