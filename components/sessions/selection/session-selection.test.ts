import { describe, expect, it } from 'vitest'
import { foldConversations } from '@/lib/domain/sessions/fold-conversations.ts'
import { pickOf, picksOf, type SessionPick, sumPicks } from '@/lib/domain/sessions/list/selection-sum.ts'
import { sessionPicks } from '@/lib/domain/sessions/list/session-picks.ts'
import { listSessions } from '@/lib/domain/sessions/list/session-query.ts'
import { HOUR_MS } from '@/lib/shared/time.ts'
import { anOpenSession, aSession, NOW_MS } from '@/lib/testing/factories.ts'
import { aQuery, queryTable, sessionTableOf } from '@/lib/testing/session-tables.ts'
import { SessionSelection } from './session-selection.ts'
import { keptWords, leakedWords, selectionWords } from './words.ts'

const aPick = (id: string, pick: Partial<SessionPick> = {}): SessionPick => ({
  id,
  others: [],
  bytes: 1_000,
  messageBytes: 500,
  protection: null,
  leaked: false,
  ...pick,
})

function aStorage(kept: string | null = null) {
  const storage = {
    text: kept,
    read: () => storage.text,
    write: (text: () => string) => (storage.text = text()),
  }
  return storage
}

function recalled(storage: ReturnType<typeof aStorage>): SessionSelection {
  const selection = new SessionSelection(storage)
  selection.restore()
  return selection
}

describe('a selection', () => {
  it('is toggled by id, and its sum leaves out protected sessions', () => {
    const selection = new SessionSelection(aStorage())
    selection.set([aPick('a'), aPick('b'), aPick('c', { protection: 'pinned' })], true)
    selection.set([aPick('b')], false)
    expect(selection.sum).toEqual({
      lines: 2,
      sessions: 2,
      free: 1,
      leaked: 0,
      bytes: 1_000,
      messageBytes: 500,
      kept: [{ code: 'pinned', count: 1 }],
    })
    expect(selection.ids.sort()).toEqual(['a', 'c'])
  })

  it('lists leaked sessions separately, because they must be closed before pruning', () => {
    const storage = aStorage()
    new SessionSelection(storage).set(
      [
        aPick('ended'),
        aPick('left', { leaked: true, others: ['agent'] }),
        aPick('kept', { leaked: true, protection: 'pinned' }),
      ],
      true,
    )
    const { sum, leakedIds } = recalled(storage)
    expect(sum).toMatchObject({ lines: 3, free: 1, leaked: 1, bytes: 1_000 })
    expect(leakedIds).toEqual(['left', 'agent'])
    expect(leakedWords(sum)).toBe('1 left open: close it first')
    expect(selectionWords(sumPicks([aPick('left', { leaked: true })]))).toBe('none can go yet')
  })

  it('covers all sessions of a conversation and counts none twice', () => {
    const selection = new SessionSelection(aStorage())
    const whole = aPick('tip', { others: ['first', 'agent'], bytes: 9_000 })
    selection.set([aPick('first')], true)
    expect(selection.stateOf(whole)).toBe('some')
    selection.set([whole], true)
    expect(selection.stateOf(aPick('agent'))).toBe('all')
    expect(selection.sum).toMatchObject({ lines: 1, sessions: 3, bytes: 9_000 })
    selection.set([aPick('agent')], false)
    expect(selection.size).toBe(0)
  })

  it('survives a reload, and damaged storage only empties it', () => {
    const storage = aStorage()
    const before = new SessionSelection(storage)
    before.set([aPick('a', { protection: 'routed' }), aPick('b', { others: ['c'], bytes: null })], true)
    const after = recalled(storage)
    expect(after.sum).toEqual(before.sum)
    for (const text of ['{', '3', '[1,["x"],[{}]]', '[["a",1,1,"no-such-code",[]]]'])
      expect(recalled(aStorage(text)).sum.kept).toEqual([])
  })

  it('takes over newer versions of its rows', () => {
    const selection = new SessionSelection(aStorage())
    selection.set([aPick('a')], true)
    const { version } = selection
    selection.refresh([aPick('a'), aPick('stranger')])
    expect(selection.version).toBe(version)
    selection.refresh([aPick('a', { protection: 'turn-lease' })])
    expect(selection.sum.free).toBe(0)
    expect(selection.size).toBe(1)
  })
})

it('selecting all matches gives the same picks as selecting every row', () => {
  const rows = sessionTableOf(
    [
      aSession({ id: 'one', endReason: 'compression' }),
      anOpenSession({ id: 'two', parentId: 'one', startedMs: NOW_MS - HOUR_MS }),
      aSession({ id: 'alone', pinned: true }),
      anOpenSession({ id: 'left' }),
    ],
    new Map([['two', 4_096]]),
  )
  const table = foldConversations(rows)
  const picks = picksOf(sessionPicks(table, listSessions(table, aQuery(), NOW_MS)))
  expect(picks).toEqual(queryTable(table).items.map(pickOf))
  expect(picks.find(({ id }) => id === 'two')).toMatchObject({ others: ['one'], bytes: 4_096 })
  expect(sumPicks(picks)).toMatchObject({ lines: 3, sessions: 4, leaked: 1 })
})

it('describes its size, leaked and protected sessions', () => {
  const words = (picks: readonly SessionPick[]) => {
    const sum = sumPicks(picks)
    return [selectionWords(sum), sum.kept.length > 0 ? keptWords(sum) : null]
  }
  expect(words([aPick('a')])).toEqual(['1.00 KB on disk, 500 B in state.db', null])
  expect(words([aPick('a', { bytes: null }), aPick('b', { protection: 'pinned' })])).toEqual([
    'unknown bytes on disk, 500 B in state.db in 1',
    '1 protected: pinned',
  ])
  expect(
    words([
      aPick('a', { protection: 'pinned' }),
      aPick('b', { protection: 'routed', others: ['c'] }),
      aPick('d', { protection: 'routed' }),
    ]),
  ).toEqual(['all protected, 4 sessions behind them', '3 protected: 2 in use by a chat, 1 pinned'])
})
