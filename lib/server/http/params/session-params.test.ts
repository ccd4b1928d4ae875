import { expect, it } from 'vitest'
import { DAY_MS } from '../../../shared/time.ts'
import { parseSessionParams } from './session-params.ts'

const parse = (query: string) => parseSessionParams(new URLSearchParams(query))

it('a position is given by cursor or by number, not by both', () => {
  expect(parse('offset=59000&limit=100')).toMatchObject({ ok: true, value: { query: { offset: 59_000 } } })
  expect(parse('offset=1&cursor=x').ok).toBe(false)
  expect(parse('offset=-1').ok).toBe(false)
})

it('an empty query lists everything, latest activity first', () => {
  expect(parse('')).toEqual({
    ok: true,
    value: {
      format: 'json',
      limited: false,
      query: {
        view: 'rows',
        sort: 'lastActiveAt',
        order: 'desc',
        cursor: null,
        offset: null,
        limit: 100,
        filter: {
          q: null,
          group: 'all',
          source: [],
          state: [],
          endReason: [],
          model: [],
          job: [],
          idleMs: { min: null, max: null },
          startedMs: { min: null, max: null },
          ranges: {},
          pinned: null,
          shelved: null,
          protected: null,
        },
      },
    },
  })
})

it('a day that does not exist is refused', () => {
  expect(parse('startedFrom=2026-02-30').ok).toBe(false)
  expect(parse('startedTo=yesterday').ok).toBe(false)
  expect(parse('startedTo=1970-01-01')).toMatchObject({
    value: { query: { filter: { startedMs: { min: null, max: DAY_MS } } } },
  })
})

it('every filter is parsed', () => {
  const parsed = parse(
    'q=tax&group=people&source=cli&source=a%2Cb&state=live&endReason=null&endReason=idle&model=null&job=j1' +
      '&minIdleHours=24&maxIdleHours=168&startedFrom=2026-11-01&startedTo=2026-11-15&minMessages=50&maxCostUsd=0.5&minBytes=1&maxTotalBytes=9&minTokens=3' +
      '&pinned=true&shelved=false&protected=true&view=conversations&sort=bytes&order=asc&limit=500&cursor=abc',
  )
  expect(parsed).toMatchObject({
    ok: true,
    value: {
      limited: true,
      query: {
        view: 'conversations',
        sort: 'bytes',
        order: 'asc',
        cursor: 'abc',
        limit: 500,
        filter: {
          q: 'tax',
          group: 'people',
          source: ['cli', 'a,b'],
          state: ['live'],
          endReason: [null, 'idle'],
          model: [null],
          job: ['j1'],
          idleMs: { min: DAY_MS, max: 7 * DAY_MS },
          startedMs: { min: Date.UTC(2026, 10, 1), max: Date.UTC(2026, 10, 16) },
          ranges: {
            messages: { min: 50, max: null },
            costUsd: { min: null, max: 0.5 },
            bytes: { min: 1, max: null },
            totalBytes: { min: null, max: 9 },
            tokens: { min: 3, max: null },
          },
          pinned: true,
          shelved: false,
          protected: true,
        },
      },
    },
  })
})

it.each([
  'limit=0',
  'limit=501',
  'limit=1e2',
  'limit=-1',
  'limit=',
  'sort=id',
  'sort=__proto__',
  'order=up',
  'state=open',
  'group=robots',
  'pinned=1',
  'minBytes=NaN',
  'minBytes=-1',
  'minBytes=1e9',
  'minBytes=Infinity',
  'nobody=knows',
  '__proto__=x',
  'q=a&q=b',
  `q=${'x'.repeat(201)}`,
  `source=${'x'.repeat(501)}`,
  'format=xml',
])('%s is refused with a message', (query) => {
  const parsed = parse(query)
  expect(parsed.ok).toBe(false)
  expect(parsed.ok ? '' : parsed.fault.length).toBeLessThan(260)
})
