import { expect, it } from 'vitest'
import type { SessionItem } from '../../../domain/sessions/list/session-item.ts'
import { captureLog } from '../../../testing/capture-log.ts'
import { sessionCsv, sessionJson } from './session-export.ts'

const REQUEST = new Request('http://127.0.0.1/api/v1/homes/main/sessions?format=csv')

const anItem = (id: string): SessionItem => ({
  id,
  source: 'cli',
  group: 'people',
  title: '=HYPERLINK("x")',
  model: null,
  job: null,
  state: 'live',
  startedAt: '2026-11-15T14:32:00.000Z',
  endedAt: null,
  endReason: null,
  lastActiveAt: null,
  messages: 1,
  toolCalls: 0,
  apiCalls: 0,
  inputTokens: 1,
  outputTokens: 2,
  cacheReadTokens: 3,
  cacheWriteTokens: 4,
  tokens: 10,
  costUsd: null,
  costStatus: null,
  bytes: null,
  files: null,
  messageBytes: 5,
  totalBytes: null,
  pinned: false,
  shelved: true,
  protections: [
    { code: 'open-chat', message: 'A chat window has it open.' },
    { code: 'pinned', message: 'It is pinned.' },
  ],
  lineage: null,
  members: null,
})

it('CSV rows of all pages share one header, and a title is never a formula', async () => {
  const asked: string[] = []
  const stream = sessionCsv(REQUEST, { items: [anItem('a')], nextCursor: 'one' }, async (cursor) => {
    asked.push(cursor)
    return { items: [anItem('b')], nextCursor: null }
  })
  const lines = (await new Response(stream).text()).split('\r\n')
  expect(asked).toEqual(['one'])
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(/^id,source,title,/)
  expect(lines[1]).toBe(
    `a,cli,"'=HYPERLINK(""x"")",,,live,2026-11-15T14:32:00.000Z,,,,1,0,1,2,3,4,,,,,5,false,true,open-chat pinned,0,,,,,,,,,1`,
  )
  expect(lines[2]).toMatch(/^b,cli,/)
})

it('a whole list is one JSON document', async () => {
  const first = { items: [anItem('a'), anItem('b')], nextCursor: 'one', total: 3 }
  const stream = sessionJson(REQUEST, first, async () => ({ items: [anItem('c')], nextCursor: null }))
  const said = await new Response(stream).json()
  expect(said).toMatchObject({ total: 3, items: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] })
  const nothing = sessionJson(REQUEST, { items: [], nextCursor: null, total: 0 }, async () => null)
  expect(await new Response(nothing).json()).toEqual({ total: 0, items: [] })
})

it.each([sessionCsv, sessionJson])(
  'a page that cannot be read aborts the response and is logged',
  async (write) => {
    const lines = captureLog()
    const stream = write(REQUEST, { items: [anItem('a')], nextCursor: 'one', total: 2 }, async () => null)
    await expect(new Response(stream).text()).rejects.toThrow('could not be read to the end')
    expect(lines()).toMatchObject([
      {
        message: 'request failed',
        reference: expect.stringMatching(/^\w{8}$/),
        method: 'GET',
        path: '/api/v1/homes/main/sessions',
      },
    ])
  },
)
