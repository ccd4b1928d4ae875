/**
 * How often an address may guess. Ten wrong passwords in a minute, then a wait of one minute that doubles with each
 * further one up to five. Tries during a wait are neither answered nor counted, so nobody can stretch another's wait, and
 * the one-time link is not throttled: the operator always gets in from the terminal.
 */
import { MINUTE_MS } from '../../shared/time.ts'

export type Tries = {
  /** Wrong tries of the last minute, oldest first. */
  readonly recentMs: readonly number[]
  /** How many waits have been imposed in a row. */
  readonly waits: number
  readonly blockedUntilMs: number
}

export const NO_TRIES: Tries = { recentMs: [], waits: 0, blockedUntilMs: 0 }

const TRIES_PER_MINUTE = 10
/** As long as the tries are counted, so that no minute ever sees an eleventh. */
const FIRST_WAIT_MS = MINUTE_MS
const LONGEST_WAIT_MS = 5 * MINUTE_MS
/** After this much silence an address starts afresh. */
const FORGET_AFTER_MS = 15 * MINUTE_MS

export const waitMs = (tries: Tries, nowMs: number): number => Math.max(0, tries.blockedUntilMs - nowMs)

export function afterWrongTry(tries: Tries, nowMs: number): Tries {
  const rested = nowMs - Math.max(tries.blockedUntilMs, tries.recentMs.at(-1) ?? 0) > FORGET_AFTER_MS
  const recentMs = [...tries.recentMs.filter((atMs) => nowMs - atMs < MINUTE_MS), nowMs]
  const waits = rested ? 0 : tries.waits
  if (recentMs.length < TRIES_PER_MINUTE && waits === 0) return { recentMs, waits, blockedUntilMs: 0 }
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** waits)
  return { recentMs, waits: waits + 1, blockedUntilMs: nowMs + wait }
}

export const isForgotten = (tries: Tries, nowMs: number): boolean =>
  nowMs - Math.max(tries.blockedUntilMs, tries.recentMs.at(-1) ?? 0) > FORGET_AFTER_MS
