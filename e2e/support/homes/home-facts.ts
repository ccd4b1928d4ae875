/** Facts about a home from SQL on a copy and plain file scans, independent of the code behind the pages. */
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type Database from 'better-sqlite3'
import { formatUsd } from '../../../lib/shared/usd.ts'
import { add, type DiskUsage, diskUsage, SIDECARS } from '../disk-usage.ts'

export type ExpectedSession = {
  readonly id: string
  readonly source: string
  readonly started: number
  readonly ended: number | null
  readonly messages: number
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
  readonly cost: number | null
  readonly costStatus: string | null
  /** Bytes of its messages in the database. */
  readonly bytes: number
}

/** Hermes writes 0 for an unknown price. Only a status makes it a known value. */
export const COST = `CASE WHEN coalesce(actual_cost_usd, estimated_cost_usd) = 0
  AND coalesce(cost_status, '') NOT IN ('actual', 'estimated', 'included') THEN NULL
  ELSE coalesce(actual_cost_usd, estimated_cost_usd) END`

/** The total cost as text. */
export function expectedCost(rows: readonly Pick<ExpectedSession, 'cost' | 'costStatus'>[]): string {
  const costs = rows.flatMap(({ cost }) => (cost === null ? [] : [cost]))
  const sum = costs.reduce((total, cost) => total + cost, 0)
  if (sum === 0 && rows.some(({ costStatus }) => costStatus === 'included')) return 'included'
  return costs.length === 0 ? 'unknown' : formatUsd(sum)
}

export const expectedSessions = (db: Database.Database): ExpectedSession[] =>
  db
    .prepare<[], ExpectedSession>(
      `SELECT id, source, started_at AS started, ended_at AS ended, message_count AS messages,
         input_tokens AS input, output_tokens AS output, cache_read_tokens AS cacheRead,
         cache_write_tokens AS cacheWrite, ${COST} AS cost, cost_status AS costStatus,
         (SELECT coalesce(sum(${lengthOfTexts(db)}), 0) FROM messages WHERE session_id = sessions.id) AS bytes
       FROM sessions ORDER BY message_count DESC, id`,
    )
    .all()

/** All text of messages, calls and reasoning. */
function lengthOfTexts(db: Database.Database): string {
  const names = db.prepare<[], string>("SELECT name FROM pragma_table_info('messages')").pluck().all()
  return names
    .filter((name) =>
      /^(content|tool_call_id|tool_calls|tool_name|api_content|reasoning.*|codex_.*)$/.test(name),
    )
    .map((name) => `coalesce(length(CAST(${name} AS BLOB)), 0)`)
    .join(' + ')
}

const DUMP = /^request_dump_(.+)_\d{8}_\d{6}_\d{6}\.json$/
const NAMES = [DUMP, /^session_(.+)\.json$/, /^(.+)\.jsonl?$/]

/** Transcripts and request dumps by session. */
export function sessionFiles(home: string): Map<string, { readonly name: string; readonly bytes: number }[]> {
  const files = readdirSync(join(home, 'sessions'))
    .filter((name) => name !== 'sessions.json' && !name.startsWith('.'))
    .filter((name) => lstatSync(join(home, 'sessions', name)).isFile())
  const owned = files.map((name) => ({
    owner: NAMES.map((pattern) => pattern.exec(name)?.[1]).find((id) => id !== undefined) ?? '',
    name,
    bytes: lstatSync(join(home, 'sessions', name)).blocks * 512,
  }))
  return Map.groupBy(owned, ({ owner }) => owner)
}

const NOTHING: DiskUsage = { bytes: 0, apparentBytes: 0, files: 0 }

const walked = (home: string, names: readonly string[]): DiskUsage =>
  names
    .map((name) => join(home, name))
    .filter((path) => existsSync(path))
    .map((path) => diskUsage(path))
    .reduce(add, NOTHING)

/** The classes determined by a file's location, and the total. */
export function storageClasses(home: string) {
  const inSessions = readdirSync(join(home, 'sessions')).map((name) => `sessions/${name}`)
  const dumps = inSessions.filter((name) => name.startsWith('sessions/request_dump_'))
  const transcripts = inSessions.filter(
    (name) => !dumps.includes(name) && /\.jsonl?$/.test(name) && name !== 'sessions/sessions.json',
  )
  return {
    Checkpoints: walked(home, ['checkpoints']),
    'State db': walked(home, ['state.db']),
    Logs: walked(home, ['logs']),
    'Cron output': walked(home, ['cron/output']),
    Transcripts: walked(home, transcripts),
    'Request dumps': walked(home, dumps),
  }
}

/** The possible totals of a home, without and with the files SQLite may keep next to an idle database. */
export function homeUsages(home: string): DiskUsage[] {
  const { blocks, size } = lstatSync(home)
  const names = readdirSync(home).filter((name) => !SIDECARS.includes(name))
  const lasting = add(walked(home, names), { bytes: blocks * 512, apparentBytes: size, files: 0 })
  const besides = Array.from({ length: MOST_BESIDE / PAGE + 1 }, (_, pages) => pages * PAGE)
  return [
    lasting,
    ...besides.map((bytes) => add(lasting, { bytes, apparentBytes: bytes, files: SIDECARS.length })),
  ]
}

const PAGE = 4096
/** An empty WAL and the first part of its index. */
const MOST_BESIDE = 32_768

/** The gateway's routes by key, from the file and the table. The table wins. */
export function routeEntries(home: string, db: Database.Database): Map<string, ExpectedRoute> {
  const isTable = db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'gateway_routing'").get() !== undefined
  const file = join(home, 'sessions', 'sessions.json')
  const inFile: [string, ExpectedRoute][] = existsSync(file)
    ? Object.entries(JSON.parse(readFileSync(file, 'utf8')))
    : []
  const inTable = isTable
    ? db
        .prepare<[], { key: string; entry: string }>(
          'SELECT session_key AS key, entry_json AS entry FROM gateway_routing',
        )
        .all()
        .map(({ key, entry }): [string, ExpectedRoute] => [key, JSON.parse(entry)])
    : []
  return new Map([...inFile.filter(([key]) => !key.startsWith('_')), ...inTable])
}

export type ExpectedRoute = { readonly session_id: string; readonly updated_at: string }
