/** A home of any era with about sixty sessions and at least one of everything. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { isFrom } from '../home/schema-columns.ts'
import type { CheckpointSpec, CronOutputSpec, FileSpec, HomeSpec, JobSpec, RouteSpec } from '../home/spec.ts'
import { type Era, type MadeHome, makeHome } from '../make-home.ts'
import { EXPIRED_CHATS, LIVE_CHATS, SMALL_JOBS, smallSessions } from './small-sessions.ts'

export const smallHome = (
  path: string,
  era: Era,
  nowMs: number,
  changes: Partial<Omit<HomeSpec, 'path' | 'era' | 'nowMs'>> = {},
): MadeHome => makeHome({ ...smallHomeSpec(path, era, nowMs), ...changes })

function smallHomeSpec(path: string, era: Era, nowMs: number): HomeSpec {
  const sessions = smallSessions(nowMs)
  return {
    path,
    era,
    nowMs,
    sessions,
    files: [...transcriptsOfHalf(sessions, nowMs), ...leftovers(nowMs)],
    routes: routes(nowMs),
    jobs: jobs(nowMs),
    cronOutputs: cronOutputs(nowMs),
    checkpoints: checkpoints(era, nowMs),
    configYaml:
      'model:\n  default: anthropic/claude-sonnet-4.5\nsession_reset:\n  mode: idle\n  idle_minutes: 1440\n',
    extras: extras(nowMs),
  }
}

const transcriptsOfHalf = (sessions: ReturnType<typeof smallSessions>, nowMs: number): FileSpec[] =>
  sessions
    .filter((_, index) => index % 2 === 0)
    .map(({ id, startedMs, endedMs }, index) => ({
      kind: 'transcript',
      id,
      bytes: 6_000 + index * 1_111,
      modifiedMs: Math.min(nowMs - MINUTE_MS, endedMs ?? (startedMs ?? nowMs) + HOUR_MS),
    }))

function leftovers(nowMs: number): FileSpec[] {
  const orphans = Array.from({ length: 5 }, (_, index): FileSpec => {
    const id =
      index < 2 ? `cron_${SMALL_JOBS.deleted}_2026010${index + 1}_080000` : `20260101_08000${index}_0rphan`
    return { kind: 'transcript', id, bytes: 9_000 + index, modifiedMs: nowMs - (40 + index) * DAY_MS }
  })
  return [
    ...orphans,
    { kind: 'jsonl', id: 'chat_live_0', bytes: 2_500, modifiedMs: nowMs - HOUR_MS },
    { kind: 'jsonl', id: '20260101_090000_0rphan', bytes: 1_500, modifiedMs: nowMs - 50 * DAY_MS },
    { kind: 'request-dump', id: 'twin', bytes: 4_000, modifiedMs: nowMs - 3 * DAY_MS },
    { kind: 'request-dump', id: 'twin_2', bytes: 4_100, modifiedMs: nowMs - 3 * DAY_MS },
    { kind: 'request-dump', id: '20260101_080003_0rphan', bytes: 4_200, modifiedMs: nowMs - 45 * DAY_MS },
    { kind: 'temporary', id: 'a1b2c3', bytes: 700, modifiedMs: nowMs - 9 * DAY_MS },
    { kind: 'saved', id: 'my-export.json', bytes: 800, modifiedMs: nowMs - 20 * DAY_MS },
    { kind: 'raw', id: 'notes from me.txt', bytes: 120, modifiedMs: nowMs - 20 * DAY_MS },
  ]
}

function routes(nowMs: number): RouteSpec[] {
  const live = LIVE_CHATS.map(
    (sessionId, index): RouteSpec => ({
      key: `agent:main:telegram:dm:10${index}`,
      sessionId,
      updatedMs: nowMs - (index + 1) * HOUR_MS,
    }),
  )
  const expired = EXPIRED_CHATS.map(
    (sessionId, index): RouteSpec => ({
      key: `agent:main:discord:group:20${index}:7`,
      sessionId,
      updatedMs: nowMs - (12 + index) * DAY_MS,
      finalised: index === 0,
    }),
  )
  const dangling: RouteSpec = {
    key: 'agent:main:slack:dm:T1:300',
    sessionId: 'no_such_session',
    updatedMs: nowMs - 2 * HOUR_MS,
  }
  return [...live, ...expired, dangling]
}

const jobs = (nowMs: number): JobSpec[] => [
  { id: SMALL_JOBS.triage, name: 'inbox-triage', lastRunMs: nowMs - HOUR_MS },
  { id: SMALL_JOBS.brief, name: 'morning-brief', schedule: '0 7 * * *', enabled: false },
]

const cronOutputs = (nowMs: number): CronOutputSpec[] =>
  Object.values(SMALL_JOBS).map((jobId, index) => ({
    jobId,
    timesMs: [1, 2, 3].map((day) => nowMs - (day + index) * DAY_MS),
    bytes: 1_800,
  }))

/** Three projects in each state of the era. */
function checkpoints(era: Era, nowMs: number): CheckpointSpec[] {
  const v2 = isFrom(era, 'jul')
  const layout = v2 ? 'v2' : 'v1'
  const three = (state: string, workdir: CheckpointSpec['workdir'], ageDays: number) =>
    [0, 1, 2].map(
      (index): CheckpointSpec => ({
        layout,
        name: `${state}${index}`,
        workdir,
        touchedMs: nowMs - (ageDays + index) * DAY_MS,
        commits: index + 1,
        bytesPerCommit: 3_000,
      }),
    )
  const common = [
    ...three('live', 'present', 1),
    ...three('stale', 'present', 60),
    ...three('orphan', 'orphan', 30),
    ...three('unreachable', 'unreachable', 20),
  ]
  if (!v2) return common
  const left: Pick<CheckpointSpec, 'layout' | 'touchedMs'> = { layout: 'v1', touchedMs: nowMs - 90 * DAY_MS }
  return [
    ...common,
    { ...left, name: 'left-orphan', workdir: 'orphan' },
    { ...left, name: 'left-stale', workdir: 'present' },
    { ...left, layout: 'legacy', name: 'legacy-20260601-101010', workdir: 'orphan', repositories: 2 },
  ]
}

const extras = (nowMs: number): HomeSpec['extras'] => [
  { path: '.env', text: 'EXAMPLE_KEY=not-a-secret\n' },
  { path: 'SOUL.md', text: 'Be kind.\n' },
  { path: 'memories/MEMORY.md', text: 'The boiler is serviced in May.\n' },
  { path: 'skills/travel/SKILL.md', text: '# Travel\n' },
  { path: 'logs/agent.log', bytes: 30_000, modifiedMs: nowMs - HOUR_MS },
  { path: 'logs/agent.log.1', bytes: 50_000, modifiedMs: nowMs - 5 * DAY_MS },
  { path: 'logs/errors.log', bytes: 2_000, modifiedMs: nowMs - DAY_MS },
  { path: 'cache/images/one.png', bytes: 20_000, modifiedMs: nowMs - 12 * DAY_MS },
  { path: 'audio_cache/voice.ogg', bytes: 12_000, modifiedMs: nowMs - 15 * DAY_MS },
  { path: 'state-snapshots/20260901-040000/config.yaml', bytes: 400, modifiedMs: nowMs - 70 * DAY_MS },
  { path: 'state-snapshots/20260901-040000/state.db', bytes: 90_000, modifiedMs: nowMs - 70 * DAY_MS },
  { path: 'state.db.malformed-backup-20261001_031500', bytes: 120_000, modifiedMs: nowMs - 46 * DAY_MS },
  { path: 'my-own-folder/photo.raw', bytes: 15_000, modifiedMs: nowMs - 200 * DAY_MS },
]
