import { describe, expect, it } from 'vitest'
import type { AutoPrune } from './auto-prune.ts'
import { autoPruneEra } from './auto-prune-era.ts'
import { autoPruneRules, autoPruneTitle } from './auto-prune-words.ts'

const selects = {
  sessions: 240,
  perhaps: 0,
  pinned: 0,
  shelved: 0,
  databaseBytes: 0,
  closes: 0,
  filesLeft: null,
}
const known: AutoPrune = {
  state: 'on',
  retentionDays: 90,
  lastRanAt: null,
  restsUntil: null,
  era: null,
  selects,
  words: '',
}

describe('the title', () => {
  it.each([
    [{}, 'Hermes’ next start deletes 240 sessions'],
    [{ restsUntil: '2026-11-16T00:00:00.000Z' }, 'Hermes deletes 240 sessions at a start after its rest'],
    [{ selects: { ...selects, sessions: 0 } }, 'Hermes’ next start deletes nothing'],
    [{ state: 'off' }, 'Hermes’ own prune is off; on, it would delete 240 sessions'],
    [{ state: 'unknown' }, 'Whether Hermes prunes is unknown; if so, it deletes 240 sessions'],
    [{ selects: null }, 'What Hermes deletes by itself is unknown'],
    [{ state: 'absent', selects: null }, 'Hermes deletes nothing by itself'],
  ] as const)('%j', (change, title) => {
    expect(autoPruneTitle({ ...known, ...change })).toBe(title)
  })
})

it('each version has its rules, and what nobody can tell is said to be open', () => {
  expect(autoPruneRules(autoPruneEra(9))).toContain('Files of a session stay behind.')
  expect(autoPruneRules(autoPruneEra(23))[0]).toContain('from the start')
  expect(autoPruneRules(autoPruneEra(26))).toContain(
    'Pinned sessions are spared by some builds of this version and not by others.',
  )
  expect(autoPruneRules(autoPruneEra(30))).toEqual([
    'Age counts from the last activity of a session.',
    'Pinned sessions are spared.',
    'Shelved sessions go like all others.',
    'Open sessions as old are closed, not deleted, where their source is one of cli, cron, kanban, acp, api_server, subagent, tool, recovered; others stay.',
    'What Hermes itself closed at a start (startup_orphan_reap) ages from then.',
    'A conversation goes whole or not at all.',
    'Files of a session go with it, all but session_<id>.json.',
  ])
})
