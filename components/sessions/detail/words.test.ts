import { describe, expect, it } from 'vitest'
import { conversationWords, freeWords } from '@/components/sessions/words.ts'
import { assessHome } from '@/lib/domain/home/assess-home.ts'
import { findBusiestStretch, type MessageTick, rateSeries } from '@/lib/domain/sessions/busiest-stretch.ts'
import { tabulateSessions } from '@/lib/domain/sessions/list/session-table.ts'
import {
  type DetailReadings,
  describeSession,
  type SessionDetail,
} from '@/lib/domain/sessions/session-detail.ts'
import { ok } from '@/lib/shared/result.ts'
import { HOUR_MS } from '@/lib/shared/time.ts'
import { aFile, anOpenSession, aSession, aSnapshot, NOW_MS } from '@/lib/testing/factories.ts'
import { factGroups } from './fact-groups.ts'
import { type Branch, branchesOf } from './lineage-branches.ts'
import { lifeBars, rateBars } from './rate-model.ts'
import { roleSplitModel } from './role-model.ts'
import { parseTranscriptView, transcriptHref } from './transcript-state.ts'
import { usageTable } from './usage-model.ts'
import { lineageWords, nodeWords } from './words.ts'

const NOTHING_READ: DetailReadings = {
  roles: null,
  hours: null,
  hoursComplete: true,
  ticks: null,
  usage: null,
}

const ROWS = [
  aSession({ id: 'p1', endReason: 'compression', messages: 10, startedMs: NOW_MS - 40 * HOUR_MS }),
  aSession({ id: 'p2', parentId: 'p1', messages: 20, startedMs: NOW_MS - 30 * HOUR_MS }),
  aSession({ id: 'agent', parentId: 'p2', delegateFrom: 'p2', source: 'subagent', messages: 5 }),
  aSession({ id: 'pinned', pinned: true }),
  aSession({ id: 'left_1', endReason: 'compression' }),
  anOpenSession({ id: 'left_2', parentId: 'left_1' }),
  aSession({ id: 'alone', model: 'a\u202Eb', costUsd: 1.5 }),
]

function detailOf(id: string, read: Partial<DetailReadings> = {}): SessionDetail {
  const snapshot = aSnapshot({
    rows: ok(ROWS),
    sessionFiles: ok({
      files: [aFile({ sessionId: 'p2', name: 'session_p2.json', bytes: 4_096 })],
      irregular: 0,
      countedAtMs: NOW_MS,
    }),
  })
  const home = assessHome(snapshot, NOW_MS, { lastHourMs: () => 0, messageBytes: () => 700 })
  const table = tabulateSessions(home)
  const detail = table && describeSession(home, table, id, { ...NOTHING_READ, ...read }, NOW_MS)
  if (detail === null) throw new Error('it was given')
  return detail
}

const LOOP = Array.from({ length: 602 }, (_, at) => ({
  atMs: NOW_MS + Math.round((at * 107_000) / 601),
  toolIteration: at % 3 === 0,
}))

const COUNTED: SessionDetail['hours'] = { points: [], complete: true }
const HOUR = { messages: 9, toolMessages: 4, toolCalls: 7, bytes: 1 }

function paceOf(ticks: readonly MessageTick[], hours: SessionDetail['hours'] = COUNTED, complete = true) {
  const rate = rateSeries(ticks)
  return rateBars({ rate: rate && { ...rate, complete }, busiest: findBusiestStretch(ticks), hours })
}

describe('activity', () => {
  it('a runaway loop is highlighted and states its rate', () => {
    const series = paceOf(LOOP)
    expect(series?.title).toBe('602 messages in 107 s, 338 a minute')
    expect(series?.hot).toBe(true)
    expect(series?.bars.every(({ hot, messages }) => hot === messages > 0)).toBe(true)
    expect(series?.bars.reduce((sum, { messages }) => sum + messages, 0)).toBe(602)
    expect(series?.table.rows.length).toBeGreaterThan(100)
  })

  it('a conversation at human speed is not highlighted', () => {
    const ticks = [0, 40, 90, 200].map((second) => ({ atMs: NOW_MS + second * 1_000, toolIteration: false }))
    const series = paceOf(ticks)
    expect(series).toMatchObject({ hot: false, title: 'At its busiest 4 messages in 200 s' })
    expect(series?.bars.some(({ hot }) => hot)).toBe(false)
    expect(rateBars({ rate: null, busiest: null, hours: null })).toBeNull()
  })

  it('an uncounted session has no busiest time, and partly read messages are labeled as such', () => {
    const ticks = [0, 40, 90].map((second) => ({ atMs: NOW_MS + second * 1_000, toolIteration: false }))
    expect(paceOf(ticks, null)?.title).toBe('In its last hours 3 messages in 90 s')
    expect(paceOf(ticks, null, false)?.subtitle).toMatch(
      /still being counted, only the first messages of them$/,
    )
    expect(paceOf(ticks)?.table.head[2]).toBe('Tool rounds')
    const life = lifeBars({
      hours: { points: [{ ...HOUR, at: '2026-11-01T10:00:00.000Z' }], complete: true },
    })
    expect(life?.table.head[2]).toBe('Tool results')
    expect(life?.table.rows[0]?.cells.slice(1)).toEqual(['9', '4'])
  })

  it('a long session is divided into equal steps that add up to all its messages', () => {
    const points = Array.from({ length: 700 }, (_, hour) => ({
      at: new Date(NOW_MS + hour * HOUR_MS).toISOString(),
      messages: 2,
      toolMessages: 1,
      toolCalls: 0,
      bytes: 10,
    }))
    const series = lifeBars({
      hours: {
        points: [{ ...points[0], at: null, messages: 9, toolMessages: 0, toolCalls: 0, bytes: 0 }, ...points],
        complete: false,
      },
    })
    expect(series?.bars.length).toBeLessThanOrEqual(120)
    expect(series?.bars.reduce((sum, { messages }) => sum + messages, 0)).toBe(1_400)
    expect(series?.title).toBe('1,400 messages over 29 d, 700 of them tool results')
    expect(series?.subtitle).toContain('the newest hours only')
    expect(lifeBars({ hours: null })).toBeNull()
  })
})

it('tool output is compared with the conversation', () => {
  const shares = [
    { role: 'user', messages: 1, bytes: 100 },
    { role: 'tool', messages: 6, bytes: 300 },
    { role: 'a\u001b[1m', messages: 1, bytes: 0 },
  ]
  const split = roleSplitModel({ shares, toolBytes: 300, conversationBytes: 100, complete: false })
  expect(split?.title).toBe('75 % of it is tool output')
  expect(split?.parts.map(({ role, messages }) => `${role} ${messages}`)).toEqual([
    'tool 6',
    'user 1',
    'a␛[1m 1',
  ])
  expect(split?.note).toContain('newest messages only')
  expect(roleSplitModel({ shares: [], toolBytes: 0, conversationBytes: 0, complete: true })?.title).toBe(
    'No messages stored',
  )
  expect(roleSplitModel(null)).toBeNull()
})

it('facts are grouped by source, and unknown values say so', () => {
  const groups = factGroups(detailOf('alone').facts)
  expect(groups.map(({ source }) => source)).toEqual(['row', 'index', 'file', 'route'])
  const words = new Map(
    groups.flatMap(({ lines }) =>
      lines.map(({ name, value }) => [name, 'at' in value ? value.at : value.text]),
    ),
  )
  expect(words.get('Cost')).toBe('$1.50')
  expect(words.get('Model')).toBe('a<U+202E>b')
  expect(words.get('Messages stored')).toBe('unknown')
  expect(words.get('Files last written')).toBe('no file')
  expect(words.get('Route last used')).toBe('no route')
  expect(words.get('Bytes in state.db')).toBe('700 B')
})

describe('the lineage', () => {
  it('describes each session and how many are protected', () => {
    const { lineage } = detailOf('p2')
    expect(lineage?.nodes.map((node) => `${node.id}: ${nodeWords(node)}`)).toEqual([
      'p1: ended',
      'p2: this one',
      'agent: subagent, ended',
    ])
    expect(lineage && lineageWords(lineage)).toBe('3 sessions, none protected')
  })

  it('states which part of a conversation a session is, and the totals of all parts', () => {
    expect(conversationWords(detailOf('p2'))).toBe(
      'This is part 2 of 2. With 2 parts and 1 subagent it has 35 messages and 4.10 KB on disk in all.',
    )
    expect(conversationWords(detailOf('agent'))).toMatch(/^This is a subagent\./)
    expect(conversationWords(detailOf('alone'))).toBeNull()
  })
})

it('states what removing a session would free, or why it is protected', () => {
  expect(freeWords(detailOf('p2'))).toBe(
    'Nothing protects it. Pruned, it frees 4.10 KB on disk, and 700 B in state.db after a compaction.',
  )
  expect(freeWords(detailOf('pinned'))).toBe('Protected: It is pinned.')
  expect(freeWords(detailOf('left_2'))).toMatch(
    /^Left open without a sign of life: close it first, then it can be pruned\./,
  )
  expect(freeWords(detailOf('left_1'))).toMatch(/^Another part of its conversation was left open/)
})

it('tokens by model keep the four kinds apart, and unattributed tokens have their own row', () => {
  const tokens = { inputTokens: 1_000, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 }
  const row = {
    ...tokens,
    model: 'm',
    provider: null,
    task: null,
    apiCalls: 3,
    costUsd: null,
    firstSeenAt: null,
    lastSeenAt: null,
  }
  const table = usageTable({ rows: [row], unattributed: { ...tokens, inputTokens: 0 } })
  expect(table?.rows.map(({ cells }) => cells)).toEqual([
    ['m', 'conversation', '3', '1 K', '2', '3', '4', 'unknown'],
    ['not booked by model', 'conversation', 'unknown', '0', '2', '3', '4', 'unknown'],
  ])
  expect(usageTable({ rows: [], unattributed: tokens })).toBeNull()
})

it('a transcript page has an address, and an invalid one means the first page', () => {
  const parse = (query: string) => parseTranscriptView(new URLSearchParams(query))
  expect(parse('')).toEqual({ home: null, at: null, from: 'start', list: '' })
  expect(parse('from=middle')).toEqual(parse(''))
  expect(parse(`at=${'x'.repeat(300)}`)).toEqual(parse(''))
  const href = transcriptHref('a/b', 'main', { at: 'c&d' })
  expect(href).toBe('/sessions/a%2Fb?home=main&at=c%26d#transcript')
  expect(parse(new URL(href, 'http://x').search)).toMatchObject({ home: 'main', at: 'c&d' })
  expect(parse(new URL(transcriptHref('a', 'main', 'end'), 'http://x').search).from).toBe('end')
})

it('the lineage is a tree, and all parts of a conversation are removed together', () => {
  const detail = detailOf('p2')
  const names = (branches: readonly Branch[]): unknown[] =>
    branches.map(({ node, below }) => [node.id, names(below)])
  expect(names(branchesOf(detail.lineage?.nodes ?? []))).toEqual([['p1', [['p2', [['agent', []]]]]]])
  expect([...detail.lineageIds].sort()).toEqual(['p1', 'p2'])
  expect(detailOf('agent').lineageIds).toEqual(['agent'])
})
