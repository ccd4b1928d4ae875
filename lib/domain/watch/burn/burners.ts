/** Which sessions burn tokens, and shares by source, job and model, over the last sixty seconds. */
import { plainText } from '../../../shared/plain-text.ts'
import { SECOND_MS } from '../../../shared/time.ts'
import { oneLine, sessionLabel } from '../../sessions/session-label.ts'
import {
  addTokens,
  beyond,
  hasTokens,
  NO_TOKENS,
  type TokenSums,
  tokenWeight,
} from '../../tokens/token-sums.ts'
import type { SessionTick } from '../light-sample.ts'
import type { Burner, BurnShare } from '../watch-state.ts'
import { type BurnWindow, perMinute, tokensPer, WINDOW_MS } from './burn-window.ts'
import { loopSigns } from './loop-signs.ts'
import { NOT_ATTRIBUTED } from './words.ts'

const MAX_BURNERS = 10
const MAX_SHARES = 20

type JobNames = ReadonlyMap<string, string>

export function burnersOf({ samples, spanMs }: BurnWindow, jobNames: JobNames): Burner[] {
  const sums = new Map<string, { tick: SessionTick; tokens: TokenSums; calls: number; messages: number }>()
  for (const tick of samples.flatMap(({ moved }) => moved)) {
    const sum = sums.get(tick.id)
    sums.set(tick.id, {
      tick,
      tokens: addTokens(sum?.tokens ?? NO_TOKENS, tick.tokens),
      calls: (sum?.calls ?? 0) + tick.apiCalls,
      messages: (sum?.messages ?? 0) + tick.messages,
    })
  }
  return [...sums.values()]
    .sort((a, b) => tokenWeight(b.tokens) - tokenWeight(a.tokens) || b.messages - a.messages)
    .slice(0, MAX_BURNERS)
    .map(({ tick, tokens, calls, messages }) => {
      const pace = { messagesPerSecond: tenths((messages * SECOND_MS) / spanMs) }
      return {
        ...namesOf(tick, jobNames),
        startedMs: tick.startedMs,
        tokensPerMinute: tokensPer(tokens, spanMs, WINDOW_MS),
        callsPerMinute: tenths(perMinute(calls, spanMs)),
        ...pace,
        freshShare: freshShare(tokens),
        messages: tick.totalMessages,
        iterationsSinceUser: tick.iterationsSinceUser,
        repeats: tick.repeats,
        repeatedCall: tick.repeatedCall === null ? null : plainText(tick.repeatedCall),
        loopSigns: loopSigns({ ...tick, ...pace }),
      }
    })
}

/** Burn that belongs to no listed session: beyond the first fifty, or found only in the totals. */
const UNNAMED = { key: '', label: NOT_ATTRIBUTED }

export const sharesBySource = (window: BurnWindow): BurnShare[] =>
  sharesBy(window, ({ source }) => ({ key: source, label: oneLine(source) }), true)

export const sharesByModel = (window: BurnWindow): BurnShare[] =>
  sharesBy(window, ({ model }) => ({ key: model ?? 'unknown', label: oneLine(model ?? 'unknown') }), true)

/** Leaves out sessions without a job. */
export const sharesByJob = (window: BurnWindow, jobNames: JobNames): BurnShare[] =>
  sharesBy(
    window,
    ({ cronJobId }) =>
      cronJobId === null ? null : { key: cronJobId, label: oneLine(jobNames.get(cronJobId) ?? cronJobId) },
    false,
  )

type Group = { readonly key: string; readonly label: string }

function sharesBy(
  { samples, spanMs, tokens, messages }: BurnWindow,
  groupOf: (tick: SessionTick) => Group | null,
  withUnnamed: boolean,
): BurnShare[] {
  const sums = new Map<string, { group: Group; tokens: TokenSums; messages: number }>()
  let named = { tokens: NO_TOKENS, messages: 0 }
  const add = (group: Group, burnt: TokenSums, written: number) => {
    const sum = sums.get(group.key)
    sums.set(group.key, {
      group,
      tokens: addTokens(sum?.tokens ?? NO_TOKENS, burnt),
      messages: (sum?.messages ?? 0) + written,
    })
  }
  for (const tick of samples.flatMap(({ moved }) => moved)) {
    named = { tokens: addTokens(named.tokens, tick.tokens), messages: named.messages + tick.messages }
    const group = groupOf(tick)
    if (group !== null) add(group, tick.tokens, tick.messages)
  }
  const rest = beyond(tokens, named.tokens)
  if (withUnnamed && hasTokens(rest)) add(UNNAMED, rest, Math.max(0, messages - named.messages))
  return [...sums.values()]
    .sort((a, b) => tokenWeight(b.tokens) - tokenWeight(a.tokens) || b.messages - a.messages)
    .slice(0, MAX_SHARES)
    .map((sum) => ({
      ...sum.group,
      tokensPerMinute: tokensPer(sum.tokens, spanMs, WINDOW_MS),
      messagesPerMinute: tenths(perMinute(sum.messages, spanMs)),
    }))
}

function namesOf({ id, title, source, model, cronJobId }: SessionTick, jobNames: JobNames) {
  const name = cronJobId === null ? undefined : jobNames.get(cronJobId)
  const job = name === undefined ? null : { name }
  return {
    id,
    label: sessionLabel({ id, title, job }).text,
    source,
    model,
    cronJobId,
    jobName: job === null ? null : oneLine(job.name),
  }
}

function freshShare(tokens: TokenSums): number | null {
  const all = tokenWeight(tokens)
  return all === 0 ? null : (tokens.input + tokens.output) / all
}

const tenths = (value: number): number => Math.round(value * 10) / 10
