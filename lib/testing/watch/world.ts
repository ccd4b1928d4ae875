/**
 * A simulated home, sample by sample. Values stay until they are set again, so a test only names changes.
 * Deterministic; sampling advances time.
 */
import type { Fault } from '../../domain/home/fault.ts'
import type { HermesPause } from '../../domain/home/hermes-pause.ts'
import type { Holder } from '../../domain/home/home.ts'
import { addTokens, NO_TOKENS, type TokenSums } from '../../domain/tokens/token-sums.ts'
import type { HeavySample, LightSample, SessionTick } from '../../domain/watch/light-sample.ts'
import { failed, ok } from '../../shared/result.ts'
import { MINUTE_MS, SECOND_MS } from '../../shared/time.ts'

export const STEP_MS = 5 * SECOND_MS
const HEAVY_EVERY_MS = 15 * MINUTE_MS
export const WORLD_START_MS = Date.UTC(2026, 10, 9)

/** What a session does between two samples. Omitted fields mean nothing. */
export type Doing = Partial<
  Pick<
    SessionTick,
    | 'source'
    | 'model'
    | 'title'
    | 'cronJobId'
    | 'apiCalls'
    | 'messages'
    | 'toolCalls'
    | 'userMessages'
    | 'iterationsSinceUser'
    | 'repeats'
    | 'repeatedCall'
    | 'typicalTokens'
  >
> & { readonly tokens?: Partial<TokenSums>; readonly costUsd?: number | null; readonly rows?: boolean }

export type World = {
  nowMs: number
  identity: string
  fault: Fault | null
  spaceFault: Fault | null
  databaseBytes: number
  walBytes: number | null
  lastMessageId: number
  lastMessageMs: number
  totals: TokenSums
  sessions: number
  openSessions: number
  freeBytes: number
  totalBytes: number
  freeInodes: number | null
  totalInodes: number | null
  device: number | null
  holders: readonly Holder[] | null
  /** Null means they are read at every sample. */
  holdersAskedMs: number | null
  gateway: {
    running: boolean | null
    process: string | null
    activeAgents: number | null
    activeMs: number | null
  }
  hermesPause: HermesPause | null
  /** The next heavy sample, or null for none. */
  heavy: Omit<HeavySample, 'atMs' | 'filesAtMs'> | null
  readonly known: Map<
    string,
    { readonly totalTokens: TokenSums; readonly totalMessages: number; readonly startedMs: number }
  >
  seenHeavy: HeavySample | null
}

export const createWorld = (): World => ({
  nowMs: WORLD_START_MS,
  identity: '2049:131:a1',
  fault: null,
  spaceFault: null,
  databaseBytes: 1_700_000_000,
  walBytes: 4_000_000,
  lastMessageId: 90_000,
  lastMessageMs: WORLD_START_MS - MINUTE_MS,
  totals: { input: 9_000_000, output: 2_000_000, cacheRead: 140_000_000, cacheWrite: 12_000_000 },
  sessions: 2_300,
  openSessions: 40,
  freeBytes: 60_000_000_000,
  totalBytes: 200_000_000_000,
  freeInodes: 9_000_000,
  totalInodes: 13_000_000,
  device: 2049,
  holders: [
    { pid: 812, command: 'hermes gateway run', startedMs: WORLD_START_MS, deletedInode: false, self: false },
  ],
  holdersAskedMs: null,
  gateway: { running: true, process: '812:1', activeAgents: 0, activeMs: WORLD_START_MS },
  hermesPause: null,
  heavy: {
    leakedSessions: 30,
    flushesOnRestart: 0,
    flushCalls: 0,
    cronRunsLastHour: 4,
    temporaryPackBytes: 0,
    logBytes: 90_000_000,
    largeFiles: [],
  },
  known: new Map(),
  seenHeavy: null,
})

export type Passing = {
  readonly stepMs?: number
  /** No samples in between: the sampler starts, or wakes from a suspend. */
  readonly isGap?: boolean
  /** The wall clock changes by this much. */
  readonly clockSetMs?: number
  readonly doing?: Readonly<Record<string, Doing>>
}

/** Advances time, applies what sessions did, and takes a sample. */
export function takeSample(world: World, passing: Passing = {}): LightSample {
  const { stepMs = STEP_MS, isGap = false, clockSetMs = 0, doing = {} } = passing
  world.nowMs += stepMs + clockSetMs
  const moved = Object.entries(doing).map(([id, what]) => book(world, id, what))
  const { heavy } = world
  if (heavy === null) world.seenHeavy = null
  else if (world.seenHeavy === null || world.nowMs - world.seenHeavy.atMs >= HEAVY_EVERY_MS || clockSetMs < 0)
    world.seenHeavy = { ...heavy, atMs: world.nowMs, filesAtMs: world.nowMs }
  return {
    atMs: world.nowMs,
    sinceMs: isGap ? null : stepMs,
    database: world.fault === null ? ok(signOf(world)) : failed(world.fault),
    moved: world.fault === null ? moved : [],
    burnt: moved.reduce((sum, { tokens }) => addTokens(sum, tokens), NO_TOKENS),
    costUsd: moved.some(({ costUsd }) => costUsd !== null)
      ? moved.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)
      : null,
    messages: moved.reduce((sum, { messages }) => sum + messages, 0),
    apiCalls: moved.reduce((sum, { apiCalls }) => sum + apiCalls, 0),
    space:
      world.spaceFault === null
        ? ok({
            totalBytes: world.totalBytes,
            freeBytes: Math.max(0, world.freeBytes),
            freeInodes: world.freeInodes,
          })
        : failed(world.spaceFault),
    totalInodes: world.totalInodes,
    device: world.device,
    holders: world.holders,
    holdersAskedMs: world.holdersAskedMs ?? world.nowMs,
    gateway: { ...world.gateway },
    hermesPause: world.hermesPause,
    heavy: world.seenHeavy,
  }
}

const signOf = (world: World) => ({
  identity: world.identity,
  databaseBytes: world.databaseBytes,
  walBytes: world.walBytes,
  lastMessageId: world.lastMessageId,
  lastMessageMs: world.lastMessageMs,
  sessions: world.sessions,
  openSessions: world.openSessions,
  totals: world.totals,
})

function book(world: World, id: string, what: Doing): SessionTick {
  const { rows = true, messages = 0 } = what
  const tokens = { ...NO_TOKENS, ...what.tokens }
  const before = world.known.get(id) ?? { totalTokens: NO_TOKENS, totalMessages: 0, startedMs: world.nowMs }
  const now = {
    ...before,
    totalTokens: addTokens(before.totalTokens, tokens),
    totalMessages: before.totalMessages + messages,
  }
  world.known.set(id, now)
  world.totals = addTokens(world.totals, tokens)
  if (rows && messages > 0) {
    world.lastMessageId += messages
    world.lastMessageMs = world.nowMs
  }
  return {
    id,
    source: what.source ?? 'telegram',
    model: what.model ?? 'm',
    title: what.title ?? null,
    cronJobId: what.cronJobId ?? null,
    startedMs: now.startedMs,
    tokens,
    costUsd: what.costUsd ?? null,
    costStatus: null,
    apiCalls: what.apiCalls ?? 0,
    messages,
    toolCalls: what.toolCalls ?? 0,
    userMessages: what.userMessages ?? 0,
    totalTokens: now.totalTokens,
    totalMessages: now.totalMessages,
    iterationsSinceUser: what.iterationsSinceUser ?? 0,
    repeats: what.repeats ?? 0,
    repeatedCall: what.repeatedCall ?? null,
    ...(what.typicalTokens === undefined ? {} : { typicalTokens: what.typicalTokens }),
  }
}
