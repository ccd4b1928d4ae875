import { describe, expect, it } from 'vitest'
import { foldConversations } from '@/lib/domain/sessions/fold-conversations.ts'
import { sessionLabel } from '@/lib/domain/sessions/session-label.ts'
import { HOUR_MS } from '../../lib/shared/time.ts'
import { anOpenSession, aSession, NOW_MS } from '../../lib/testing/factories.ts'
import { queryTable, sessionTableOf } from '../../lib/testing/session-tables.ts'
import { filterChips } from './filters/words.ts'
import {
  ALL_COLUMNS,
  columnsText,
  DEFAULT_COLUMNS,
  minimumWidth,
  parseColumns,
  shownColumns,
} from './table/columns.ts'
import { ageWords, costWords, groupCounts, lineageNote, sessionsHeadline, tokenSplit } from './table/words.ts'
import { parseSessionsView, sessionsHref } from './view-state.ts'

const view = (query: string) => parseSessionsView(new URLSearchParams(query))
const TABLE = sessionTableOf([
  aSession({ id: 'a', source: 'telegram' }),
  anOpenSession({ id: 'b', startedMs: NOW_MS - HOUR_MS }),
  aSession({ id: 'cron_job1_20261101_010101', source: 'cron' }),
])

describe('the headline', () => {
  it('states how many sessions there are, and how many are open', () => {
    const page = queryTable(TABLE)
    expect(sessionsHeadline(page, 3, view('group=all&view=rows')).title).toBe('3 sessions, 1 live')
    expect(sessionsHeadline(page, 2, view('')).title).toBe('2 conversations with people, 1 live')
    expect(sessionsHeadline(page, 1, view('group=automation')).title).toBe(
      '1 conversation of automation, 1 live',
    )
    expect(sessionsHeadline(page, 1, view('q=x')).title).toBe('1 of 3 conversations match')
    expect(groupCounts(page)).toEqual({ people: 2, automation: 1, all: 3 })
  })

  it('shows unknown bytes as unknown', () => {
    const page = queryTable({ ...TABLE, fileBytes: null, messageBytes: null })
    expect(sessionsHeadline(page, 3, view('')).subtitle).toBe(
      'unknown bytes in files on disk, unknown of messages in state.db, 1 protected.',
    )
  })
})

it('every active filter has a chip with the view without it', () => {
  const chosen = view(
    'source=cron&source=cli&job=job1&endReason=null&minIdleHours=168&minMessages=50&minBytes=1000&maxBytes=2000&protected=false',
  )
  const chips = filterChips(chosen, queryTable(TABLE).facets)
  expect(chips.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Source: cron, cli',
    'Job: inbox-triage',
    'End reason: none',
    'Age: over 7 days',
    'Messages: 50 or more',
    'On disk: 1.00 KB to 2.00 KB',
    'Protected: no',
  ])
  for (const { without } of chips) expect(filterChips(without, null)).toHaveLength(chips.length - 1)
  expect(filterChips(view('minIdleHours=5&maxIdleHours=60'), null)[0]?.value).toBe('5 h to 3 d')
})

it('a chip shows control characters in a name', () => {
  expect(filterChips(view(`source=${encodeURIComponent('a\u202Eb\u001b[31m')}`), null)[0]?.value).toBe(
    'a<U+202E>b␛[31m',
  )
  expect(sessionsHref(view(`source=${encodeURIComponent('<script>')}`))).not.toContain('<')
})

describe('columns', () => {
  it('are the default ones unless others were chosen', () => {
    expect(parseColumns(undefined)).toEqual(DEFAULT_COLUMNS)
    expect(parseColumns('nonsense;')).toEqual(DEFAULT_COLUMNS)
    expect(parseColumns('model.source.nonsense')).toEqual(['source', 'model'])
    expect(parseColumns(columnsText([]))).toEqual([])
    for (const { id } of ALL_COLUMNS) expect(parseColumns(columnsText([id]))).toEqual([id])
  })

  it('leave room for the name', () => {
    expect(minimumWidth(shownColumns([]))).toBe(270)
    expect(minimumWidth(shownColumns(['source']))).toBe(366)
  })
})

describe('a row', () => {
  it('shows its age when it was read', () => {
    const seen = '2026-11-15T14:32:00.000Z'
    expect(ageWords('2026-11-15T14:31:59.500Z', seen)).toBe('now')
    expect(ageWords('2026-11-15T11:00:00.000Z', seen)).toBe('3 h')
    expect(ageWords(null, seen)).toBe('unknown')
  })

  it('shows a known cost, and unknown otherwise', () => {
    expect([costWords(0, 'included'), costWords(0, 'actual')]).toEqual(['included', '$0.00'])
    expect([costWords(14.617), costWords(0.0123), costWords(0), costWords(null)]).toEqual([
      '$14.62',
      '$0.0123',
      '$0.00',
      'unknown',
    ])
  })

  it('states its parts and subagents', () => {
    const rows = sessionTableOf([
      aSession({ id: 'p1', endReason: 'compression' }),
      aSession({ id: 'p2', parentId: 'p1', startedMs: NOW_MS - 2 * HOUR_MS, endedMs: null, endReason: null }),
      aSession({
        id: 'agent',
        source: 'subagent',
        parentId: 'p2',
        delegateFrom: 'p2',
        startedMs: NOW_MS - HOUR_MS,
      }),
    ])
    const words = (table: typeof rows) =>
      Object.fromEntries(queryTable(table).items.map((item) => [item.id, lineageNote(item)]))
    expect(words(rows)).toEqual({
      p1: 'part 1 of 2',
      p2: 'part 2 of 2, 1 subagent',
      agent: 'a subagent',
    })
    expect(words(foldConversations(rows))).toEqual({ p2: '2 parts, 1 subagent' })
    const [item] = queryTable(TABLE).items
    expect(item && lineageNote(item)).toBeNull()
    expect(item && tokenSplit(item)).toContain('fresh input')
  })

  it('is labeled by title, job or id, as plain text on one line', () => {
    expect(sessionLabel({ id: 'x', title: 'Tax\nnotes\u202E', job: null })).toEqual({
      text: 'Tax␊notes<U+202E>',
      from: 'title',
    })
    expect(sessionLabel({ id: 'x', title: '  ', job: { name: 'triage' } })).toEqual({
      text: 'triage (no title)',
      from: 'job',
    })
    expect(sessionLabel({ id: 'x\u0000', title: null })).toEqual({ text: 'x␀', from: 'id' })
  })
})
