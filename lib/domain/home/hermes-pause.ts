/**
 * What `hermes pause` left in `ESTOP` (docs/hermes.md, "Pausing"). That the file exists is enough for a pause; its content
 * only explains it. Running work goes on, and new work waits.
 */
import { parseBoundedJson } from '../../shared/bounded-json.ts'
import { parseIso } from '../../shared/iso-time.ts'
import { asObject, asText } from '../../shared/json-values.ts'
import { plainText } from '../../shared/plain-text.ts'
import { MINUTE_MS, toIso } from '../../shared/time.ts'

/** What one file says. Null means unknown, never none. */
export type PauseHold = {
  readonly sinceMs: number | null
  /** When Hermes resumes by itself. */
  readonly untilMs: number | null
  readonly reason: string | null
  /** Who may still start work. */
  readonly users: readonly string[]
}

export type HermesPause = Omit<PauseHold, 'users'> & {
  /** The home's own file, or that of its root, which holds for every profile. */
  readonly by: 'home' | 'root'
  /** How many people may still start work. */
  readonly allowedUsers: number
  readonly resumeCommand: string
}

/** For an empty, broken, oversized or unreadable file. */
export const UNEXPLAINED: PauseHold = { sinceMs: null, untilMs: null, reason: null, users: [] }

/** Null if its deadline has passed: Hermes then ignores the file and removes it. */
export function parsePauseHold(text: string, nowMs: number): PauseHold | null {
  const body = asObject(parseOrNull(text))
  if (body === null) return UNEXPLAINED
  const untilMs = parseStamp(body.expires_at)
  if (untilMs !== null && untilMs <= nowMs) return null
  const sinceMs = parseStamp(body.engaged_at) ?? parseEpoch(body.engaged_at)
  return {
    sinceMs: sinceMs !== null && sinceMs <= nowMs + CLOCKS_DIFFER_MS ? sinceMs : null,
    untilMs,
    reason: reasonOf(body.reason),
    users: usersOf(body.allow),
  }
}

type Holds = { readonly home: PauseHold | null; readonly root: PauseHold | null }

/** Every hold counts: the pause ends with the last one, and lets through only whom each of them lets through. */
export function combineHolds(
  { home, root }: Holds,
  resumeCommand: (by: HermesPause['by']) => string,
): HermesPause | null {
  const holds = [home, root].filter((hold) => hold !== null)
  const [first, ...others] = holds
  if (first === undefined) return null
  const since = holds.flatMap(({ sinceMs }) => sinceMs ?? [])
  const until = holds.flatMap(({ untilMs }) => untilMs ?? [])
  const by = home === null ? 'root' : 'home'
  return {
    sinceMs: since.length === 0 ? null : Math.min(...since),
    untilMs: until.length < holds.length ? null : Math.max(...until),
    reason: first.reason ?? others[0]?.reason ?? null,
    by,
    allowedUsers: first.users.filter((user) => others.every(({ users }) => users.includes(user))).length,
    resumeCommand: resumeCommand(by),
  }
}

/** As in the JSON of a home. */
export const pauseJson = ({ sinceMs, untilMs, reason, by, allowedUsers }: HermesPause) => ({
  since: toIso(sinceMs),
  until: toIso(untilMs),
  reason,
  by,
  allowedUsers,
})

const CLOCKS_DIFFER_MS = MINUTE_MS
const MOST_CHARACTERS = 200
const BYTE_ORDER_MARK = /^\uFEFF/

function parseOrNull(text: string): unknown {
  try {
    return parseBoundedJson(text.replace(BYTE_ORDER_MARK, ''))
  } catch {
    // Not JSON: still a pause.
    return null
  }
}

/** Strict, because a deadline that Hermes cannot parse never passes. Hermes takes no numbers. */
const parseStamp = (value: unknown): number | null =>
  typeof value === 'string' ? (parseIso(value.trim())?.ms ?? null) : null

/** Seconds, between 2000 and 2100. */
const parseEpoch = (value: unknown): number | null =>
  typeof value === 'number' && value >= 946_684_800 && value <= 4_102_444_800
    ? Math.round(value * 1_000)
    : null

function reasonOf(value: unknown): string | null {
  const text = asText(typeof value === 'string' ? value.trim() : null)
  if (text === null) return null
  const characters = [...plainText(text)]
  return characters.length <= MOST_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, MOST_CHARACTERS).join('')}…`
}

/** `profiles` only narrows whom `user_ids` lets through. */
function usersOf(allow: unknown): readonly string[] {
  const ids = asObject(allow)?.user_ids
  const list: readonly unknown[] = Array.isArray(ids) ? ids : [ids]
  const names = list.flatMap((id) =>
    typeof id === 'string' || typeof id === 'number' ? [String(id).trim()] : [],
  )
  return [...new Set(names.filter((name) => name !== ''))]
}
