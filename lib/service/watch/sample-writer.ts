/**
 * Stores samples: each that saw a change, and one a minute while nothing changes. Timestamps never go back,
 * otherwise the same increase would be counted repeatedly.
 */
import type { CounterSample } from '../../domain/home/sample.ts'
import type { LightSample } from '../../domain/watch/light-sample.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import type { WatchMemory } from './watch-memory.ts'

const WRITE_EVERY_MS = MINUTE_MS
/** A machine without a battery-backed clock starts in the past and is corrected later. */
const NO_CLOCK_SHOWS_LESS = Date.UTC(2026, 0, 1)

type Memory = Pick<WatchMemory, 'recordCounters' | 'forgetCountersAfter'>

export class SampleWriter {
  readonly #memory: Memory
  #written: { readonly content: string; readonly atMs: number; readonly elapsedMs: number } | null = null

  constructor(memory: Memory) {
    this.#memory = memory
  }

  write(sample: LightSample, elapsedMs: number): void {
    if (sample.atMs < NO_CLOCK_SHOWS_LESS) return
    if (this.#written === null || sample.atMs < this.#written.atMs)
      this.#memory.forgetCountersAfter(sample.atMs)
    const counted = toCounterSample(sample)
    const { atMs: _, freeBytes: __, ...changes } = counted
    const content = JSON.stringify(changes)
    const isDue = this.#written === null || elapsedMs - this.#written.elapsedMs >= WRITE_EVERY_MS
    if (!isDue && content === this.#written?.content) return
    this.#written = { content, atMs: sample.atMs, elapsedMs }
    this.#memory.recordCounters(counted)
  }
}

function toCounterSample({ atMs, database, space }: LightSample): CounterSample {
  const sign = database.ok ? database.value : null
  return {
    atMs,
    inputTokens: sign?.totals?.input ?? null,
    outputTokens: sign?.totals?.output ?? null,
    cacheReadTokens: sign?.totals?.cacheRead ?? null,
    cacheWriteTokens: sign?.totals?.cacheWrite ?? null,
    sessions: sign?.sessions ?? null,
    openSessions: sign?.openSessions ?? null,
    lastMessageId: sign?.lastMessageId ?? null,
    databaseBytes: sign?.databaseBytes ?? null,
    walBytes: sign?.walBytes ?? null,
    freeBytes: space.ok ? space.value.freeBytes : null,
    costUsd: sign?.costUsd ?? null,
  }
}
