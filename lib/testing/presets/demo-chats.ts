/** The demo's conversations: live, ended, and 861 that were never closed. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { MODELS } from '../home/invented-text.ts'
import { compactStamp } from '../home/local-stamp.ts'
import { type Dice, diceOf, hexOf } from '../home/noise.ts'
import type { RouteSpec, SessionSpec } from '../home/spec.ts'
import type { DemoPart } from './demo-cron.ts'
import { agesIn, type Bucket, DEMO } from './demo-figures.ts'

export type DemoChats = DemoPart & { readonly routes: RouteSpec[] }

export function demoChats(nowMs: number): DemoChats {
  const part: DemoChats = { sessions: [], pruned: [], transcripts: [], routes: [] }
  const add = adderTo(part, nowMs, diceOf('demo chats'))
  addLive(add)
  addClosed(add)
  addRecovered(add)
  addLeaked(add)
  addPruned(add)
  return part
}

type Wish = {
  readonly count: number
  readonly source: (index: number) => string
  readonly endReason: string | null
  /** How long it has been inactive. A bucket's name means it has a transcript of that age. */
  readonly seen: Bucket | readonly [newestMs: number, oldestMs: number]
  readonly transcript?: boolean
  readonly heartbeat?: boolean
  readonly messages: readonly [number, number]
  /** Maximum duration. */
  readonly lastedMs: number
  readonly route?: boolean
  readonly pruned?: boolean
  readonly rest?: (index: number, made: readonly SessionSpec[]) => Partial<SessionSpec>
}

function adderTo(part: DemoChats, nowMs: number, dice: Dice): (wish: Wish) => void {
  return (wish) => {
    const made: SessionSpec[] = []
    agesOf(wish, dice).forEach((ageMs, index) => {
      const serial = part.sessions.length + part.pruned.length
      const base = conversation(wish, index, nowMs - ageMs, dice, serial)
      const session = { ...base, ...wish.rest?.(index, made) }
      made.push(session)
      ;(wish.pruned ? part.pruned : part.sessions).push(session)
      if (wish.transcript ?? typeof wish.seen === 'string')
        part.transcripts.push({ id: session.id, modifiedMs: nowMs - ageMs, weight: 0.8 + 3.2 * dice.next() })
      if (wish.route && session.sessionKey !== undefined)
        part.routes.push({
          key: session.sessionKey,
          sessionId: session.id,
          createdMs: session.startedMs,
          updatedMs: nowMs - ageMs,
        })
    })
  }
}

function agesOf({ count, seen }: Wish, dice: Dice): number[] {
  if (typeof seen === 'string') return agesIn(seen, count, dice.next)
  const [newestMs, oldestMs] = seen
  // More of them recent, as in a home with growing use.
  return Array.from({ length: count }, () =>
    Math.round(newestMs + (oldestMs - newestMs) * dice.next() ** 1.4),
  )
}

const CHAT_PLATFORMS = new Set(['telegram', 'discord', 'slack'])

function conversation(wish: Wish, index: number, lastMs: number, dice: Dice, serial: number): SessionSpec {
  const source = wish.source(index)
  const startedMs = Math.round(lastMs - (0.1 + 0.9 * dice.next()) * wish.lastedMs)
  const messages = dice.between(...wish.messages)
  const isChat = CHAT_PLATFORMS.has(source)
  const cacheRead = messages * dice.between(1_800, 3_200)
  return {
    id: `${compactStamp(startedMs)}_${hexOf(`chat ${serial}`, isChat ? 8 : 6)}`,
    source,
    ...(isChat && { sessionKey: `agent:main:${source}:dm:${7_000 + serial}` }),
    startedMs,
    lastMessageMs: lastMs,
    ...(wish.heartbeat && { heartbeatMs: lastMs }),
    ...(wish.endReason !== null && { endedMs: lastMs, endReason: wish.endReason }),
    messages,
    model: dice.pick(MODELS),
    tokens: {
      input: messages * dice.between(120, 420),
      output: messages * dice.between(60, 190),
      cacheRead,
      cacheWrite: Math.round(cacheRead / 18),
      reasoning: messages * 12,
    },
    cost: costOf(index, cacheRead),
  }
}

function costOf(index: number, cacheRead: number): SessionSpec['cost'] {
  const usd = Math.round(cacheRead * 0.11) / 100_000
  if (index % 9 === 0) return { status: 'included' }
  if (index % 11 === 0) return { status: 'unknown' }
  return index % 4 === 0 ? { actualUsd: usd, estimatedUsd: usd } : { estimatedUsd: usd }
}

const onChat = (index: number): string => (index % 3 === 0 ? 'discord' : 'telegram')
const onTerminal = (index: number): string => (index % 4 === 0 ? 'tui' : 'cli')
const anywhere = (index: number): string =>
  (['telegram', 'cli', 'discord', 'tui', 'telegram'] as const)[index % 5] ?? 'cli'

function addLive(add: (wish: Wish) => void): void {
  const chat = {
    source: onChat,
    endReason: null,
    messages: [30, 120],
    lastedMs: 12 * DAY_MS,
    route: true,
  } as const
  add({ ...chat, count: 8, seen: 'morning' })
  add({ ...chat, count: 4, seen: [6 * HOUR_MS + 12 * MINUTE_MS, 10 * HOUR_MS] })
  const busy = {
    source: onTerminal,
    endReason: null,
    messages: [24, 90],
    lastedMs: 6 * HOUR_MS,
    heartbeat: true,
  } as const
  add({ ...busy, count: 5, seen: 'hour' })
  add({ ...busy, count: 9, seen: [MINUTE_MS, 20 * MINUTE_MS] })
}

function addClosed(add: (wish: Wish) => void): void {
  const cli = {
    source: () => 'cli',
    endReason: 'cli_close',
    messages: [6, 22],
    lastedMs: 3 * HOUR_MS,
  } as const
  add({ ...cli, count: 35, seen: 'day' })
  add({ ...cli, count: 40, seen: 'week' })
  add({ ...cli, count: 1, seen: 'month' })
  add({ ...cli, count: 2, seen: [8 * DAY_MS, 8 * DAY_MS], messages: [90, 140], rest: splitConversation })
  add({ ...cli, count: DEMO.endReasons.cli_close - 77, seen: [7.1 * DAY_MS, 120 * DAY_MS] })
  add({
    source: onChat,
    endReason: 'session_reset',
    count: DEMO.endReasons.session_reset,
    seen: [3 * DAY_MS, 40 * DAY_MS],
    messages: [8, 40],
    lastedMs: 2 * DAY_MS,
    route: true,
  })
}

/** The first row was compressed, the second continues it. */
function splitConversation(index: number, made: readonly SessionSpec[]): Partial<SessionSpec> {
  const title = 'Move the shop to the new host'
  const first = made[0]
  if (index === 0 || first === undefined) return { title, endReason: 'compression' }
  const startedMs = first.endedMs ?? 0
  const endedMs = startedMs + 5 * HOUR_MS
  return { title: `${title} #2`, parentId: first.id, startedMs, endedMs, lastMessageMs: endedMs }
}

function addRecovered(add: (wish: Wish) => void): void {
  const common = { endReason: 'recovered', lastedMs: DAY_MS } as const
  add({ ...common, source: anywhere, count: 8, seen: 'week', messages: [10, 60] })
  add({
    ...common,
    source: onChat,
    count: DEMO.expiredRoutes - DEMO.endReasons.session_reset,
    seen: [4 * DAY_MS, 70 * DAY_MS],
    messages: [6, 20],
    route: true,
  })
  add({ ...common, source: anywhere, count: 6, seen: [5 * DAY_MS, 90 * DAY_MS], messages: [480, 600] })
  add({
    ...common,
    source: anywhere,
    count: DEMO.endReasons.recovered - 8 - 13 - 6,
    seen: [5 * DAY_MS, 160 * DAY_MS],
    messages: [2, 7],
    rest: (index, made) =>
      index === 1 ? { parentId: made[0]?.id ?? '', modelConfig: { _branched_from: made[0]?.id } } : {},
  })
}

function addLeaked(add: (wish: Wish) => void): void {
  const common = { endReason: null, lastedMs: 5 * HOUR_MS } as const
  add({
    ...common,
    source: anywhere,
    count: 12,
    seen: [2.5 * DAY_MS, 6.8 * DAY_MS],
    transcript: true,
    messages: [8, 40],
  })
  add({
    ...common,
    source: (index) => (index % 5 === 4 ? 'subagent' : anywhere(index)),
    count: DEMO.leaked - 12,
    seen: [3 * DAY_MS, 170 * DAY_MS],
    messages: [1, 6],
    rest: (index, made) =>
      index === 4 || index === 9
        ? { parentId: made[0]?.id ?? '', modelConfig: { _delegate_from: made[0]?.id } }
        : {},
  })
}

function addPruned(add: (wish: Wish) => void): void {
  const common = {
    source: anywhere,
    endReason: 'cli_close',
    messages: [20, 60],
    lastedMs: HOUR_MS,
    pruned: true,
  } as const
  add({ ...common, count: 83, seen: 'week' })
  add({ ...common, count: 1, seen: 'month' })
}
