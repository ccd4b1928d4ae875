/**
 * The gateway works and no row is written: one long turn without a row, several turns that ended without one,
 * or token counters that rise without rows. Counted from the last row; a new row ends it.
 */
import { formatPlural } from '../../../shared/numbers.ts'
import { formatAge, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import { tokenWeight } from '../../tokens/token-sums.ts'
import type { IncidentKind, IncidentLevel } from '../incidents/incident.ts'
import type { LightSample } from '../light-sample.ts'
import type { SilenceBeforeStart } from '../silence-before-start.ts'
import { positive, type Rule, type RuleReport } from './reading.ts'
import type { Signal } from './signals.ts'
import type { Moment } from './watch-time.ts'

/** A long build or a slow model may take a quarter of an hour without a row. */
const STALLED = { warnMs: 20 * MINUTE_MS, criticalMs: HOUR_MS, traces: 3, freshMs: 5 * MINUTE_MS }
/** A failed turn may leave no row, but not three in a row. Rows may be a minute late. */
const TURNS = { least: 3, most: 10, warnMs: 10 * MINUTE_MS, criticalMs: HOUR_MS, settleMs: MINUTE_MS }
/** Old versions write the rows of a turn when it ends and count its tokens before. */
const COUNTERS = { minutes: 5, warnMs: 45 * MINUTE_MS, criticalMs: 2 * HOUR_MS }
const MAX_TURNS_KEPT = 50
const MAX_MINUTES_KEPT = 50

type Silence = {
  readonly sinceMs: number
  /** False until a new row was seen. Before that, the length of the silence is unknown. */
  readonly isSure: boolean
  inFlightSinceMs: number | null
  agents: number
  traces: number
  lastTraceMs: number | null
  readonly endedMs: number[]
  readonly counterMinutes: Set<number>
  /** When anything was last written, including counters. */
  writtenMs: number
}

type Progress = {
  readonly row: string
  readonly rowId: number
  readonly totals: number | null
  readonly activeMs: number | null
}

/** `before` is the silence before the first sample. */
export function stalledWrites(before: SilenceBeforeStart | null): Rule {
  let seen: Progress | null = null
  let quiet: Silence | null = null

  return ({ sample, now }, report) => {
    const next = progressOf(sample)
    if (next === null) {
      report.unknown('writes-stalled')
      report.unknown('newest-row-frozen')
      return
    }
    if (seen === null && before !== null && before.lastMessageId === next.rowId)
      quiet = continueSilence(now.watchedMs, before)
    else if (seen === null || quiet === null || next.row !== seen.row)
      quiet = startSilence(now.watchedMs, seen !== null && now.stepMs !== null)
    note(quiet, seen, next, sample, now)
    seen = next
    read(quiet, sample, now, report)
  }
}

function progressOf({ database, gateway }: LightSample): Progress | null {
  if (!database.ok || database.value.lastMessageId === null) return null
  const { identity, lastMessageId, totals } = database.value
  return {
    row: `${identity}\n${lastMessageId}`,
    rowId: lastMessageId,
    totals: totals === null ? null : tokenWeight(totals),
    activeMs: gateway.activeMs,
  }
}

const startSilence = (nowMs: number, isSure: boolean): Silence => ({
  sinceMs: nowMs,
  isSure,
  inFlightSinceMs: null,
  agents: 0,
  traces: 0,
  lastTraceMs: null,
  endedMs: [],
  counterMinutes: new Set(),
  writtenMs: nowMs,
})

/** The newest row is the one from before the restart, so counting continues. */
const continueSilence = (nowMs: number, { quietMs, isSure, countedMs }: SilenceBeforeStart): Silence => ({
  ...startSilence(nowMs, isSure),
  sinceMs: nowMs - quietMs,
  counterMinutes: new Set(
    countedMs.slice(0, MAX_MINUTES_KEPT).map((ms) => Math.floor((nowMs - quietMs + ms) / MINUTE_MS)),
  ),
})

function note(quiet: Silence, seen: Progress | null, next: Progress, sample: LightSample, now: Moment): void {
  const nowMs = now.watchedMs
  const agents = sample.gateway.running === false ? 0 : positive(sample.gateway.activeAgents)
  if (seen !== null && next.activeMs !== null && next.activeMs !== seen.activeMs) {
    quiet.traces += 1
    quiet.lastTraceMs = nowMs
  }
  const counted = seen !== null && next.totals !== null && seen.totals !== null && next.totals > seen.totals
  if (counted) {
    quiet.writtenMs = nowMs
    if (quiet.counterMinutes.size < MAX_MINUTES_KEPT) quiet.counterMinutes.add(Math.floor(nowMs / MINUTE_MS))
  }
  // A stopped gateway did not finish its turns.
  if (agents < quiet.agents && sample.gateway.running !== false && quiet.endedMs.length < MAX_TURNS_KEPT)
    quiet.endedMs.push(nowMs)
  quiet.agents = agents
  quiet.inFlightSinceMs = agents === 0 ? null : (quiet.inFlightSinceMs ?? nowMs)
}

function read(
  quiet: Silence,
  { database, gateway, hermesPause, atMs }: LightSample,
  now: Moment,
  report: RuleReport,
): void {
  const quietMs = now.watchedMs - quiet.sinceMs
  const newest = database.ok ? database.value.lastMessageMs : null
  const reportSignal = (
    signal: Signal,
    kind: IncidentKind,
    level: IncidentLevel | null,
    leastMs: number,
    rule: string,
    evidence: () => string,
    title: string,
  ): void => {
    if (!quiet.isSure && quietMs < leastMs) report.unknown(kind)
    report.read({
      signal,
      subject: '',
      reached: level,
      // Stays until a row is written, because silence does not prove that writing works.
      held: quietMs >= leastMs ? 'critical' : null,
      value: quietMs / 1_000,
      unit: 'seconds',
      limit: leastMs / 1_000,
      words: () => ({
        title,
        rule,
        evidence: `${evidence()} ${describeNewest(newest, atMs, quietMs)}${hermesPause === null ? '' : PAUSED}`,
      }),
    })
  }

  const stillMs = Math.min(
    now.watchedMs - quiet.writtenMs,
    now.watchedMs - (quiet.inFlightSinceMs ?? now.watchedMs),
  )
  const isAnswering =
    gateway.running !== false &&
    quiet.traces >= STALLED.traces &&
    quiet.lastTraceMs !== null &&
    now.watchedMs - quiet.lastTraceMs < STALLED.freshMs
  reportSignal(
    'writes/stalled',
    'writes-stalled',
    isAnswering ? levelBy(stillMs, STALLED.warnMs, STALLED.criticalMs) : null,
    STALLED.warnMs,
    'a turn in flight for 20 minutes, the gateway at work, nothing written',
    () =>
      `${formatPlural(quiet.agents, 'turn')} in flight for ${formatAge(stillMs)}; the gateway left a trace ${formatAge(now.watchedMs - (quiet.lastTraceMs ?? now.watchedMs))} ago.`,
    'The gateway works and nothing is written',
  )

  const turns = quiet.endedMs.filter((endedMs) => now.watchedMs - endedMs >= TURNS.settleMs).length
  reportSignal(
    'rows/turns',
    'newest-row-frozen',
    turns < TURNS.least || quietMs < TURNS.warnMs
      ? null
      : turns >= TURNS.most || ageOf(newest, atMs, quietMs) >= TURNS.criticalMs
        ? 'critical'
        : 'warn',
    TURNS.warnMs,
    'three turns ended in 10 minutes or more, and none left a row',
    () => `${formatPlural(turns, 'turn')} ended without a new row.`,
    'The gateway answers and no message is saved',
  )

  const minutes = quiet.counterMinutes.size
  reportSignal(
    'rows/counters',
    'newest-row-frozen',
    minutes < COUNTERS.minutes ? null : levelBy(quietMs, COUNTERS.warnMs, COUNTERS.criticalMs),
    COUNTERS.warnMs,
    'token counters go on for 45 minutes and no row comes',
    () => `Tokens were counted in ${formatPlural(minutes, 'minute')} since the last row.`,
    'Tokens are counted and no message is saved',
  )
}

const levelBy = (ms: number, warnMs: number, criticalMs: number): IncidentLevel | null =>
  ms >= criticalMs ? 'critical' : ms >= warnMs ? 'warn' : null

/** A pause holds only new turns, so it is no reason for this. */
const PAUSED = ' Hermes is paused, but running turns continue.'

const describeNewest = (newestMs: number | null, atMs: number, quietMs: number): string =>
  `The newest row is ${formatAge(ageOf(newestMs, atMs, quietMs))} old.`

/** By the row's own time, which includes hours before watching started, unless it is in the future. */
const ageOf = (newestMs: number | null, atMs: number, quietMs: number): number =>
  newestMs === null || !(newestMs <= atMs) ? quietMs : Math.max(quietMs, atMs - newestMs)
