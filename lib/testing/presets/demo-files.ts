/** The demo's files: transcripts and dumps with exact totals, and everything else. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { proseOf } from '../home/invented-text.ts'
import { compactStamp, dashedStamp } from '../home/local-stamp.ts'
import { diceOf } from '../home/noise.ts'
import type { CronOutputSpec, ExtraSpec, FileSpec, SessionSpec } from '../home/spec.ts'
import type { Written } from './demo-cron.ts'
import { DEMO, DEMO_JOBS, sharesOf } from './demo-figures.ts'

const RUNAWAY_BYTES = 702_416

/** The runaway first, with its own size. The others share the rest. */
export function demoTranscripts(runaway: Written, others: readonly Written[]): FileSpec[] {
  const bytes = sharesOf(
    DEMO.transcriptBytes - RUNAWAY_BYTES,
    others.map(({ weight }) => weight),
  )
  const file = ({ id, modifiedMs }: Written, size: number): FileSpec => ({
    kind: 'transcript',
    id,
    bytes: size,
    modifiedMs,
  })
  return [file(runaway, RUNAWAY_BYTES), ...others.map((written, index) => file(written, bytes[index] ?? 0))]
}

/** Two of three belong to an existing session. */
export function demoDumps(
  sessions: readonly SessionSpec[],
  pruned: readonly SessionSpec[],
  nowMs: number,
): FileSpec[] {
  const dice = diceOf('demo dumps')
  const weights = Array.from({ length: DEMO.requestDumps }, () => 0.5 + dice.next())
  return sharesOf(DEMO.requestDumpBytes, weights).map((bytes, index) => {
    const from = index % 3 === 0 ? pruned : sessions
    const session = from[(index * 16) % from.length]
    const ageMs = 20 * MINUTE_MS + index * 8 * HOUR_MS + dice.between(0, 3_600_000)
    return { kind: 'request-dump', id: session?.id ?? 'unknown', bytes, modifiedMs: nowMs - ageMs }
  })
}

export function demoCronOutputs(nowMs: number): CronOutputSpec[] {
  return DEMO_JOBS.map(({ id, exists }, index) => ({
    jobId: id,
    // Hermes trims a job's outputs when it runs again, which a deleted job never does.
    timesMs: Array.from({ length: exists ? 50 : 140 }, (_, run) =>
      exists ? nowMs - (run * (index + 1) + 1) * HOUR_MS : nowMs - (60 + run) * DAY_MS,
    ),
    bytes: 2_400 + index * 300,
  }))
}

const damagedCopyName = (nowMs: number): string =>
  `state.db.malformed-backup-${compactStamp(nowMs - DEMO.damagedCopyAgeMs)}`

export function demoExtras(nowMs: number): ExtraSpec[] {
  const ago = (days: number) => nowMs - days * DAY_MS
  const log = (name: string, bytes: number, days: number): ExtraSpec => ({
    path: `logs/${name}`,
    text: proseOf(bytes, bytes),
    modifiedMs: ago(days),
  })
  const many = (count: number, path: (index: number) => string, bytes: number, days: number): ExtraSpec[] =>
    Array.from({ length: count }, (_, index) => ({ path: path(index), bytes, modifiedMs: ago(days + index) }))
  return [
    { path: damagedCopyName(nowMs), bytes: DEMO.damagedCopyBytes, modifiedMs: ago(13) },
    ...[21, 52].flatMap((days) => snapshot(ago(days))),
    ...many(22, (index) => `cache/images/photo-${index}.jpg`, 240_000, 2),
    ...many(12, (index) => `audio_cache/voice-${index}.ogg`, 160_000, 5),
    log('agent.log', 2_600_000, 0),
    log('agent.log.1', 3_400_000, 3),
    log('agent.log.2', 3_400_000, 9),
    log('errors.log', 380_000, 0),
    log('gateway.log', 900_000, 1),
    { path: 'SOUL.md', text: 'Be brief. Ask before you delete.\n', modifiedMs: ago(80) },
    { path: '.env', text: 'EXAMPLE_KEY=not-a-secret\n', modifiedMs: ago(150) },
    { path: 'memories/MEMORY.md', text: proseOf(7, 2_100), modifiedMs: ago(1) },
    { path: 'memories/USER.md', text: proseOf(99, 1_300), modifiedMs: ago(6) },
    ...many(9, (index) => `skills/skill-${index}/SKILL.md`, 6_000, 30),
    ...many(8, (index) => `old-laptop/scan-${index}.tif`, 450_000, 140),
  ]
}

function snapshot(atMs: number): ExtraSpec[] {
  const folder = `state-snapshots/${dashedStamp(atMs)}`
  return [
    { path: `${folder}/state.db`, bytes: 4_100_000, modifiedMs: atMs },
    {
      path: `${folder}/config.yaml`,
      text: 'model:\n  default: anthropic/claude-sonnet-4.5\n',
      modifiedMs: atMs,
    },
    { path: `${folder}/cron/jobs.json`, text: '{"jobs": []}\n', modifiedMs: atMs },
  ]
}
