/** Builds the state shown by Watch from recent samples. Pure. */
import { HOUR_MS } from '../../shared/time.ts'
import type { Part } from '../home/home.ts'
import { describeFault } from '../home/words.ts'
import { daysToFull } from '../storage/growth.ts'
import { addTokens, NO_TOKENS } from '../tokens/token-sums.ts'
import { type MinuteTally, pointOf } from './burn/burn-memory.ts'
import { addUsd, burnWindow, perMinute, tokensPer, WINDOW_MS } from './burn/burn-window.ts'
import { burnersOf, sharesByJob, sharesByModel, sharesBySource } from './burn/burners.ts'
import { fillingOf } from './detect/time-to-full.ts'
import type { Incident } from './incidents/incident.ts'
import type { DatabaseSample, LightSample } from './light-sample.ts'
import type { Money, WatchState } from './watch-state.ts'

export type WatchInput = {
  readonly homeId: string
  readonly demo: boolean
  readonly everyMs: number
  /** The newest sample. */
  readonly sample: LightSample
  /** Recent samples including the newest, oldest first. */
  readonly samples: readonly LightSample[]
  /** The last two hours, oldest first. */
  readonly minutes: readonly MinuteTally[]
  readonly yesterdayPerMinute: number | null
  readonly lastWeekPerMinute: number | null
  /** In the operator's time zone. */
  readonly msToMidnight: number
  readonly limitPerMinute: number
  readonly aboveLimitMs: number
  readonly jobNames: ReadonlyMap<string, string>
  readonly growthBytesPerDay: number | null
  /** What a WAL of this size means. */
  readonly walWords: string
  readonly incidents: readonly Incident[]
  readonly closedThisWeek: number
  readonly pausedMs: number | null
}

export function composeWatchState(known: WatchInput): WatchState {
  const { sample, minutes } = known
  const database = sample.database.ok ? sample.database.value : null
  return {
    homeId: known.homeId,
    seenMs: sample.atMs,
    everyMs: known.everyMs,
    demo: known.demo,
    trouble: troubleOf(sample.database),
    burn: burnOf(known),
    disk: diskOf(known),
    writes: {
      lastMessageMs: database?.lastMessageMs ?? null,
      rowsPerMinute: rowsPerMinute(known.samples),
      gatewayRunning: sample.gateway.running,
      gatewayActiveMs: sample.gateway.activeMs,
      activeAgents: sample.gateway.activeAgents,
      trend: lastHour(minutes).map(({ messages }) => messages),
    },
    wal: {
      bytes: database?.walBytes ?? null,
      words: known.walWords,
      trend: lastHour(minutes).flatMap(({ walBytes }) => (walBytes === null ? [] : [walBytes])),
    },
    databaseBytes: database?.databaseBytes ?? null,
    holders: holdersOf(sample.holders),
    holdersAskedMs: sample.holdersAskedMs,
    restart: { flushes: sample.heavy?.flushesOnRestart ?? null, calls: sample.heavy?.flushCalls ?? null },
    incidents: known.incidents,
    closedThisWeek: known.closedThisWeek,
    hermesPause: sample.hermesPause,
    pausedMs: known.pausedMs,
  }
}

/** For paused monitoring: database values stay as last read, everything else is current. */
export function withPausedDatabase(
  state: WatchState,
  { space, totalInodes, gateway, ...sample }: LightSample,
  verdict: Pick<WatchState, 'incidents' | 'closedThisWeek' | 'lastClosed' | 'advice'>,
): WatchState {
  const { advice: _, lastClosed: __, ...seen } = state
  const room = space.ok ? space.value : null
  return {
    ...seen,
    ...verdict,
    disk: {
      ...seen.disk,
      freeBytes: room?.freeBytes ?? null,
      totalBytes: room?.totalBytes ?? null,
      freeInodes: room?.freeInodes ?? null,
      totalInodes,
    },
    writes: {
      ...seen.writes,
      gatewayRunning: gateway.running,
      gatewayActiveMs: gateway.activeMs,
      activeAgents: gateway.activeAgents,
    },
    holders: holdersOf(sample.holders),
    holdersAskedMs: sample.holdersAskedMs,
    hermesPause: sample.hermesPause,
  }
}

const holdersOf = (holders: LightSample['holders']): WatchState['holders'] =>
  holders?.map(({ pid, command, startedMs, deletedInode, self }) => ({
    pid,
    command,
    startedMs,
    deletedInode,
    self,
  })) ?? null

function troubleOf(database: Part<DatabaseSample>): WatchState['trouble'] {
  return database.ok ? null : { code: database.fault.code, ...describeFault(database.fault) }
}

function burnOf(known: WatchInput): WatchState['burn'] {
  const { samples, minutes, sample, jobNames, msToMidnight } = known
  const window = burnWindow(samples)
  return {
    tokensPerMinute: window === null ? null : tokensPer(window.tokens, window.spanMs, WINDOW_MS),
    messagesPerMinute: window === null ? null : Math.round(perMinute(window.messages, window.spanMs)),
    yesterdayPerMinute: known.yesterdayPerMinute,
    lastWeekPerMinute: known.lastWeekPerMinute,
    lastTwoHours:
      minutes.length === 0 ? null : minutes.map(({ tokens }) => tokens).reduce(addTokens, NO_TOKENS),
    lastTwoHoursMoney:
      minutes.length === 0
        ? NO_MONEY
        : toMoney(
            minutes.reduce<number | null>((sum, { costUsd }) => addUsd(sum, costUsd), null),
            minutes.some(({ unpriced }) => unpriced),
          ),
    toMidnight: window === null ? null : tokensPer(window.tokens, window.spanMs, msToMidnight),
    toMidnightMoney:
      window === null
        ? NO_MONEY
        : toMoney(
            window.costUsd === null ? null : (window.costUsd * msToMidnight) / window.spanMs,
            window.unpriced,
          ),
    limitPerMinute: known.limitPerMinute,
    aboveLimitMs: known.aboveLimitMs,
    bySource: window === null ? [] : sharesBySource(window),
    byJob: window === null ? [] : sharesByJob(window, jobNames),
    byModel: window === null ? [] : sharesByModel(window),
    burners: window === null ? [] : burnersOf(window, jobNames),
    point: pointOf(sample),
  }
}

const NO_MONEY: Money = { usd: null, status: 'unknown' }

/** `usd` is null if nothing had a price. If nothing unpriced was used either, the cost is 0. */
function toMoney(usd: number | null, unpriced: boolean): Money {
  if (usd === null) return unpriced ? NO_MONEY : { usd: 0, status: 'known' }
  return { usd, status: unpriced ? 'partial' : 'known' }
}

function diskOf({ sample, minutes, growthBytesPerDay }: WatchInput): WatchState['disk'] {
  const space = sample.space.ok ? sample.space.value : null
  const hour = lastHour(minutes)
  return {
    freeBytes: space?.freeBytes ?? null,
    totalBytes: space?.totalBytes ?? null,
    freeInodes: space?.freeInodes ?? null,
    totalInodes: sample.totalInodes,
    ...fillingOf(hour, space?.freeBytes ?? null),
    daysToFullTrend: daysToFull(space?.freeBytes ?? null, growthBytesPerDay),
    trend: hour.flatMap(({ freeBytes }) => (freeBytes === null ? [] : [freeBytes])),
  }
}

function rowsPerMinute(samples: readonly LightSample[]): number | null {
  const window = burnWindow(samples)
  return window === null ? null : Math.round(perMinute(window.messages, window.spanMs))
}

const MINUTES_AN_HOUR = HOUR_MS / WINDOW_MS

function lastHour(minutes: readonly MinuteTally[]): readonly MinuteTally[] {
  const newest = minutes.at(-1)?.minute ?? 0
  return minutes.filter(({ minute }) => minute > newest - MINUTES_AN_HOUR)
}
