/** What each session did between two samples, from its counters and new messages. */
import { cronJobOf } from '../../cron/cron.ts'
import { addTokens, hasTokens, NO_TOKENS, type TokenSums, tokenWeight } from '../../tokens/token-sums.ts'
import type { SessionTick } from '../light-sample.ts'
import { type CallStreak, extendStreak, type MessageStep, NO_STREAK } from './call-streak.ts'
import type { Rise, SessionLedger } from './session-ledger.ts'

/** A session's row, as read for a sample. */
export type SessionCounters = {
  readonly id: string
  readonly source: string
  readonly model: string | null
  readonly title: string | null
  readonly startedMs: number
  readonly tokens: TokenSums
  readonly costUsd: number | null
  readonly costStatus: string | null
  /** Null if this version of Hermes does not count them. */
  readonly apiCalls: number | null
  readonly messages: number
  /** Typical tokens of its cron job's runs. Absent without a job or enough runs. */
  readonly typicalTokens?: number
}

export type SteppedMessage = {
  readonly sessionId: string
  readonly step: MessageStep
  readonly isAssistant: boolean
  readonly atMs: number | null
}

export type SessionActivity = {
  /** By burn, at most fifty. */
  readonly moved: readonly SessionTick[]
  readonly burnt: TokenSums
  readonly costUsd: number | null
  readonly messages: number
  readonly apiCalls: number
}

export type ActivityInput = {
  readonly rows: readonly SessionCounters[]
  /** New messages, oldest first. */
  readonly steps: readonly SteppedMessage[]
  /** Earlier messages of sessions whose streak is not known yet. */
  readonly before: ReadonlyMap<string, readonly SteppedMessage[]>
  /** A new session that started after this counts from zero. For any other, the current counters are the baseline. */
  readonly freshSinceMs: number
  readonly elapsedMs: number
}

const MAX_MOVED = 50

export const NO_ACTIVITY: SessionActivity = {
  moved: [],
  burnt: NO_TOKENS,
  costUsd: null,
  messages: 0,
  apiCalls: 0,
}

export function foldActivity(ledger: SessionLedger, input: ActivityInput): SessionActivity {
  const arrivals = Map.groupBy(input.steps, ({ sessionId }) => sessionId)
  const moved: SessionTick[] = []
  let burnt = NO_TOKENS
  let costUsd: number | null = null
  let apiCalls = 0
  for (const row of input.rows) {
    const tick = tickOf(ledger, row, arrivals.get(row.id) ?? [], input)
    if (!isActive(tick)) continue
    ledger.moved(row.id, input.elapsedMs)
    moved.push(tick)
    burnt = addTokens(burnt, tick.tokens)
    apiCalls += tick.apiCalls
    if (tick.costUsd !== null) costUsd = (costUsd ?? 0) + tick.costUsd
  }
  moved.sort((a, b) => tokenWeight(b.tokens) - tokenWeight(a.tokens) || b.messages - a.messages)
  return { moved: moved.slice(0, MAX_MOVED), burnt, costUsd, messages: input.steps.length, apiCalls }
}

function tickOf(
  ledger: SessionLedger,
  row: SessionCounters,
  arrived: readonly SteppedMessage[],
  { before, freshSinceMs }: ActivityInput,
): SessionTick {
  const counts = ledger.knows(row.id) || row.startedMs >= freshSinceMs
  const taken = ledger.update(row.id, row)
  const rise = counts ? taken : noRise(row)
  const streak = streakOfSession(ledger, row.id, before.get(row.id) ?? [], arrived)
  return {
    id: row.id,
    source: row.source,
    model: row.model,
    title: row.title,
    cronJobId: cronJobOf(row.id),
    startedMs: row.startedMs,
    tokens: rise.tokens,
    costUsd: rise.costUsd,
    costStatus: row.costStatus,
    apiCalls: rise.apiCalls ?? arrived.filter(({ isAssistant }) => isAssistant).length,
    messages: arrived.length,
    toolCalls: arrived.reduce((sum, { step }) => sum + step.calls, 0),
    userMessages: arrived.filter(({ step }) => step.kind === 'person').length,
    totalTokens: row.tokens,
    totalMessages: row.messages,
    iterationsSinceUser: streak.iterations,
    repeats: streak.repeats,
    repeatedCall: streak.repeats > 1 ? streak.call : null,
    ...(row.typicalTokens === undefined ? {} : { typicalTokens: row.typicalTokens }),
  }
}

const noRise = ({ costUsd, apiCalls }: SessionCounters): Rise => ({
  tokens: NO_TOKENS,
  costUsd: costUsd === null ? null : 0,
  apiCalls: apiCalls === null ? null : 0,
})

/** Computed from the first new message on, so that inactive sessions cost nothing. */
function streakOfSession(
  ledger: SessionLedger,
  id: string,
  before: readonly SteppedMessage[],
  arrived: readonly SteppedMessage[],
): CallStreak {
  const known = ledger.streakOf(id)
  if (arrived.length === 0) return known ?? NO_STREAK
  let streak = known ?? NO_STREAK
  if (known === null) for (const { step } of before) streak = extendStreak(streak, step)
  for (const { step } of arrived) streak = extendStreak(streak, step)
  ledger.setStreak(id, streak)
  return streak
}

const isActive = (tick: SessionTick): boolean =>
  hasTokens(tick.tokens) || tick.messages > 0 || tick.apiCalls > 0 || (tick.costUsd ?? 0) > 0
