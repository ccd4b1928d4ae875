/**
 * Runs every rule on every sample, with bounded state. Pure: time comes from the samples, so equal samples
 * give equal detections.
 */

import type { SpentBeforeStart } from './burn/spent-before-start.ts'
import { burnOverBudget } from './detect/burn-over-budget.ts'
import { cronFlood } from './detect/cron-flood.ts'
import { databaseFaults } from './detect/database-faults.ts'
import { deletedInode } from './detect/deleted-inode.ts'
import { flushStorm } from './detect/flush-storm.ts'
import { logsGrowing, temporaryPacks } from './detect/growing-bytes.ts'
import { createLatch, createReport } from './detect/latch.ts'
import { leakRate } from './detect/leak-rate.ts'
import type { Rule } from './detect/reading.ts'
import { runawaySession } from './detect/runaway-session.ts'
import { sessionOverLimits } from './detect/session-over-limits.ts'
import { createSessionTracks } from './detect/session-tracks.ts'
import { spaceFilling } from './detect/space-filling.ts'
import { stalledWrites } from './detect/stalled-writes.ts'
import { walGrowing } from './detect/wal-growing.ts'
import { walHeld } from './detect/wal-held.ts'
import { createWatchTime } from './detect/watch-time.ts'
import type { Detection } from './incidents/incident.ts'
import type { LightSample } from './light-sample.ts'
import type { WatchLimits } from './limits/limits.ts'
import type { SilenceBeforeStart } from './silence-before-start.ts'

export type Detector = {
  /** Called for each sample, in order. */
  readonly detect: (sample: LightSample, limits: WatchLimits) => Detection[]
  /** How many sessions and signals are tracked. Bounded. */
  readonly trackedCount: () => number
}

/** What was stored before the first sample. */
export type BeforeStart = { readonly spent: SpentBeforeStart; readonly quiet: SilenceBeforeStart | null }

const rulesOf = (before: BeforeStart | null): readonly Rule[] => [
  runawaySession(),
  sessionOverLimits(),
  burnOverBudget(before?.spent ?? null),
  spaceFilling(),
  stalledWrites(before?.quiet ?? null),
  walGrowing(),
  walHeld(),
  databaseFaults(),
  deletedInode(),
  leakRate(),
  cronFlood(),
  flushStorm(),
  temporaryPacks(),
  logsGrowing(),
]

export function createDetector(before: BeforeStart | null = null): Detector {
  const timeOf = createWatchTime()
  const tracks = createSessionTracks()
  const latch = createLatch()
  const rules = rulesOf(before)
  return {
    detect(sample, limits) {
      const now = timeOf(sample)
      const report = createReport()
      tracks.note(sample, limits, now)
      for (const rule of rules) rule({ sample, limits, now, tracks }, report)
      return latch.settle(report.readings, report.unknownKinds, now)
    },
    trackedCount: () => tracks.size() + latch.size(),
  }
}
