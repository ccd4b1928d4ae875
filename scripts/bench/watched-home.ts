/** A home watched as in the server: samples, stored counters, limits, detection and incidents. */
import type { HomeRef } from '../../lib/domain/home/home.ts'
import type { HeavySample } from '../../lib/domain/watch/light-sample.ts'
import { HomeMemory } from '../../lib/service/observe/home-memory.ts'
import { IncidentTracker } from '../../lib/service/watch/incident-tracker.ts'
import { Sampler, type SlowSigns } from '../../lib/service/watch/sampler.ts'
import { openStore } from '../../lib/store/open-store.ts'

type WatchClock = { readonly clock: () => number; readonly elapsed: () => number }

export function watchedHome(path: string, dataDir: string, { clock, elapsed }: WatchClock) {
  const home: HomeRef = { id: 'main', label: 'main', path, profile: null, root: path, demo: false }
  const opened = openStore(dataDir)
  if (!opened.ok) throw new Error(opened.fault.detail)
  const memory = new HomeMemory(opened.value, path)
  const incidents = new IncidentTracker(home, opened.value, {
    clock,
    watchedBefore: (nowMs) => memory.watchedBefore(nowMs),
  })
  const sampler = new Sampler(home, {
    ...incidents.parts,
    memory,
    slowSigns: () => slowSignsAt(clock()),
    clock,
    elapsed,
  })
  return { sampler, close: () => opened.value.close() }
}

/** The largest case: twenty transcripts over their limit. */
function slowSignsAt(atMs: number): SlowSigns {
  const heavy: HeavySample = {
    atMs,
    filesAtMs: atMs,
    leakedSessions: 900,
    flushesOnRestart: 4,
    flushCalls: 4,
    cronRunsLastHour: 30,
    temporaryPackBytes: 200_000_000,
    logBytes: 90_000_000,
    largeFiles: Array.from({ length: 20 }, (_, no) => ({
      sessionId: `large-${no}`,
      name: `session_large-${no}.json`,
      bytes: 11_000_000,
    })),
  }
  return {
    heavy,
    complete: true,
    jobNames: new Map(),
    growthBytesPerDay: null,
    journalMode: 'wal',
    schemaVersion: 26,
  }
}
