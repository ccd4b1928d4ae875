/** A home in which all external text is hostile: markup, links, bidi and colors. */
import { join } from 'node:path'
import { DAY_MS, HOUR_MS } from '../../../lib/shared/time.ts'
import { rememberHome } from '../../../lib/store/homes.ts'
import { openStore } from '../../../lib/store/open-store.ts'
import { writeIncident } from '../../../lib/store/watch/incidents.ts'
import type { FileSpec, SessionSpec } from '../../../lib/testing/home/spec.ts'
import { makeHome } from '../../../lib/testing/make-home.ts'
import { anIncident } from '../../../lib/testing/watch/incidents.ts'

const SCRIPT = '</script><script>window.broken = 1</script><img src=x onerror="window.broken = 1">'
const EVIL = `${SCRIPT}\u202Egnp.exe \u001b[31mred\u001b[0m [go](javascript:alert(1))`
/** The same for file names, which contain no slash and at most 255 bytes. */
const EVIL_FILE =
  '<script>window.broken = 1<img src=x onerror=broken=1>\u202Egnp.exe \u001b[31mred javascript:alert(1)'

/** Characters that no page may contain unescaped: they reverse text or color a terminal. */
export const RAW_SIGNS = ['\u202E', '\u001b']

export const HOSTILE_IDS = { session: 'a b/..%2F<script>&amp;?x#y', incident: 'hostile-incident' } as const
const JOB = 'd4d4d4d4d4d4'

export function makeHostileHome(folder: string): Record<string, string> {
  const nowMs = Date.now()
  const path = join(folder, 'home')
  makeHome({
    path,
    era: 'aug',
    nowMs,
    sessions: sessions(nowMs),
    files: files(nowMs),
    routes: [
      { key: `agent:main:telegram:dm:${EVIL}`, sessionId: 'chat', updatedMs: nowMs - HOUR_MS },
      { key: `agent:main:slack:dm:2${EVIL}`, sessionId: `gone${EVIL}`, updatedMs: nowMs - HOUR_MS },
    ],
    jobs: [{ id: JOB, name: `job${EVIL}`, schedule: `every${EVIL}`, lastStatus: `last${EVIL}` }],
    cronOutputs: [{ jobId: JOB, timesMs: [nowMs - DAY_MS], bytes: 900 }],
    checkpoints: [
      { layout: 'v2', name: EVIL_FILE, workdir: 'present', touchedMs: nowMs - DAY_MS },
      { layout: 'v2', name: `2${EVIL_FILE}`, workdir: 'orphan', touchedMs: nowMs - 40 * DAY_MS },
    ],
    configYaml: `model:\n  default: ${JSON.stringify(EVIL)}\n`,
    extras: [{ path: `my${EVIL_FILE}/${EVIL_FILE}`, bytes: 400_000 }],
  })
  insertIncident(folder, path, nowMs)
  return { HERMES_HOME: path }
}

const sessions = (nowMs: number): SessionSpec[] => [
  {
    id: 'old',
    source: `src${EVIL}`,
    title: `old${EVIL}`,
    startedMs: nowMs - 40 * DAY_MS,
    endedMs: nowMs - 39 * DAY_MS,
    endReason: `end${EVIL}`,
    messages: 2,
  },
  {
    id: HOSTILE_IDS.session,
    source: `src${EVIL}`,
    model: `model${EVIL}`,
    title: `title${EVIL}`,
    sessionKey: `key${EVIL}`,
    cwd: `/work/${EVIL}`,
    startedMs: nowMs - 9 * DAY_MS,
    endedMs: nowMs - 8 * DAY_MS,
    endReason: `end${EVIL}`,
    tokens: { input: 5_000, output: 900 },
    messages: [
      { role: 'user', content: `said${EVIL} https://evil.example/`, atMs: nowMs - 9 * DAY_MS },
      { role: 'assistant', content: null, atMs: nowMs - 8.9 * DAY_MS, toolCalls: [`call${EVIL}`] },
      { role: 'tool', content: `out${EVIL}`, atMs: nowMs - 8.8 * DAY_MS, toolName: `tool${EVIL}` },
    ],
  },
  { id: 'chat', source: 'telegram', title: `chat${EVIL}`, startedMs: nowMs - HOUR_MS, messages: 4 },
  {
    id: `cron_${JOB}_20261101_080000`,
    source: 'cron',
    title: `run${EVIL}`,
    model: `model${EVIL}`,
    startedMs: nowMs - 2 * DAY_MS,
    endedMs: nowMs - 2 * DAY_MS + HOUR_MS,
    endReason: `cron${EVIL}`,
    tokens: { input: 9_000, output: 100 },
    messages: 6,
  },
]

const files = (nowMs: number): FileSpec[] => [
  { kind: 'raw', id: EVIL_FILE, bytes: 200_000, modifiedMs: nowMs - 50 * DAY_MS },
  { kind: 'transcript', id: EVIL_FILE, bytes: 300_000, modifiedMs: nowMs - 50 * DAY_MS },
  { kind: 'saved', id: `saved${EVIL_FILE}`, bytes: 9_000, modifiedMs: nowMs - 50 * DAY_MS },
]

/** A kind that stays open for hours after it was last detected. */
function insertIncident(folder: string, home: string, nowMs: number): void {
  const opened = openStore(join(folder, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  const incident = anIncident({
    id: HOSTILE_IDS.incident,
    kind: 'leak-rate-rising',
    subject: '',
    title: `incident${EVIL}`,
    rule: `rule${EVIL}`,
    openedMs: nowMs - 60_000,
    lastSeenMs: nowMs,
    timeline: [{ atMs: nowMs - 60_000, kind: 'opened', words: `words${EVIL}` }],
    acknowledged: { atMs: nowMs, by: `by${EVIL}`, note: `note${EVIL}` },
  })
  writeIncident(opened.value, rememberHome(opened.value, home), incident)
  opened.value.close()
}
