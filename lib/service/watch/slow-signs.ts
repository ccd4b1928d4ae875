/** Data the assessed home adds to the samples periodically. */

import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import { growthPerDay } from '../../domain/storage/growth.ts'
import { toHeavySample } from '../../domain/watch/heavy-sample.ts'
import type { SlowSigns } from './sampler.ts'
import type { WatchMemory } from './watch-memory.ts'

export function slowSignsOf(
  assessed: AssessedHome,
  memory: Pick<WatchMemory, 'storageSamples'> | null,
  largeFileBytes: number,
  filesAtMs: number,
  nowMs: number,
): SlowSigns {
  const { jobs, storage, database } = assessed.snapshot
  const growth = growthPerDay(memory?.storageSamples(nowMs) ?? [], nowMs)
  return {
    heavy: toHeavySample(assessed, largeFileBytes, filesAtMs),
    complete: storage.ok,
    jobNames: new Map(jobs.ok ? jobs.value.map(({ id, name }) => [id, name]) : []),
    growthBytesPerDay: growth.totalPerDay,
    journalMode: database.ok ? database.value.capabilities.journalMode : null,
    schemaVersion: database.ok ? database.value.capabilities.schemaVersion : null,
  }
}
