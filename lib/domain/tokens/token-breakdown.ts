/** Who used the tokens of a range: by source, model or cron job. The groups always add up to the total. */
import { toIso, toUtcDay } from '../../shared/time.ts'
import type { Session } from '../sessions/session.ts'
import { isIncluded, sumCosts } from './cost-split.ts'
import type { UsageFold } from './fold-usage.ts'
import {
  addTokens,
  beyond,
  hasTokens,
  NO_TOKENS,
  type TokenSums,
  tokensOf,
  tokenWeight,
} from './token-sums.ts'
import type { TokenBreakdown, TokenGroup, TokenGrouping } from './tokens-view.ts'
import { moreGroups, NO_GROUP_WORDS, UNBOOKED_WORDS } from './words.ts'

export type BreakdownInput = {
  readonly by: TokenGrouping
  readonly seenAtMs: number
  /** Those that began in the range. */
  readonly sessions: readonly Session[]
  readonly days: readonly string[]
  /** Null if Hermes records no usage per model, or it could not be read. */
  readonly usage: UsageFold | null
  readonly jobName: (id: string) => string
}

/** People do not read a longer list, so the rest is one group. */
const MOST_GROUPS = 50

export function tokenBreakdown(input: BreakdownInput): TokenBreakdown {
  const perCall = input.by === 'model' && input.usage !== null
  const { groups, excess } =
    perCall && input.usage !== null
      ? groupsOfUsage(input.usage, input.days)
      : { groups: groupsOfSessions(input), excess: NO_TOKENS }
  return {
    by: input.by,
    seenAt: toIso(perCall && input.usage !== null ? input.usage.seenAtMs : input.seenAtMs),
    total: beyond(groups.reduce<TokenSums>(addTokens, NO_TOKENS), excess),
    attribution: 'session-start-day',
    basis: perCall ? 'model-usage' : 'sessions',
    groups: foldRest(groups.sort(byWeight)),
    excess,
  }
}

const byWeight = (a: TokenGroup, b: TokenGroup): number =>
  tokenWeight(b) - tokenWeight(a) || b.sessions - a.sessions || (a.label < b.label ? -1 : 1)

function groupsOfSessions({ by, sessions, jobName }: BreakdownInput): TokenGroup[] {
  const keyOf = (session: Session): string | null =>
    by === 'source' ? session.source : by === 'job' ? session.cronJobId : session.model
  const members = new Map<string | null, Session[]>()
  for (const session of sessions) {
    const key = keyOf(session)
    const group = members.get(key)
    if (group === undefined) members.set(key, [session])
    else group.push(session)
  }
  return [...members].map(([key, group]): TokenGroup => {
    const days = new Map<string, TokenSums>()
    for (const session of group) addDay(days, toUtcDay(session.startedMs), tokensOf(session))
    return {
      key,
      label: key === null ? NO_GROUP_WORDS[by] : by === 'job' ? jobName(key) : key,
      role: key === null ? 'none' : 'group',
      sessions: group.length,
      costUsd: sumCosts(group),
      included: group.filter(isIncluded).length,
      ...sumOf(days),
      days: listDays(days),
    }
  })
}

function groupsOfUsage(
  usage: UsageFold,
  range: readonly string[],
): { groups: TokenGroup[]; excess: TokenSums } {
  type Tally = { days: Map<string, TokenSums>; sessions: number; costUsd: number | null }
  const tallies = new Map<string | null, Tally>()
  const unattributed = new Map<string, TokenSums>()
  let excess = NO_TOKENS
  for (const day of range) {
    for (const [model, sum] of usage.models.get(day) ?? []) {
      const tally: Tally = tallies.get(model) ?? { days: new Map(), sessions: 0, costUsd: null }
      tallies.set(model, tally)
      addDay(tally.days, day, sum.tokens)
      tally.sessions += sum.sessions
      if (sum.costUsd !== null) tally.costUsd = (tally.costUsd ?? 0) + sum.costUsd
    }
    addDay(unattributed, day, usage.unattributed.get(day) ?? NO_TOKENS)
    excess = addTokens(excess, usage.excess.get(day) ?? NO_TOKENS)
  }
  const groups = [...tallies].map(
    ([model, { days, sessions, costUsd }]): TokenGroup => ({
      key: model,
      label: model ?? NO_GROUP_WORDS.model,
      role: model === null ? 'none' : 'group',
      sessions,
      costUsd,
      included: 0,
      ...sumOf(days),
      days: listDays(days),
    }),
  )
  const residual = sumOf(unattributed)
  if (hasTokens(residual)) {
    groups.push({
      key: null,
      label: UNBOOKED_WORDS,
      role: 'unattributed',
      sessions: 0,
      costUsd: null,
      included: 0,
      ...residual,
      days: listDays(unattributed),
    })
  }
  return { groups, excess }
}

function foldRest(groups: readonly TokenGroup[]): TokenGroup[] {
  if (groups.length <= MOST_GROUPS) return [...groups]
  const rest = groups.slice(MOST_GROUPS - 1)
  const days = new Map<string, TokenSums>()
  for (const group of rest) for (const { day, ...tokens } of group.days) addDay(days, day, tokens)
  const costs = rest.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]))
  return [
    ...groups.slice(0, MOST_GROUPS - 1),
    {
      key: null,
      label: moreGroups(rest.length),
      role: 'rest',
      sessions: rest.reduce((sum, { sessions }) => sum + sessions, 0),
      costUsd: costs.length === 0 ? null : costs.reduce((sum, usd) => sum + usd, 0),
      included: rest.reduce((sum, { included }) => sum + included, 0),
      ...sumOf(days),
      days: listDays(days),
    },
  ]
}

const addDay = (days: Map<string, TokenSums>, day: string, tokens: TokenSums): void =>
  void days.set(day, addTokens(days.get(day) ?? NO_TOKENS, tokens))

const sumOf = (days: ReadonlyMap<string, TokenSums>): TokenSums =>
  [...days.values()].reduce(addTokens, NO_TOKENS)

const listDays = (days: ReadonlyMap<string, TokenSums>): TokenGroup['days'] =>
  [...days]
    .filter(([, tokens]) => hasTokens(tokens))
    .map(([day, tokens]) => ({ day, ...tokens }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
