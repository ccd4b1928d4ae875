/**
 * A normal week in five-second samples: days and nights, cron, people, a busy hour, large tasks, a nightly
 * backup that uses and returns space, compactions, restarts, a growing and resetting WAL, a long tool run, a
 * suspend, and small glitches. None of it is an incident, though all of it has looked like one somewhere.
 */
import { TOKEN_KINDS } from '../../domain/tokens/token-sums.ts'
import type { LightSample } from '../../domain/watch/light-sample.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/time.ts'
import { recordedTurn } from './heavy-turn.ts'
import { createWorld, type Doing, STEP_MS, takeSample, type World } from './world.ts'

export const QUIET_WEEK_SAMPLES = (7 * DAY_MS) / STEP_MS

export function* quietWeek(seed = 1): Generator<LightSample> {
  const world = createWorld()
  const chance = createChance(seed)
  yield takeSample(world, { isGap: true })
  for (let n = 1; n < QUIET_WEEK_SAMPLES; n += 1) {
    const atMs = n * STEP_MS
    const doing: Record<string, Doing> = {}
    people(world, atMs, doing, chance)
    heavyTurns(atMs, doing)
    cron(world, atMs, doing)
    disk(world, atMs, chance)
    wal(world, atMs)
    gateway(world, atMs, doing)
    hiccups(world, atMs)
    heavySamples(world, atMs)
    yield takeSample(world, { doing, ...clockOf(atMs) })
  }
}

const isAt = (atMs: number, day: number, hour: number, minute = 0): boolean =>
  atMs === day * DAY_MS + hour * HOUR_MS + minute * MINUTE_MS

const between = (atMs: number, day: number, hour: number, forMs: number): boolean => {
  const from = day * DAY_MS + hour * HOUR_MS
  return atMs >= from && atMs < from + forMs
}

/** A turn every few minutes by day, more in the busy hour of the third day. */
function people(world: World, atMs: number, doing: Record<string, Doing>, chance: () => number): void {
  const hour = (atMs % DAY_MS) / HOUR_MS
  const isBusy = between(atMs, 2, 14, HOUR_MS)
  const perSample = isBusy ? 1 / 9 : hour >= 8 && hour < 22 ? 1 / 40 : hour < 1 ? 1 / 400 : 0
  if (world.gateway.running !== true || chance() >= perSample) return
  const day = Math.floor(atMs / DAY_MS)
  const context = isBusy ? 4_500 : 9_000
  const tools = chance() < 0.5 ? 0 : 1 + Math.floor(chance() * 3)
  doing[`20261109_chat_${day}_${Math.floor(chance() * 4)}`] = {
    title: 'Holiday plans',
    apiCalls: 1,
    messages: 2 + 2 * tools,
    userMessages: 1,
    toolCalls: tools,
    iterationsSinceUser: tools,
    repeats: tools,
    repeatedCall: tools === 0 ? null : 'web_search',
    tokens: { input: 600, output: 300, cacheRead: Math.round(context * (0.5 + chance())), cacheWrite: 200 },
    costUsd: 0.01,
  }
}

/** When someone asks for something large each day, and how much larger than recorded. */
const HEAVY_TURNS = [
  { atMs: 9.5 * HOUR_MS, times: 1 },
  { atMs: 11 * HOUR_MS, times: 1 },
  // Asked again as soon as it is answered.
  { atMs: 11 * HOUR_MS + 3.5 * MINUTE_MS, times: 1 },
  { atMs: 13 * HOUR_MS, times: 4 },
  { atMs: 17.5 * HOUR_MS, times: 1 },
  { atMs: 17.5 * HOUR_MS + 30 * SECOND_MS, times: 2 },
] as const
const RECORDED = new Map(recordedTurn().map(({ afterMs, moved }) => [afterMs, moved]))

/** Three minutes of tools for a person, as recorded. */
function heavyTurns(atMs: number, doing: Record<string, Doing>): void {
  for (const [no, turn] of HEAVY_TURNS.entries())
    for (const tick of RECORDED.get((atMs % DAY_MS) - turn.atMs) ?? []) {
      const tokens = Object.fromEntries(TOKEN_KINDS.map((kind) => [kind, tick.tokens[kind] * turn.times]))
      doing[`20261109_heavy_${no}`] = { ...tick, tokens }
    }
}

/**
 * Two jobs every half hour with a few calls over two minutes. Once a day one reads a very long page in a
 * single call.
 */
function cron(_: World, atMs: number, doing: Record<string, Doing>): void {
  const into = atMs % (30 * MINUTE_MS)
  if (into < 2 * MINUTE_MS && into % (20 * SECOND_MS) === 0) {
    for (const job of ['7c2e90d4ab11', '99ab31c0ffee'])
      doing[`cron_${job}_${Math.floor(atMs / (30 * MINUTE_MS))}`] = {
        source: 'cron',
        cronJobId: job,
        apiCalls: 1,
        messages: 2,
        toolCalls: 1,
        iterationsSinceUser: 1 + into / (20 * SECOND_MS),
        tokens: { input: 900, output: 200, cacheRead: 5_000 },
      }
  }
  if (atMs % DAY_MS === 5 * HOUR_MS)
    doing[`cron_long_${atMs}`] = {
      source: 'cron',
      cronJobId: '99ab31c0ffee',
      apiCalls: 1,
      messages: 2,
      tokens: { input: 380_000, output: 1_000 },
    }
  // A branched chat copies its history at once.
  if (isAt(atMs, 4, 11)) doing.branch_1 = { messages: 420, tokens: {} }
}

/**
 * Usage grows by day. Every night at three a backup takes 6 GB within twenty minutes and returns it ten
 * minutes later.
 */
function disk(world: World, atMs: number, chance: () => number): void {
  const intoDay = atMs % DAY_MS
  const intoBackup = intoDay - 3 * HOUR_MS
  const byDay = intoDay >= 8 * HOUR_MS && intoDay < 22 * HOUR_MS
  world.freeBytes -= byDay ? Math.floor(chance() * 60_000) : 500
  if (chance() < 0.02) world.freeBytes += Math.floor((chance() - 0.5) * 40_000_000)
  if (intoBackup >= 0 && intoBackup < 20 * MINUTE_MS)
    world.freeBytes -= Math.floor((6e9 * STEP_MS) / (20 * MINUTE_MS))
  if (intoBackup === 30 * MINUTE_MS) world.freeBytes += 6_000_000_000
  // A weekly cleanup by another program.
  if (isAt(atMs, 5, 6)) world.freeBytes += 3_000_000_000
  if (world.freeInodes !== null) world.freeInodes -= byDay && chance() < 0.1 ? 3 : 0
}

/** Grows with writes, is reset about every half hour, and once stays large for a day without growing. */
function wal(world: World, atMs: number): void {
  const before = world.walBytes ?? 0
  if (between(atMs, 6, 0, DAY_MS)) world.walBytes = 410_000_000
  else world.walBytes = atMs % (27 * MINUTE_MS) === 0 ? 0 : Math.min(before + 150_000, 64_000_000)
  world.databaseBytes += 2_000
  // A compaction on the fourth night.
  if (isAt(atMs, 3, 4)) world.databaseBytes -= 600_000_000
}

/** Its log has an entry every minute. Restarted twice; once a build keeps a turn busy for 15 minutes. */
function gateway(world: World, atMs: number, doing: Record<string, Doing>): void {
  const isDown = between(atMs, 1, 12, 40 * SECOND_MS) || between(atMs, 4, 23, 3 * MINUTE_MS)
  const isBuilding = between(atMs, 3, 15, 15 * MINUTE_MS)
  const isAnswering = Object.keys(doing).some((id) => !id.startsWith('cron_'))
  world.gateway.running = !isDown
  world.gateway.activeAgents = isDown ? 0 : isBuilding || isAnswering ? 1 : 0
  if (!isDown && (atMs % MINUTE_MS === 0 || isAnswering)) world.gateway.activeMs = world.nowMs
  if (isBuilding) for (const id of Object.keys(doing)) delete doing[id]
  world.holders =
    isDown || world.holders === null
      ? []
      : [
          {
            pid: 812,
            command: 'hermes gateway run',
            startedMs: 0,
            // Two samples while it closes and opens again.
            deletedInode: between(atMs, 1, 12, 50 * SECOND_MS) && !isDown,
            self: false,
          },
        ]
}

/** Single samples with a locked or torn database, unknown space or unknown holders. */
function hiccups(world: World, atMs: number): void {
  world.fault = null
  if (atMs % (7 * HOUR_MS) === 0) world.fault = { code: 'db-locked', waitedMs: 250 }
  if (between(atMs, 2, 4, 20 * SECOND_MS)) world.fault = { code: 'db-locked', waitedMs: 250 }
  if (isAt(atMs, 3, 9)) world.fault = { code: 'db-malformed', detail: 'database disk image is malformed' }
  if (isAt(atMs, 5, 9)) world.fault = { code: 'db-unreadable', detail: 'disk I/O error' }
  world.spaceFault = isAt(atMs, 1, 18) ? { code: 'unreadable', path: '.', detail: 'EINTR' } : null
  if (isAt(atMs, 2, 18)) world.holders = null
  else world.holders ??= []
}

/** Heavy samples: an occasional leak, rotating logs, a pack in progress. */
function heavySamples(world: World, atMs: number): void {
  const days = atMs / DAY_MS
  const hour = Math.floor(atMs / HOUR_MS)
  world.heavy = {
    leakedSessions: 30 + Math.floor(days * 2) + (days > 1.5 ? 3 : 0),
    flushesOnRestart: 3,
    flushCalls: 3,
    cronRunsLastHour: 4 + (hour % 5),
    temporaryPackBytes: hour % 9 === 4 ? 300_000_000 : 0,
    logBytes: 90_000_000 + ((atMs / MINUTE_MS) % 600) * 30_000,
    largeFiles: [{ sessionId: 'old-and-still', name: 'session_old-and-still.json', bytes: 14_000_000 }],
  }
}

/** A five-minute suspend, one that also stops the monotonic clock, and two clock changes. */
function clockOf(atMs: number): { isGap?: boolean; stepMs?: number; clockSetMs?: number } {
  if (isAt(atMs, 1, 16)) return { isGap: true, stepMs: 5 * MINUTE_MS }
  if (isAt(atMs, 4, 16)) return { clockSetMs: 5 * MINUTE_MS }
  if (isAt(atMs, 5, 2)) return { clockSetMs: HOUR_MS }
  return isAt(atMs, 6, 2) ? { clockSetMs: -HOUR_MS } : {}
}

/** The same week every time. */
function createChance(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
