/**
 * New messages as steps of a session: the role and which call was made. Keeps the tool's name and a hash of a
 * call, and no message text.
 */
import { createHash } from 'node:crypto'
import type { MessageStep } from '../../domain/watch/burn/call-streak.ts'
import type { SteppedMessage } from '../../domain/watch/burn/fold-activity.ts'
import { parseBoundedJson } from '../../shared/bounded-json.ts'
import { asObject, asText, type JsonObject } from '../../shared/json-values.ts'
import type { StateDb } from '../database/database-facts.ts'
import { secondsToMs } from '../database/epoch.ts'
import { shortText } from '../database/short-text.ts'

/** Longer calls are compared by length and tool only. */
const LONGEST_CALLS = 64 * 1024
/** Beyond this, parsing a call to name it is not worth SQLite's memory. */
const LONGEST_PARSED = 4_000_000
const LONGEST_NAME = 80

/** Whether this home's messages have the needed columns. */
export const hasSteps = (columns: readonly string[]): boolean =>
  ['id', 'session_id', 'role', 'timestamp'].every((name) => columns.includes(name))

/** The messages after an id, oldest first. */
export function readStepsAfter(
  db: StateDb,
  columns: readonly string[],
  afterId: number,
  limit: number,
): SteppedMessage[] {
  const sql = `${selectSteps(columns)} WHERE id > ? AND id <= ${Number.MAX_SAFE_INTEGER} ORDER BY id LIMIT ?`
  return stepsOf(db.prepare<[number, number], Row>(sql).raw().iterate(afterId, limit))
}

/** The last messages of one session up to an id, oldest first, by the session's index. */
export function readStepsOf(
  db: StateDb,
  columns: readonly string[],
  sessionId: string,
  upToId: number,
  limit: number,
): SteppedMessage[] {
  const sql = `${selectSteps(columns)} WHERE session_id = ? AND +id <= ? ORDER BY timestamp DESC, id DESC LIMIT ?`
  return stepsOf(
    db.prepare<[string, number, number], Row>(sql).raw().iterate(sessionId, upToId, limit),
  ).reverse()
}

type Row = [
  sessionId: unknown,
  role: unknown,
  seconds: unknown,
  observed: unknown,
  length: number | null,
  calls: unknown,
]

function selectSteps(columns: readonly string[]): string {
  const observed = columns.includes('observed') ? 'observed' : '0'
  const [length, calls] = columns.includes('tool_calls')
    ? [
        'octet_length(tool_calls)',
        `CASE WHEN octet_length(tool_calls) <= ${LONGEST_CALLS} THEN tool_calls
          WHEN octet_length(tool_calls) <= ${LONGEST_PARSED} AND json_valid(tool_calls) THEN json_extract(tool_calls, '$[0].function.name') END`,
      ]
    : ['NULL', 'NULL']
  return `SELECT ${shortText('session_id')}, ${shortText('role')}, timestamp, ${observed}, ${length}, ${calls} FROM messages`
}

/** One at a time, so that at most one call's text is in memory. */
function stepsOf(rows: Iterable<Row>): SteppedMessage[] {
  const steps: SteppedMessage[] = []
  for (const [sessionId, role, seconds, observed, length, calls] of rows) {
    // An id that is not text cannot be looked up.
    if (typeof sessionId !== 'string') continue
    steps.push({
      sessionId,
      step: stepOf(role, observed, length ?? 0, calls),
      isAssistant: role === 'assistant',
      atMs: secondsToMs(seconds),
    })
  }
  return steps
}

const OTHER: MessageStep = { kind: 'other', calls: 0, sign: null, same: false, call: null }
const PERSON: MessageStep = { ...OTHER, kind: 'person' }

function stepOf(role: unknown, observed: unknown, length: number, calls: unknown): MessageStep {
  // Group messages that only observe are not addressed to the agent.
  if (role === 'user') return observed === 1 ? OTHER : PERSON
  // `[]` and `null` are not calls.
  if (role !== 'assistant' || length <= 4 || typeof calls !== 'string') return OTHER
  if (length > LONGEST_CALLS) {
    const call = nameOf(calls)
    return { kind: 'calls', calls: 1, sign: hash(`${call} ${length}`), same: true, call }
  }
  return stepOfCalls(calls)
}

function stepOfCalls(text: string): MessageStep {
  const made = parseCalls(text)
  const first = made[0]
  if (first === undefined) return OTHER
  return {
    kind: 'calls',
    calls: made.length,
    sign: hash(
      made.every(({ sign }) => sign === first.sign) ? first.sign : made.map(({ sign }) => sign).join('\n'),
    ),
    same: made.every(({ sign }) => sign === first.sign),
    call: first.name,
  }
}

type Call = { readonly name: string | null; readonly sign: string }

/** Ignores each call's id, which would make equal calls differ. */
function parseCalls(text: string): Call[] {
  const parsed = parseOrNull(text)
  if (!Array.isArray(parsed)) return []
  return parsed.flatMap((item: unknown) => {
    const call = asObject(item)
    if (call === null) return []
    const made: JsonObject = asObject(call.function) ?? call
    const name = nameOf(made.name)
    return [{ name, sign: `${name} ${JSON.stringify(made.arguments ?? made.input ?? null)}` }]
  })
}

const nameOf = (value: unknown): string | null => asText(value)?.slice(0, LONGEST_NAME) ?? null

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16)

function parseOrNull(text: string): unknown {
  try {
    return parseBoundedJson(text)
  } catch {
    // Partly written or foreign.
    return null
  }
}
