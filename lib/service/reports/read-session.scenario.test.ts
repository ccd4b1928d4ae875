/** One session and its transcript with hostile rows: output is plain text, bounded, and nothing is lost. */
import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HomeRef } from '../../domain/home/home.ts'
import { encodeCursor } from '../../shared/cursor.ts'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { makeHome } from '../../testing/make-home.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { HomeMemory } from '../observe/home-memory.ts'
import { HomeObserver } from '../observe/home-observer.ts'
import { readSessionDetail } from './read-session-detail.ts'
import { readSessionTranscript } from './read-session-transcript.ts'

const NOW_MS = Date.now()
const START_MS = NOW_MS - 5 * HOUR_MS
const ODD_ID = '../x\u0000 %2e ü'
const temp = tempHome()
let store: Store
let observer: HomeObserver

beforeAll(() => {
  const { path, databasePath } = makeHome({
    path: temp.path,
    era: 'aug',
    nowMs: NOW_MS,
    sessions: [
      { id: 'loop', source: 'cron', startedMs: START_MS, messages: loopMessages() },
      {
        id: 'helper',
        source: 'subagent',
        parentId: 'loop',
        modelConfig: { _delegate_from: 'loop' },
        messages: 2,
      },
      { id: 'loop_2', parentId: 'loop', messages: 1, tokens: { input: 50, output: 5 } },
      { id: ODD_ID, messages: 0 },
      { id: 'two_paces', startedMs: START_MS - 60 * HOUR_MS, messages: twoPaces() },
    ],
    files: [
      { kind: 'transcript', id: 'loop', bytes: 10_500_000, modifiedMs: NOW_MS - HOUR_MS },
      { kind: 'request-dump', id: 'loop', bytes: 900, modifiedMs: NOW_MS - 2 * HOUR_MS },
    ],
  })
  const db = new Database(databasePath)
  const add = db.prepare(
    "INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'user', ?, ?)",
  )
  for (const content of CONTENTS) add.run(ODD_ID, content, START_MS / 1_000)
  db.prepare("UPDATE sessions SET end_reason = 'compression', ended_at = ? WHERE id = 'loop'").run(
    NOW_MS / 1_000,
  )
  db.pragma('foreign_keys = OFF')
  add.run('nobody', 'left behind', START_MS / 1_000)
  db.close()
  const opened = openStore(join(temp.root, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  store = opened.value
  const home: HomeRef = { id: 'main', label: 'main', path, profile: null, root: path, demo: false }
  observer = new HomeObserver(home, new HomeMemory(store, path), { readOnly: true, clock: Date.now })
})

afterAll(() => {
  store.close()
  temp.cleanup()
})

const CONTENTS = [
  `${'ü'.repeat(5_000)}end`,
  '\u0000json:[{"type":"text","text":"a\\nlist"},{"type":"image_url","image_url":{"url":"data:x"}}]',
  `\u0000json:[{"type":"text","text":"${'y'.repeat(20_000)}"}]`,
  '\u001b[2Jgone \u202eevil',
  null,
  Buffer.from([0xff, 0xfe, 0x41]),
  12,
]

function loopMessages() {
  return [
    { role: 'user' as const, content: 'go', atMs: START_MS },
    ...Array.from({ length: 602 }, (_, index) => ({
      role: index % 2 === 0 ? ('assistant' as const) : ('tool' as const),
      content: 'x'.repeat(index % 2 === 0 ? 10 : 1_000),
      atMs: START_MS + 10 * MINUTE_MS + (index * 107_000) / 601,
      ...(index % 2 === 0 ? { toolCalls: ['terminal'] } : { toolName: 'terminal' }),
    })),
  ]
}

/** 700 messages spread over an hour, and a day later 602 within two minutes. */
function twoPaces() {
  const said = (count: number, fromMs: number, spanMs: number) =>
    Array.from({ length: count }, (_, at) => ({
      role: 'user' as const,
      content: 'x',
      atMs: fromMs + (at * spanMs) / count,
    }))
  const steadyMs = Math.floor((START_MS - 50 * HOUR_MS) / HOUR_MS) * HOUR_MS
  return [...said(700, steadyMs, HOUR_MS), ...said(602, steadyMs + 24 * HOUR_MS, 107_000)]
}

const describeIt = async (id: string) => {
  const answer = await readSessionDetail(observer, { id })
  if (!answer.ok) throw new Error(answer.fault.code)
  return answer.value
}
const observe = (id: string, query: { cursor?: string; from?: 'start' | 'end'; limit?: number } = {}) =>
  readSessionTranscript(observer, { id, query: { cursor: null, from: 'start', limit: 50, ...query } })

describe('a session', () => {
  it('602 messages in 107 s are highlighted, with their rate and tool rounds', async () => {
    const { busiest, signs, rate, roles } = await describeIt('loop')
    expect(busiest).toMatchObject({ messages: 602, toolIterations: 301, seconds: 107, runaway: true })
    expect(busiest?.messagesPerMinute).toBe(337.6)
    expect(signs.map(({ code }) => code)).toEqual(['runaway', 'large-file'])
    expect(signs[0]?.message).toBe('602 messages in 107 s, 338 a minute.')
    expect(rate?.messages.reduce((sum, each) => sum + each, 0)).toBe(603)
    expect(roles?.toolBytes).toBeGreaterThan(300_000)
  })

  it('the fastest stretch is found even if another hour has more messages', async () => {
    const { busiest, rate } = await describeIt('two_paces')
    expect(busiest).toMatchObject({ messages: 602, runaway: true })
    expect(rate).toMatchObject({ complete: true })
  })

  it('names its files with sizes and ages, largest first', async () => {
    const { files } = await describeIt('loop')
    expect(files?.shown.map(({ kind, apparentBytes }) => [kind, apparentBytes])).toEqual([
      ['transcript', 10_500_000],
      ['request-dump', 900],
    ])
    expect(files?.shown[0]?.ageMs).toBeGreaterThanOrEqual(HOUR_MS)
  })

  it('reports a truncated transcript', async () => {
    const [whole] = (await describeIt('loop')).files?.shown ?? []
    expect(whole).toMatchObject({ kind: 'transcript', cutShort: false })
    const file = join(temp.path, 'sessions', whole?.name ?? '')
    truncateSync(file, 10_400_000)
    expect((await describeIt('loop')).files?.shown[0]?.cutShort).toBe(true)
  })

  it('shows its family and how each member was made', async () => {
    const { lineage, session } = await describeIt('loop_2')
    expect(lineage?.nodes.map(({ id, edge, depth, self }) => [id, edge, depth, self])).toEqual([
      ['loop', null, 0, false],
      ['helper', 'delegate', 1, false],
      ['loop_2', 'compression', 1, true],
    ])
    expect(session.lineage).toMatchObject({ conversation: 'loop', part: 2, parts: 2, edge: 'compression' })
  })

  it('reports usage by model, and usage that no model row explains', async () => {
    const { usage } = await describeIt('loop_2')
    expect(usage?.rows).toMatchObject([{ task: null, inputTokens: 50, outputTokens: 5 }])
    expect(usage?.unattributed).toEqual({
      inputTokens: 0,
      outputTokens: 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
    })
  })
})

describe('a transcript', () => {
  it('shows the beginning of each message as text that can only be read', () => {
    const answer = observe(ODD_ID)
    if (!answer.ok) throw new Error(answer.fault.code)
    const shown = answer.value.items.map(({ text, truncated }) => ({ text, truncated }))
    expect(shown).toEqual([
      { text: 'ü'.repeat(4_096), truncated: true },
      { text: 'a\nlist\n[image_url]', truncated: false },
      { text: expect.stringMatching(/^y{8000,8192}$/), truncated: true },
      { text: '␛[2Jgone <U+202E>evil', truncated: false },
      { text: '', truncated: false },
      { text: '\uFFFD\uFFFDA', truncated: false },
      { text: '12.0', truncated: false },
    ])
    expect(answer.value.items[0]).toMatchObject({ role: 'user', bytes: 10_003, standing: 'shown' })
  })

  it('pages forward and back from any position', () => {
    const first = observe('loop', { limit: 2 })
    if (!first.ok) throw new Error(first.fault.code)
    expect(first.value.previousCursor).toBeNull()
    const second = observe('loop', { limit: 2, cursor: first.value.nextCursor ?? '' })
    if (!second.ok) throw new Error(second.fault.code)
    expect(second.value.items[0]?.calls).toEqual([])
    expect(second.value.items[1]?.calls).toEqual(['terminal'])
    const back = observe('loop', { limit: 2, cursor: second.value.previousCursor ?? '' })
    expect(back).toMatchObject({ ok: true, value: { items: first.value.items, previousCursor: null } })
  })

  it('messages of a session without a row can still be read', () => {
    expect(observe('nobody')).toMatchObject({ ok: true, value: { items: [{ text: 'left behind' }] } })
  })

  it.each([
    'x',
    encodeCursor(['sideways', 1]),
    encodeCursor(['after', 'one']),
    encodeCursor(['after', 1.5]),
    encodeCursor(['after']),
  ])('the cursor %s is bad input', (cursor) => {
    expect(observe('loop', { cursor })).toMatchObject({ ok: false, fault: { code: 'bad-input' } })
  })
})
