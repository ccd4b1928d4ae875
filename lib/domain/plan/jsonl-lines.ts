/**
 * Which lines of a `.jsonl` are also rows of its session. Each line needs a row for itself, because people and jobs
 * repeat themselves. Whatever cannot be compared counts as a line without a row, so that the file is kept.
 */
import { parseBoundedJson } from '../../shared/bounded-json.ts'
import { parseIso } from '../../shared/iso-time.ts'
import { asObject, asText } from '../../shared/json-values.ts'
import { MINUTE_MS } from '../../shared/time.ts'

export type StoredMessage = {
  readonly role: unknown
  readonly content: unknown
  readonly toolCallId: unknown
  readonly toolCalls: unknown
  readonly atMs: number | null
}

/** Short enough to keep for every message of a session. */
export type MessageIdentity = {
  /** Role and content. */
  readonly key: string
  readonly callId: string | null
  readonly calls: string | null
  readonly atMs: number | null
}

type Digest = (text: string) => string

export type LineMatcher = {
  readonly add: (line: string) => void
  /** Messages among the lines so far that no row has. */
  readonly missing: () => number
}

export function makeLineMatcher(rows: Iterable<MessageIdentity>, digest: Digest): LineMatcher {
  const left = new Map<string, MessageIdentity[]>()
  for (const row of rows) {
    const known = left.get(row.key)
    if (known === undefined) left.set(row.key, [row])
    else known.push(row)
  }
  const seen = new Set<string>()
  let missing = 0
  return {
    add: (text) => {
      if (text.trim() === '') return
      // The gateway wrote some messages twice, with the same time.
      const line = digest(text)
      if (seen.has(line)) return
      seen.add(line)
      const message = parseLine(text)
      if (message?.role === 'session_meta') return
      if (message === null || !takeRow(left, identityOfLine(message, digest))) missing += 1
    },
    missing: () => missing,
  }
}

export const identityOfRow = (row: StoredMessage, digest: Digest): MessageIdentity => ({
  key: keyOf(row.role, decodeStored(row.content), digest),
  callId: asText(row.toolCallId),
  calls: callsOf(parsed(row.toolCalls), digest),
  atMs: row.atMs,
})

function identityOfLine(message: Readonly<Record<string, unknown>>, digest: Digest): MessageIdentity {
  return {
    key: keyOf(message.role, message.content ?? '', digest),
    callId: asText(message.tool_call_id),
    calls: callsOf(message.tool_calls, digest),
    atMs: exactTime(message.timestamp),
  }
}

/** The best row first, because a line may say less than its row. */
function takeRow(left: Map<string, MessageIdentity[]>, line: MessageIdentity): boolean {
  const rows = left.get(line.key) ?? []
  const fits = rows.filter((row) => isSame(row, line))
  const best = fits.find(({ callId, calls }) => callId === line.callId && calls === line.calls) ?? fits[0]
  if (best === undefined) return false
  rows.splice(rows.indexOf(best), 1)
  return true
}

const isSame = (row: MessageIdentity, line: MessageIdentity): boolean =>
  (line.callId === null || line.callId === row.callId) &&
  (line.calls === null || line.calls === row.calls) &&
  (line.atMs === null || row.atMs === null || Math.abs(line.atMs - row.atMs) <= SAME_TIME_MS)

/** Line and row of a message are written in the same turn. */
const SAME_TIME_MS = 10 * MINUTE_MS

function parseLine(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return asObject(parseBoundedJson(text))
  } catch {
    // Usually an interrupted write. What it would have been is unknown.
    return null
  }
}

const STRUCTURED = '\u0000json:'

/** Hermes stores a list of parts as NUL, `json:` and JSON. */
const decodeStored = (content: unknown): unknown => {
  if (typeof content !== 'string' || !content.startsWith(STRUCTURED)) return content ?? ''
  return parsed(content.slice(STRUCTURED.length)) ?? content
}

function parsed(json: unknown): unknown {
  if (typeof json !== 'string' || json === '') return null
  try {
    return parseBoundedJson(json)
  } catch {
    // Not JSON after all, so it equals only the same text.
    return json
  }
}

const keyOf = (role: unknown, content: unknown, digest: Digest): string =>
  digest(
    `${typeof role === 'string' ? role : ''}\n${typeof content === 'string' ? `text ${wellFormed(content)}` : `json ${canonical(content)}`}`,
  )

/** What identifies the calls. Versions differ in what else they store of one. */
function callsOf(calls: unknown, digest: Digest): string | null {
  if (calls === null || calls === undefined || (Array.isArray(calls) && calls.length === 0)) return null
  const shown = Array.isArray(calls)
    ? calls.map((call) => {
        const called = asObject(asObject(call)?.function)
        return [asObject(call)?.id ?? null, called?.name ?? null, called?.arguments ?? null]
      })
    : calls
  return digest(canonical(shown))
}

/** The same for every order of keys. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const object = asObject(value)
  if (object === null) return JSON.stringify(typeof value === 'string' ? wellFormed(value) : value) ?? 'null'
  const entries = Object.keys(object).sort()
  return `{${entries.map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`).join(',')}}`
}

/** SQLite has no halves of surrogate pairs, and JSON has. */
const wellFormed = (text: string): string => text.toWellFormed()

/** Null for a time without a zone: old gateways wrote the local time of their machine. */
function exactTime(stamp: unknown): number | null {
  if (typeof stamp === 'number') return Number.isFinite(stamp) ? stamp * 1_000 : null
  const time = typeof stamp === 'string' ? parseIso(stamp) : null
  return time?.hasZone ? time.ms : null
}
