/** The sessions of the small home: every end reason, state and relation. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { compactStamp } from '../home/local-stamp.ts'
import type { SessionSpec } from '../home/spec.ts'

export const SMALL_JOBS = { triage: 'a1a1a1a1a1a1', brief: 'b2b2b2b2b2b2', deleted: 'c3c3c3c3c3c3' } as const
export const LIVE_CHATS = ['chat_live_0', 'chat_live_1', 'chat_live_2'] as const
export const EXPIRED_CHATS = ['chat_expired_0', 'chat_expired_1'] as const

const END_REASONS = [
  'cli_close',
  'tui_close',
  'tui_shutdown',
  'new_session',
  'new_command',
  'session_reset',
  'idle',
  'daily',
  'suspended',
  'resume_pending_expired',
  'session_switch',
  'resumed_other',
  'orphaned_compression',
  'agent_close',
  'idle_timeout',
  'lru_evict',
  'ws_disconnect',
  'ws_orphan_reap',
  'startup_orphan_reap',
  'superseded_by_repair',
  'recovered',
] as const

const TOKENS = { input: 4_000, output: 900, cacheRead: 60_000, cacheWrite: 2_500, reasoning: 200 }

export function smallSessions(nowMs: number): SessionSpec[] {
  return [
    ...ended(nowMs),
    ...chats(nowMs),
    ...leaked(nowMs),
    ...lineage(nowMs),
    ...relatives(nowMs),
    ...cronRuns(nowMs),
    ...marked(nowMs),
  ]
}

const ended = (nowMs: number): SessionSpec[] =>
  END_REASONS.map((endReason, index) => ({
    id: `ended_${endReason}`,
    startedMs: nowMs - (index * 5 + 1) * DAY_MS,
    endedMs: nowMs - (index * 5 + 1) * DAY_MS + 40 * MINUTE_MS,
    endReason,
    messages: 4 + (index % 5) * 4,
    tokens: TOKENS,
    cost: index % 3 === 0 ? { actualUsd: 0.12 } : { estimatedUsd: 0.2 },
  }))

function chats(nowMs: number): SessionSpec[] {
  const live = LIVE_CHATS.map(
    (id, index): SessionSpec => ({
      id,
      source: 'telegram',
      sessionKey: `agent:main:telegram:dm:10${index}`,
      startedMs: nowMs - (index + 3) * DAY_MS,
      lastMessageMs: nowMs - (index + 1) * HOUR_MS,
      messages: 12,
      tokens: TOKENS,
    }),
  )
  const expired = EXPIRED_CHATS.map(
    (id, index): SessionSpec => ({
      id,
      source: 'discord',
      sessionKey: `agent:main:discord:group:20${index}:7`,
      startedMs: nowMs - (20 + index) * DAY_MS,
      endedMs: nowMs - (12 + index) * DAY_MS,
      endReason: 'session_reset',
      messages: 8,
    }),
  )
  const working: SessionSpec = {
    id: 'working_now',
    startedMs: nowMs - 30 * MINUTE_MS,
    lastMessageMs: nowMs - 2 * MINUTE_MS,
    heartbeatMs: nowMs - MINUTE_MS,
    messages: 20,
    tokens: TOKENS,
  }
  return [...live, ...expired, working]
}

const leaked = (nowMs: number): SessionSpec[] =>
  (['cli', 'tui', 'telegram', 'subagent', 'api_server', 'cli'] as const).map((source, index) => ({
    id: `leaked_${index}`,
    source,
    startedMs: nowMs - (8 + index * 14) * DAY_MS,
    messages: index === 0 ? 0 : 6,
  }))

/** One conversation in three rows, the last one open. */
function lineage(nowMs: number): SessionSpec[] {
  const part = (index: number, rest: Partial<SessionSpec>): SessionSpec => ({
    id: `long_${index}`,
    startedMs: nowMs - (12 - index * 4) * DAY_MS,
    messages: 16,
    tokens: TOKENS,
    title: `Long project #${index}`,
    ...rest,
  })
  return [
    part(0, { endedMs: nowMs - 8 * DAY_MS, endReason: 'compression' }),
    part(1, { endedMs: nowMs - 4 * DAY_MS, endReason: 'compression', parentId: 'long_0' }),
    part(2, { parentId: 'long_1', lastMessageMs: nowMs - 3 * HOUR_MS }),
  ]
}

function relatives(nowMs: number): SessionSpec[] {
  const base = { startedMs: nowMs - 6 * DAY_MS, endedMs: nowMs - 6 * DAY_MS + HOUR_MS, messages: 8 }
  const parent = 'family_parent'
  const child = (id: string, rest: Partial<SessionSpec>): SessionSpec => ({
    ...base,
    id,
    startedMs: nowMs - 5 * DAY_MS,
    endedMs: nowMs - 5 * DAY_MS + HOUR_MS,
    endReason: 'cli_close',
    parentId: parent,
    ...rest,
  })
  return [
    { ...base, id: parent, endReason: 'branched' },
    child('family_branch', { modelConfig: { _branched_from: parent } }),
    child('family_delegate_0', { source: 'subagent', modelConfig: { _delegate_from: parent } }),
    child('family_delegate_1', {
      source: 'subagent',
      modelConfig: { _delegate_from: parent },
      endReason: 'agent_close',
    }),
    child('family_reset', { modelConfig: { _reset_from: parent } }),
    child('family_broken', { modelConfig: '{not json' }),
  ]
}

function cronRuns(nowMs: number): SessionSpec[] {
  const run = (job: string, index: number): SessionSpec => {
    const startedMs = nowMs - (index + 1) * 9 * HOUR_MS
    return {
      id: `cron_${job}_${compactStamp(startedMs)}`,
      source: 'cron',
      startedMs,
      endedMs: startedMs + 3 * MINUTE_MS,
      endReason: 'cron_complete',
      messages: 8,
      tokens: TOKENS,
      title: `${job.slice(0, 4)} run ${index}`,
      // An unknown price and one covered by a subscription are both stored as 0.
      cost: { estimatedUsd: 0, status: job === SMALL_JOBS.deleted ? 'unknown' : 'included' },
    }
  }
  const crashed: SessionSpec = {
    id: `cron_${SMALL_JOBS.triage}_20260901_030000`,
    source: 'cron',
    startedMs: nowMs - 76 * DAY_MS,
    messages: 3,
  }
  const runs = Object.values(SMALL_JOBS).flatMap((job) => [0, 1, 2, 3].map((index) => run(job, index)))
  return [...runs, crashed]
}

const marked = (nowMs: number): SessionSpec[] => [
  {
    id: 'pinned_old',
    startedMs: nowMs - 150 * DAY_MS,
    endedMs: nowMs - 149 * DAY_MS,
    endReason: 'cli_close',
    pinned: true,
    auxiliary: [{ task: 'title_generation', tokens: { input: 300, output: 20 } }],
  },
  {
    id: 'archived_old',
    startedMs: nowMs - 140 * DAY_MS,
    endedMs: nowMs - 139 * DAY_MS,
    endReason: 'cli_close',
    archived: true,
  },
  { id: 'twin', startedMs: nowMs - 4 * DAY_MS, endedMs: nowMs - 3 * DAY_MS, endReason: 'cli_close' },
  { id: 'twin_2', startedMs: nowMs - 4 * DAY_MS, endedMs: nowMs - 3 * DAY_MS, endReason: 'cli_close' },
]
