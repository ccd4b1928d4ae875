/** Combines every way of counting tokens, each under its own name. Pure. */
import { DAY_MS, toIso, toUtcDay } from '../../shared/time.ts'
import type { Fault } from '../home/fault.ts'
import type { Part } from '../home/home.ts'
import type { CounterSample } from '../home/sample.ts'
import { describeFault, describeFaultInline } from '../home/words.ts'
import type { BurnOverview } from '../overview/overview.ts'
import type { Session } from '../sessions/session.ts'
import { splitCosts, sumCosts } from './cost-split.ts'
import type { UsageFold } from './fold-usage.ts'
import { measuredTokens } from './measured-tokens.ts'
import { type PrunedUsage, prunedView } from './pruned-usage.ts'
import { tokenBreakdown } from './token-breakdown.ts'
import { addTokens, NO_TOKENS, type TokenSums, tokensOf, tokenWeight } from './token-sums.ts'
import type {
  AuxiliaryTask,
  AuxiliaryView,
  BookedDay,
  BookedSeries,
  HermesDay,
  HermesSeries,
  TokenGrouping,
  TokensView,
  TokenTotals,
} from './tokens-view.ts'
import { LOCAL_COUNT, SERIES_WORDS } from './words.ts'

export type TokensKnowledge = {
  readonly seenAtMs: number
  /** Null if the rows could not be read. The fault says why. */
  readonly sessions: readonly Session[] | null
  readonly fault: Fault | null
  readonly samples: readonly CounterSample[]
  /** Null if this home has no such table. */
  readonly usage: Part<UsageFold | null>
  readonly hermesDays: Part<readonly HermesDay[] | null>
  /** Null if Steward's database cannot be read. */
  readonly pruned: readonly PrunedUsage[] | null
  readonly burn: BurnOverview
  readonly jobName: (id: string) => string
}

export type TokensInput = { readonly days: number; readonly by: TokenGrouping }

export function buildTokensView(
  known: TokensKnowledge,
  { days, by }: TokensInput,
  nowMs: number,
): TokensView {
  const daysMs = daysUpTo(nowMs, days)
  const range = daysMs.map(toUtcDay)
  const inRange = known.sessions?.filter(isWithin(daysMs)) ?? null
  const usage = known.usage.ok ? known.usage.value : null
  return {
    seenAt: toIso(known.seenAtMs),
    fault: known.fault === null ? null : { code: known.fault.code, ...describeFault(known.fault) },
    range: { from: range.at(0) ?? '', to: range.at(-1) ?? '', days: range.length },
    sentence: LOCAL_COUNT,
    allTime: known.sessions === null ? null : totalsOf(known.sessions),
    inRange: inRange === null ? null : totalsOf(inRange),
    booked: inRange === null ? null : bookedSeries(inRange, range),
    measured: measuredTokens(known.samples, daysMs, nowMs),
    hermesDays: known.hermesDays.ok ? hermesSeries(known.hermesDays.value, range) : null,
    breakdown:
      inRange === null
        ? null
        : tokenBreakdown({
            by,
            seenAtMs: known.seenAtMs,
            sessions: inRange,
            days: range,
            usage,
            jobName: known.jobName,
          }),
    auxiliary: usage === null ? null : auxiliaryOf(usage, range),
    pruned:
      known.pruned === null || known.sessions === null
        ? null
        : prunedView(known.pruned, new Set(known.sessions.map(({ id }) => id)), range, by),
    burn: known.burn,
    notices: [known.usage, known.hermesDays].flatMap((part) => (part.ok ? [] : [noticeOf(part.fault)])),
  }
}

/** The starts of the last days, today included, oldest first. */
function daysUpTo(nowMs: number, days: number): number[] {
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS
  return Array.from({ length: days }, (_, index) => todayMs - (days - 1 - index) * DAY_MS)
}

function isWithin(daysMs: readonly number[]): (session: Session) => boolean {
  const fromMs = daysMs.at(0) ?? 0
  const toMs = (daysMs.at(-1) ?? 0) + DAY_MS
  return ({ startedMs }) => startedMs >= fromMs && startedMs < toMs
}

const totalsOf = (sessions: readonly Session[]): TokenTotals => ({
  ...sumOf(sessions),
  sessions: sessions.length,
  costUsd: sumCosts(sessions),
  costs: splitCosts(sessions),
})

function bookedSeries(sessions: readonly Session[], range: readonly string[]): BookedSeries {
  const members = new Map<string, Session[]>(range.map((day) => [day, []]))
  for (const session of sessions) members.get(toUtcDay(session.startedMs))?.push(session)
  return {
    attribution: 'session-start-day',
    explanation: SERIES_WORDS.booked,
    days: [...members].map(
      ([day, own]): BookedDay => ({ day, ...sumOf(own), sessions: own.length, costUsd: sumCosts(own) }),
    ),
  }
}

const sumOf = (sessions: readonly Session[]): TokenSums =>
  sessions.reduce<TokenSums>((sum, session) => addTokens(sum, tokensOf(session)), NO_TOKENS)

function hermesSeries(days: readonly HermesDay[] | null, range: readonly string[]): HermesSeries | null {
  if (days === null) return null
  const from = range.at(0) ?? ''
  return {
    attribution: 'hermes-day',
    explanation: SERIES_WORDS.hermes,
    // East of Greenwich, Hermes' newest day may be ahead of UTC.
    days: days.filter(({ day }) => day >= from).sort((a, b) => (a.day < b.day ? -1 : 1)),
  }
}

function auxiliaryOf({ tasks }: UsageFold, range: readonly string[]): AuxiliaryView {
  const sums = new Map<string, AuxiliaryTask>()
  for (const day of range) {
    for (const [task, { tokens, calls, costUsd }] of tasks.get(day) ?? []) {
      const sum = sums.get(task) ?? { task, calls: 0, costUsd: null, ...NO_TOKENS }
      sums.set(task, {
        task,
        ...addTokens(sum, tokens),
        calls: sum.calls + calls,
        costUsd: costUsd === null ? sum.costUsd : (sum.costUsd ?? 0) + costUsd,
      })
    }
  }
  const list = [...sums.values()].sort(
    (a, b) => tokenWeight(b) - tokenWeight(a) || (a.task < b.task ? -1 : 1),
  )
  return { total: list.reduce<TokenSums>(addTokens, NO_TOKENS), tasks: list }
}

const noticeOf = (fault: Fault): { code: string; message: string } => ({
  code: fault.code,
  message: describeFaultInline(fault),
})
