/** Hermes' local token counts by kind, assigned to the UTC day a session started. */
import { DAY_MS, toUtcDay } from '../../shared/time.ts'
import type { Part } from '../home/home.ts'
import type { AuxiliaryUsage } from '../home/snapshot.ts'
import type { Session } from '../sessions/session.ts'
import type { TokenDay, TokensOverview } from './overview.ts'

export function tokensOverview(
  sessions: readonly Session[],
  auxiliary: Part<AuxiliaryUsage | null>,
): TokensOverview {
  const total = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
  // Days are numbers, because formatting a date per session would dominate the cost of an overview.
  const days = new Map<number, Mutable<TokenDay>>()
  let costUsd: number | null = null
  for (const session of sessions) {
    const number = Math.floor(session.startedMs / DAY_MS)
    let booked = days.get(number)
    if (booked === undefined) {
      booked = { day: toUtcDay(session.startedMs), input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
      days.set(number, booked)
    }
    add(total, session)
    add(booked, session)
    // A missing price is not zero, so the sum is null until a row has one.
    if (session.costUsd !== null) costUsd = (costUsd ?? 0) + session.costUsd
  }
  return {
    ...total,
    costUsd,
    byDay: [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1)),
    attribution: 'session-start-day',
    auxiliary: auxiliary.ok ? auxiliary.value : null,
  }
}

function add(sum: Omit<Mutable<TokenDay>, 'day'>, session: Session): void {
  sum.input += session.inputTokens
  sum.output += session.outputTokens
  sum.cacheRead += session.cacheReadTokens
  sum.cacheWrite += session.cacheWriteTokens
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }
