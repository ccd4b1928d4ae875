/** Slowly changing numbers from the assessed home. What could not be read is null. */
import { HOUR_MS } from '../../shared/time.ts'
import { isCronId } from '../cron/cron.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import type { HeavySample } from './light-sample.ts'

const MAX_FILES = 20
/** Older transcripts belong to no active session and must not displace one that does. */
const RECENT_MS = 6 * HOUR_MS

export function toHeavySample(
  { sessions, routes, files, snapshot }: AssessedHome,
  limitBytes: number,
  filesAtMs: number,
): HeavySample {
  const atMs = snapshot.seenAtMs
  const flushes = routes?.filter(({ flushOnRestart }) => flushOnRestart).length ?? null
  const logs = snapshot.storage.ok
    ? snapshot.storage.value.classes.find(({ id }) => id === 'logs')
    : undefined
  return {
    atMs,
    filesAtMs,
    leakedSessions: sessions?.filter(({ state }) => state === 'leaked').length ?? null,
    flushesOnRestart: flushes,
    // One model call for each expired chat (docs/hermes.md, "Reset policy and flush").
    flushCalls: flushes,
    cronRunsLastHour:
      sessions?.filter(({ id, startedMs }) => isCronId(id) && startedMs > atMs - HOUR_MS && startedMs <= atMs)
        .length ?? null,
    temporaryPackBytes: snapshot.checkpoints.ok ? snapshot.checkpoints.value.temporaryPacks.bytes : null,
    logBytes: logs?.bytes ?? (snapshot.storage.ok ? 0 : null),
    largeFiles: (files ?? [])
      .filter(
        ({ kind, apparentBytes, modifiedMs }) =>
          kind === 'transcript' && apparentBytes > limitBytes && modifiedMs > filesAtMs - RECENT_MS,
      )
      .sort((a, b) => b.apparentBytes - a.apparentBytes)
      .slice(0, MAX_FILES)
      .map(({ sessionId, owner, name, apparentBytes }) => ({
        sessionId: owner ?? sessionId,
        name,
        bytes: apparentBytes,
      })),
  }
}
