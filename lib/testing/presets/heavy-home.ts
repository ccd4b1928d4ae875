/**
 * A home with very many rows, for the benchmark. Messages are inserted before any index exists. The full-text
 * index stays empty with a pending rebuild, a state Hermes leaves for hours after an upgrade: its triggers
 * index new messages and skip old ones.
 */
import { mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { DAY_MS } from '../../shared/time.ts'
import {
  addSearch,
  createDatabase,
  deferSearch,
  dropIndexes,
  restoreIndexes,
} from '../home/create-database.ts'
import { MODELS, proseOf } from '../home/invented-text.ts'
import { compactStamp } from '../home/local-stamp.ts'
import { diceOf, hexOf } from '../home/noise.ts'
import { insertInto } from '../home/row-insert.ts'
import { writeSessionFiles } from '../home/session-files.ts'
import type { FileSpec } from '../home/spec.ts'

export type HeavySize = {
  readonly sessions?: number
  readonly messages?: number
  /** Both full-text indexes are filled, as long after an upgrade. */
  readonly isSearchable?: boolean
  readonly journalMode?: 'wal' | 'delete'
  /**
   * Five of twelve sessions are related: three parts of a conversation and two subagents. Some are pinned or
   * archived in Hermes.
   */
  readonly hasRelatives?: boolean
  /** Transcripts for this many sessions, oldest first. Newer versions write none. */
  readonly transcripts?: number
}

export function makeHeavyHome(path: string, nowMs: number, size: HeavySize = {}): void {
  const { sessions = 60_000, messages = 800_000, isSearchable = false, journalMode = 'wal' } = size
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const home = realpathSync(path)
  if (readdirSync(home).length > 0) throw new Error(`${home} is not empty`)
  mkdirSync(join(home, 'sessions'))
  writeFileSync(join(home, 'config.yaml'), 'model:\n  default: anthropic/claude-sonnet-4.5\n')
  const db = createDatabase(join(home, 'state.db'), { era: 'aug', journalMode: 'delete' })
  try {
    dropIndexes(db)
    db.pragma('foreign_keys = OFF')
    const ids = db.transaction(() => writeRows(db, nowMs, sessions, messages, size.hasRelatives ?? false))()
    writeTranscripts(join(home, 'sessions'), ids.slice(0, size.transcripts ?? 0), nowMs)
    restoreIndexes(db, 'aug')
    if (isSearchable) addSearch(db, { era: 'aug' })
    else deferSearch(db, 'aug')
    db.pragma(`journal_mode = ${journalMode}`)
  } finally {
    db.close()
  }
}

const HALF_A_YEAR_MS = 180 * DAY_MS

/** Oldest first, so that message ids rise with time. */
function writeRows(
  db: Database.Database,
  nowMs: number,
  sessions: number,
  messages: number,
  hasRelatives: boolean,
): string[] {
  const ids: string[] = []
  const dice = diceOf('heavy')
  const insertSession = insertInto(db, 'sessions')
  const insertMessage = db.prepare(
    'INSERT INTO messages (session_id, role, content, tool_calls, tool_name, timestamp) VALUES (?, ?, ?, ?, ?, ?)',
  )
  for (let index = 0; index < sessions; index += 1) {
    const count = share(messages, sessions, index)
    const startedMs = nowMs - HALF_A_YEAR_MS + (HALF_A_YEAR_MS * index) / sessions
    const isCron = index % 5 < 2
    const isOpen = index % 10 > 6
    const id = isCron
      ? `cron_${hexOf(`job ${index % 40}`, 12)}_${compactStamp(startedMs)}`
      : `${compactStamp(startedMs)}_${hexOf(`heavy ${index}`, 6)}`
    ids.push(id)
    insertSession({
      id,
      source: isCron ? 'cron' : index % 3 === 0 ? 'telegram' : 'cli',
      model: MODELS[index % MODELS.length],
      model_config: '{"max_iterations": 90}',
      started_at: startedMs / 1000,
      ended_at: isOpen ? null : startedMs / 1000 + 600,
      end_reason: isOpen ? null : isCron ? 'cron_complete' : 'cli_close',
      message_count: count,
      tool_call_count: Math.floor(count / 4),
      input_tokens: dice.between(500, 9_000),
      output_tokens: dice.between(100, 3_000),
      cache_read_tokens: dice.between(5_000, 90_000),
      cache_write_tokens: dice.between(300, 5_000),
      estimated_cost_usd: dice.between(1, 90) / 100,
      cost_status: 'estimated',
      api_call_count: count,
      ...(hasRelatives ? relativesOf(index, ids, startedMs / 1000 + 600) : {}),
    })
    for (let turn = 0; turn < count; turn += 1) {
      const [role, calls, tool] = TURNS[turn % TURNS.length] ?? TURNS[0]
      const text = proseOf(index * 131 + turn * 977, 120 + ((index + turn * 37) % 300))
      insertMessage.run(id, role, text, calls, tool, (startedMs + turn * 7_000) / 1000)
    }
  }
  return ids
}

/** By position in a dozen: 0, 1 and 2 are parts of a conversation, 3 and 4 subagents of its last part. */
function relativesOf(index: number, ids: readonly string[], endedAt: number): Record<string, unknown> {
  const place = index % 12
  const marks = { pinned: index % 97 === 0 ? 1 : 0, archived: index % 31 === 0 ? 1 : 0 }
  const parent = ids[index - (place < 3 ? 1 : place - 2)] ?? null
  if (place > 4) return marks
  if (place > 2)
    return {
      ...marks,
      source: 'subagent',
      parent_session_id: parent,
      model_config: JSON.stringify({ _delegate_from: parent }),
    }
  return {
    ...marks,
    parent_session_id: place === 0 ? null : parent,
    ...(place < 2 ? { end_reason: 'compression', ended_at: endedAt } : {}),
  }
}

function writeTranscripts(folder: string, ids: readonly string[], nowMs: number): void {
  const files = ids.map(
    (id, index): FileSpec => ({
      kind: 'transcript',
      id,
      bytes: 600 + (index % 7) * 900,
      modifiedMs: nowMs - DAY_MS,
    }),
  )
  writeSessionFiles(folder, files)
}

const CALLS = '[{"id":"call_1","type":"function","function":{"name":"terminal","arguments":"{}"}}]'

const TURNS = [
  ['user', null, null],
  ['assistant', CALLS, null],
  ['tool', null, 'terminal'],
  ['assistant', null, null],
] as const

/** Spread so that the parts add up exactly. */
const share = (whole: number, parts: number, index: number): number =>
  Math.floor((whole * (index + 1)) / parts) - Math.floor((whole * index) / parts)
