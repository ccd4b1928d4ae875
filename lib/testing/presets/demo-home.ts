/** The home shown if there is no Hermes on the machine: reported figures exactly, everything else invented. */
import { DAY_MS } from '../../shared/time.ts'
import { type MadeHome, makeHome } from '../make-home.ts'
import { demoChats } from './demo-chats.ts'
import { demoCheckpoints } from './demo-checkpoints.ts'
import { demoCron, lastRunOf, runawayTranscript } from './demo-cron.ts'
import { DEMO_JOBS } from './demo-figures.ts'
import { demoCronOutputs, demoDumps, demoExtras, demoTranscripts } from './demo-files.ts'
import { nextRunOf } from './next-run.ts'

export function makeDemoHome(path: string, nowMs: number): MadeHome {
  const cron = demoCron(nowMs)
  const chats = demoChats(nowMs)
  const sessions = [...chats.sessions, ...cron.sessions]
  const pruned = [...chats.pruned, ...cron.pruned]
  return makeHome({
    path,
    era: 'aug',
    nowMs,
    journalMode: 'wal',
    sessions,
    pruned,
    files: [
      ...demoTranscripts(runawayTranscript(cron, nowMs), [...chats.transcripts, ...cron.transcripts]),
      ...demoDumps(sessions, pruned, nowMs),
      { kind: 'temporary', id: 'k3v9qz', bytes: 14_200, modifiedMs: nowMs - 11 * DAY_MS },
    ],
    routes: chats.routes,
    jobs: DEMO_JOBS.filter(({ exists }) => exists).map(({ id, name, schedule }) => ({
      id,
      name,
      schedule,
      lastRunMs: lastRunOf(cron, id, nowMs),
      nextRunMs: nextRunOf(schedule, nowMs),
    })),
    cronOutputs: demoCronOutputs(nowMs),
    checkpoints: demoCheckpoints(nowMs),
    configYaml: CONFIG,
    extras: demoExtras(nowMs),
  })
}

const CONFIG = `model:
  default: anthropic/claude-sonnet-4.5
sessions:
  auto_prune: false
  write_json_snapshots: true
session_reset:
  mode: idle
  idle_minutes: 1440
checkpoints:
  enabled: true
`
