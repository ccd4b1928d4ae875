/** The smallest home with one of everything a cleanup removes, for tests that clean up very often. */
import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import type { HomeSpec } from '../home/spec.ts'
import type { MadeHome } from '../make-home.ts'
import { makeHome } from '../make-home.ts'

export function tinyHome(
  path: string,
  nowMs: number,
  more: Pick<HomeSpec, 'sessions' | 'files'> = {},
): MadeHome {
  const old = { startedMs: nowMs - 20 * DAY_MS, endedMs: nowMs - 20 * DAY_MS + HOUR_MS, messages: 3 }
  const file = { bytes: 3_000, modifiedMs: nowMs - 20 * DAY_MS }
  const left = { layout: 'v1', touchedMs: nowMs - 90 * DAY_MS, bytesPerCommit: 300 } as const
  const made = makeHome({
    path,
    era: 'aug',
    nowMs,
    sessions: [
      { id: 'lone', ...old },
      { id: 'parent', ...old },
      { id: 'child', ...old, parentId: 'parent' },
      { id: 'leaked', source: 'cli', startedMs: nowMs - 40 * DAY_MS, messages: 2 },
      { id: 'working', startedMs: nowMs - HOUR_MS, lastMessageMs: nowMs, messages: 4 },
      ...(more.sessions ?? []),
    ],
    files: [
      { kind: 'transcript', id: 'lone', ...file },
      { kind: 'request-dump', id: 'lone', ...file },
      { kind: 'transcript', id: 'leaked', ...file },
      { kind: 'transcript', id: 'working', ...file },
      { kind: 'transcript', id: '20260101_080000_0rphan', ...file },
      { kind: 'temporary', id: 'a1b2c3', bytes: 700, modifiedMs: nowMs - 9 * DAY_MS },
      ...(more.files ?? []),
    ],
    routes: [
      { key: 'agent:main:telegram:dm:1', sessionId: 'working', updatedMs: nowMs - HOUR_MS },
      { key: 'agent:main:discord:group:2:7', sessionId: 'no_such', updatedMs: nowMs - 12 * DAY_MS },
    ],
    jobs: [{ id: 'a1a1a1a1a1a1', name: 'triage', lastRunMs: nowMs - HOUR_MS }],
    cronOutputs: [
      { jobId: 'a1a1a1a1a1a1', timesMs: [nowMs - DAY_MS, nowMs - 2 * DAY_MS], bytes: 900 },
      { jobId: 'c3c3c3c3c3c3', timesMs: [nowMs - 3 * DAY_MS], bytes: 900 },
    ],
    checkpoints: [
      { layout: 'v2', name: 'gone', workdir: 'orphan', touchedMs: nowMs - 30 * DAY_MS, bytesPerCommit: 300 },
      { layout: 'v2', name: 'live', workdir: 'present', touchedMs: nowMs - DAY_MS, bytesPerCommit: 300 },
      { ...left, name: 'left', workdir: 'orphan' },
    ],
    extras: [{ path: 'SOUL.md', text: 'Be kind.\n' }],
  })
  // A folder's age is its last change, and this one was just created.
  utimesSync(join(path, 'cron/output/c3c3c3c3c3c3'), file.modifiedMs / 1000, file.modifiedMs / 1000)
  return made
}
