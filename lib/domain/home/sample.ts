/** Samples: the few numbers of a snapshot that are stored to measure growth. */
import type { StorageClass } from '../storage/storage.ts'

/** Cheap counters, sampled often. Null is a number that could not be read. */
export type CounterSample = {
  readonly atMs: number
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly cacheReadTokens: number | null
  readonly cacheWriteTokens: number | null
  readonly sessions: number | null
  readonly openSessions: number | null
  readonly lastMessageId: number | null
  readonly databaseBytes: number | null
  readonly walBytes: number | null
  readonly freeBytes: number | null
  /** Total cost over all session rows. Null if no price is known, absent in samples of an older Steward. */
  readonly costUsd?: number | null
}

/** Bytes per class, sampled when a walk ends. */
export type StorageSample = {
  readonly atMs: number
  readonly classes: Readonly<Partial<Record<StorageClass, number>>>
}
