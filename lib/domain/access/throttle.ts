/**
 * Limits password attempts by address. Ten failures in a minute impose a wait of one minute, which doubles up
 * to five. Attempts during a wait are neither checked nor counted, so they cannot extend it. One-time links
 * are not limited, so the operator can always sign in from the terminal.
 */
import { MINUTE_MS } from '../../shared/time.ts'

export type Tries = {
  /** Failed attempts of the last minute, oldest first. */
  readonly recentMs: readonly number[]
  /** How many waits were imposed in a row. */
  readonly waits: number
  readonly blockedUntilMs: number
}

export const NO_TRIES: Tries = { recentMs: [], waits: 0, blockedUntilMs: 0 }

const TRIES_PER_MINUTE = 10
/** As long as the counting window, so that no minute has an eleventh attempt. */
const FIRST_WAIT_MS = MINUTE_MS
const LONGEST_WAIT_MS = 5 * MINUTE_MS
/** After this long without an attempt, an address starts over. */
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
