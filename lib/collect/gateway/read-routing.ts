/** Reads the gateway's routes from the table and from `sessions/sessions.json`, as one list. */
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import type { RouteEntry, RoutingIndex } from '../../domain/gateway/gateway.ts'
import type { Capabilities, Part } from '../../domain/home/home.ts'
import { readJsonFile } from '../../platform/read-json-file.ts'
import { parseBoundedJson } from '../../shared/bounded-json.ts'
import { asFlag, asNumber, asObject, asText, type JsonObject } from '../../shared/json-values.ts'
import { failed, ok } from '../../shared/result.ts'
import { secondsToMs, stampToMs } from '../database/epoch.ts'
import { HomeFaultError, readSafely } from '../database/open-state-db.ts'
import { readColumns } from '../database/read-capabilities.ts'

const TABLE = 'gateway_routing'
const FILE = 'sessions/sessions.json'

export function readRouting(
  db: Database | null,
  caps: Capabilities | null,
  homePath: string,
): Part<RoutingIndex> {
  const hasTable = db !== null && caps?.tables.includes(TABLE) === true
  const table = hasTable ? readSafely(() => readTable(db, homePath)) : ok({ own: [], others: [] })
  if (!table.ok) return table
  const file = readFile(homePath)
  if (hasTable) {
    const { own, others } = table.value
    const mirror = file.ok ? (file.value ?? []) : []
    const entries = merge(own, mirror)
    const hidden = hiddenIn(entries, [...others, ...mirror])
    return ok({ primary: 'table', entries, ...hidden, ...(file.ok ? {} : { mirrorFault: file.fault }) })
  }
  if (!file.ok) return failed(file.fault)
  return ok({ primary: file.value === null ? 'none' : 'file', entries: merge([], file.value ?? []) })
}

/** Sessions that no listed entry names. */
function hiddenIn(entries: readonly RouteEntry[], all: readonly RouteEntry[]): Pick<RoutingIndex, 'hidden'> {
  const shown = new Set(entries.map(({ sessionId }) => sessionId))
  const hidden = all.flatMap(({ key, sessionId }) => (shown.has(sessionId) ? [] : [{ key, sessionId }]))
  return hidden.length === 0 ? {} : { hidden }
}

/** As Hermes does on start: the table's entries, then keys only the file has. */
function merge(table: readonly RouteEntry[], file: readonly RouteEntry[]): RouteEntry[] {
  const entries = new Map(table.map((entry) => [entry.key, entry]))
  for (const entry of file) {
    const stored = entries.get(entry.key)
    entries.set(entry.key, stored === undefined ? entry : { ...stored, inFile: true })
  }
  return [...entries.values()]
}

type Row = readonly [unknown, unknown, unknown, unknown]

function readTable(db: Database, homePath: string): { own: RouteEntry[]; others: RouteEntry[] } {
  const columns = [
    readColumns(db, TABLE).includes('scope') ? 'scope' : 'NULL',
    'session_key',
    'entry_json',
    'updated_at',
  ]
  refuseTooLarge(db, columns)
  const rows = db
    .prepare<[], Row>(
      `SELECT ${columns.join(', ')} FROM ${TABLE}
       ORDER BY updated_at LIMIT 200000`,
    )
    .raw()
    .all()
  const scope = resolveScope(homePath)
  const own = rows.filter((row) => row[0] === scope)
  // A home that was moved keeps its old scope. All rows are better than none.
  if (own.length === 0) return { own: rows.flatMap(rowToEntry), others: [] }
  const others = rows.filter((row) => row[0] !== scope)
  return { own: own.flatMap(rowToEntry), others: others.flatMap(rowToEntry) }
}

/** A route that is not read would protect nothing, so all are unknown then. */
function refuseTooLarge(db: Database, columns: readonly string[]): void {
  const bytes = columns.map((name) => `coalesce(octet_length(${name}), 0)`).join(' + ')
  const sizeBytes = db.prepare<[], number>(`SELECT coalesce(sum(${bytes}), 0) FROM ${TABLE}`).pluck().get()
  if ((sizeBytes ?? 0) > LARGEST_TABLE_BYTES)
    throw new HomeFaultError({ code: 'too-large', path: TABLE, sizeBytes: sizeBytes ?? 0 })
}

const LARGEST_TABLE_BYTES = 64_000_000

function rowToEntry([, key, json, updatedAt]: Row): RouteEntry[] {
  const entry = toEntry(String(key), parseEntry(json), { inTable: true, inFile: false })
  return entry === null ? [] : [{ ...entry, updatedMs: entry.updatedMs ?? secondsToMs(updatedAt) }]
}

/** Null if there is no file. */
function readFile(homePath: string): Part<RouteEntry[] | null> {
  const file = readJsonFile(homePath, FILE)
  if (!file.ok) return file
  if (file.value === undefined) return ok(null)
  const content = asObject(file.value)
  if (content === null) return failed({ code: 'malformed-file', path: FILE, detail: 'It holds no object' })
  const entries = Object.entries(content)
    .filter(([key]) => !key.startsWith('_'))
    .map(([key, value]) => toEntry(key, asObject(value), { inTable: false, inFile: true }))
  return ok(entries.filter((entry) => entry !== null))
}

type Copies = Pick<RouteEntry, 'inTable' | 'inFile'>

/** An entry without a session id routes nowhere. */
function toEntry(key: string, entry: JsonObject | null, copies: Copies): RouteEntry | null {
  const sessionId = asText(entry?.session_id)
  if (entry === null || sessionId === null) return null
  return {
    key,
    sessionId,
    platform: asText(entry.platform) ?? asText(key.split(':')[2]),
    chatType: asText(entry.chat_type) ?? asText(key.split(':')[3]),
    updatedMs: stampToMs(entry.updated_at),
    displayName: asText(entry.display_name),
    lastPromptTokens: aboveZero(asNumber(entry.last_prompt_tokens)),
    suspended: asFlag(entry.suspended) === true,
    finalised: asFlag(entry.expiry_finalized) === true || asFlag(entry.memory_flushed) === true,
    turnActive: asText(entry.active_turn_token) !== null,
    ...copies,
  }
}

/** Hermes starts with 0 and some platforms never count, so 0 is not a measured prompt. */
const aboveZero = (tokens: number | null): number | null => (tokens !== null && tokens > 0 ? tokens : null)

function parseEntry(json: unknown): JsonObject | null {
  if (typeof json !== 'string') return null
  try {
    return asObject(parseBoundedJson(json))
  } catch {
    // Hermes skips a broken entry too.
    return null
  }
}

function resolveScope(homePath: string): string {
  const path = join(homePath, 'sessions')
  try {
    return realpathSync(path)
  } catch {
    // Without the folder, no row can have its scope, so the given path is fine.
    return path
  }
}
