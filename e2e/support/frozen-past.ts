/** The samples that Steward would have stored of a silent outage before a restart. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { MINUTE_MS } from '../../lib/shared/time.ts'
import { rememberHome } from '../../lib/store/homes.ts'
import { openStore } from '../../lib/store/open-store.ts'
import { recordCounterSample } from '../../lib/store/samples/counter-samples.ts'
import { LIVE_CHATS } from '../../lib/testing/presets/small-sessions.ts'

/** One call fewer than an outage needs. The test adds the last one to the real database. */
export const FROZEN_CALLS = 4
const CALL_TOKENS = 900
/** Longer than the rule's 45 minutes. */
const MINUTES = 50

/** The fifth call, written by another process as Hermes does: counters without a row. */
export const BOOK_A_CALL = `db.prepare("UPDATE sessions SET input_tokens = input_tokens + ${CALL_TOKENS} WHERE id = ?").run('${LIVE_CHATS[0]}').changes`

/**
 * One row, then fifty minutes without any, with tokens counted in four of them. Ends at the home's current
 * state.
 */
export function writeFrozenPast(dataDir: string, homePath: string, nowMs: number): void {
  const present = readPresent(homePath)
  const opened = openStore(dataDir)
  if (!opened.ok) throw new Error(opened.fault.detail)
  const homeNo = rememberHome(opened.value, homePath)
  for (let minute = MINUTES; minute >= 0; minute -= 1) {
    const callsToCome = Math.min(FROZEN_CALLS, Math.floor(minute / 10))
    recordCounterSample(opened.value, homeNo, {
      ...present,
      atMs: nowMs - minute * MINUTE_MS,
      inputTokens: present.inputTokens - callsToCome * CALL_TOKENS,
      lastMessageId: minute === MINUTES ? present.lastMessageId - 1 : present.lastMessageId,
      databaseBytes: null,
      walBytes: null,
      freeBytes: null,
    })
  }
  opened.value.close()
}

type Present = Record<
  | 'inputTokens'
  | 'outputTokens'
  | 'cacheReadTokens'
  | 'cacheWriteTokens'
  | 'sessions'
  | 'openSessions'
  | 'lastMessageId',
  number
>

function readPresent(homePath: string): Present {
  const db = new Database(join(homePath, 'state.db'), { readonly: true })
  const present = db
    .prepare<[], Present>(
      `SELECT sum(input_tokens) AS inputTokens, sum(output_tokens) AS outputTokens,
         sum(cache_read_tokens) AS cacheReadTokens, sum(cache_write_tokens) AS cacheWriteTokens,
         count(*) AS sessions, count(*) - count(ended_at) AS openSessions,
         (SELECT max(id) FROM messages) AS lastMessageId FROM sessions`,
    )
    .get()
  db.close()
  if (present === undefined) throw new Error('a sum is always one row')
  return present
}
