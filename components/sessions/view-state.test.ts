import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseSessionParams } from '@/lib/server/http/params/session-params.ts'
import { conditionsOf } from './filters/conditions.ts'
import { describeAge, parseAge } from './filters/parse-age.ts'
import { parseAmount } from './filters/parse-amount.ts'
import { clearFilters, setFlag, setRange, setStarted, sortBy, toggleValue } from './view-changes.ts'
import {
  apiHref,
  listHref,
  listingKey,
  listingParams,
  listOf,
  parseSessionsView,
  sessionHref,
  sessionsHref,
} from './view-state.ts'

const parse = (query: string) => parseSessionsView(new URLSearchParams(query))

it('the default is conversations with people, newest activity first', () => {
  const view = parse('')
  expect(view).toMatchObject({ group: 'people', view: 'conversations', sort: 'lastActiveAt', order: 'desc' })
  expect(sessionsHref(view)).toBe('/sessions')
  expect(listingParams(view).toString()).toBe('group=people&view=conversations')
})

it('invalid parameters mean the default', () => {
  const view = parse(
    'group=robots&view=x&sort=password&order=up&state=dead&minMessages=-5&maxBytes=NaN&pinned=yes',
  )
  expect(view).toEqual(parse(''))
})

it('every address gives valid API parameters and survives a round trip', () => {
  const anyQuery = fc.array(
    fc.tuple(
      fc.constantFrom(
        'q',
        'group',
        'view',
        'sort',
        'order',
        'source',
        'state',
        'job',
        'model',
        'endReason',
        'minMessages',
        'maxTokens',
        'minCostUsd',
        'maxBytes',
        'minIdleHours',
        'startedFrom',
        'startedTo',
        'pinned',
        'shelved',
        'protected',
        'home',
        'open',
        'whatever',
      ),
      fc.oneof(
        fc.string(),
        fc.constantFrom(
          'live',
          'leaked',
          'cron',
          'null',
          'true',
          'false',
          '50',
          '1.5 M',
          '2026-11-15',
          '2026-02-30',
          'title',
          'asc',
          'all',
          'rows',
        ),
      ),
    ),
  )
  fc.assert(
    fc.property(anyQuery, (pairs) => {
      const view = parseSessionsView(new URLSearchParams(pairs))
      expect(parseSessionParams(listingParams(view)).ok).toBe(true)
      const again = parseSessionsView(new URL(sessionsHref(view), 'http://x').searchParams)
      expect(again).toEqual(view)
    }),
  )
})

it('a change keeps the other parameters', () => {
  const view = parse('home=main&q=tax&source=cron&open=a%2Fb')
  expect(sessionsHref(toggleValue(view, 'source', 'cli'))).toBe(
    '/sessions?home=main&q=tax&source=cron&source=cli&open=a%2Fb',
  )
  expect(toggleValue(view, 'source', 'cron').facets.source).toEqual([])
  expect(setRange(view, 'Messages', 50, null).amounts).toEqual({ minMessages: 50 })
  expect(setRange(setRange(view, 'Messages', 50, 90), 'Messages', null, 10).amounts).toEqual({
    maxMessages: 10,
  })
  expect(setFlag(setFlag(view, 'pinned', true), 'pinned', null)).toEqual(view)
  expect(clearFilters(setFlag(view, 'pinned', true))).toEqual(parse('home=main&open=a%2Fb'))
})

it('start days are a filter, always in order', () => {
  const view = setStarted(parse('group=all'), '2026-11-15', '2026-11-01')
  expect(sessionsHref(view)).toBe('/sessions?startedFrom=2026-11-01&startedTo=2026-11-15&group=all')
  expect(conditionsOf(view, null)).toEqual([
    { key: 'started', words: 'started: 2026-11-01 to 2026-11-15 UTC', without: parse('group=all') },
  ])
  const words = (query: string) => conditionsOf(parse(`group=all&${query}`), null).map((one) => one.words)
  expect(words('startedFrom=2026-11-15&startedTo=2026-11-15')).toEqual(['started: 2026-11-15 UTC'])
  expect(words('startedFrom=2026-11-15')).toEqual(['started: from 2026-11-15 UTC'])
  expect(words('startedTo=2026-11-15')).toEqual(['started: until 2026-11-15 UTC'])
  expect(words('startedTo=2026-02-30&startedFrom=yesterday')).toEqual([])
  expect(clearFilters(view)).toEqual(parse('group=all'))
})

it('numbers sort largest first, text from A, and sorting again reverses the order', () => {
  const view = parse('')
  expect(sortBy(view, 'messages')).toMatchObject({ sort: 'messages', order: 'desc' })
  expect(sortBy(sortBy(view, 'messages'), 'messages').order).toBe('asc')
  for (const sort of ['title', 'job', 'state'] as const) expect(sortBy(view, sort).order).toBe('asc')
})

it('the open session does not change the listing', () => {
  expect(listingKey(parse('open=x&home=a'))).toBe(listingKey(parse('home=b')))
})

it('names with special characters stay one part of an address', () => {
  expect(apiHref('a/b', parse('q=%26x'))).toContain('/homes/a%2Fb/sessions?q=%26x')
  expect(sessionHref('a/../b?c#d', 'main')).toBe('/sessions/a%2F..%2Fb%3Fc%23d?home=main')
})

it.each<[string, number | null]>([
  ['50', 50],
  ['1.5 M', 1_500_000],
  ['10 MB', 10_000_000],
  ['200k', 200_000],
  ['1,000', 1_000],
  ['0.25', 0.25],
  ['-1', null],
  ['', null],
  ['ten', null],
  ['1e9', null],
  ['999999999999999', null],
])('%j is %j', (text, amount) => {
  expect(parseAmount(text)).toBe(amount)
})

it.each([
  ['7', 168],
  ['12 h', 12],
  ['30 days', 720],
  ['2w', 336],
  ['0.5', 12],
  ['soon', null],
  ['-3', null],
])('an age of %s is %s hours', (text, hours) => {
  expect(parseAge(text)).toBe(hours)
  if (hours !== null) expect(parseAge(describeAge(hours))).toBe(hours)
})

it('a session links back to its list and cannot link anywhere else', () => {
  const view = parse('home=main&q=tax&state=leaked&group=all&open=x')
  const address = new URL(sessionHref('a/b', 'main', listOf(view)), 'http://here')
  expect(address.pathname).toBe('/sessions/a%2Fb')
  expect(listHref(address.searchParams.get('list') ?? '', 'main')).toBe(
    '/sessions?home=main&q=tax&state=leaked&group=all',
  )
  expect(listHref('//evil.example/?q=a', 'main')).toMatch(/^\/sessions\?home=main/)
  expect(sessionHref('a', 'main', listOf(parse('')))).toBe('/sessions/a?home=main')
})

it('lists every condition including the group, each with the view without it', () => {
  const conditions = conditionsOf(parse('q=a\u202E&state=leaked&minMessages=5'), null)
  expect(conditions.map(({ words }) => words)).toEqual([
    'the words “a<U+202E>”',
    'state: leaked',
    'messages: 5 or more',
    'people only',
  ])
  expect(conditions.map(({ without }) => sessionsHref(without))[3]).toContain('group=all')
  expect(sessionsHref(conditions[1]?.without ?? parse(''))).not.toContain('state')
})
