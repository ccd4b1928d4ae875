import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../shared/time.ts'
import { NOW_MS } from '../../testing/factories.ts'
import type { AutoPrune } from './auto-prune.ts'
import { autoPruneEra } from './auto-prune-era.ts'
import type { Protection } from './session.ts'
import { autoPruneRules, autoPruneTitle, describeProtection, describeProtections } from './words.ts'

const CASES: readonly (readonly [Protection, string])[] = [
  [{ code: 'claims-unknown' }, 'Who uses which session could not be read, so this one might be in use.'],
  [{ code: 'open-recent', idleMs: 12 * MINUTE_MS }, 'It is open and was active 12 min ago.'],
  [{ code: 'pinned' }, 'It is pinned.'],
  [{ code: 'routed', key: 'agent:main:telegram:dm:1' }, 'The chat agent:main:telegram:dm:1 talks to it.'],
  [
    { code: 'turn-lease', expiresMs: NOW_MS },
    'A turn is running; its lease lasts until 2026-11-15T14:32:00.000Z.',
  ],
  [
    { code: 'compression-lock', expiresMs: Number.NaN },
    'Its history is being compressed; the lock lasts until an unknown time.',
  ],
  [{ code: 'open-chat' }, 'A chat window has it open.'],
  [{ code: 'pending-delegation' }, 'It waits for a subagent, or a subagent still reports to it.'],
  [{ code: 'running-cron' }, 'Its cron job is running.'],
  [{ code: 'handoff-pending' }, 'A hand-off to another surface waits for it.'],
  [
    { code: 'lineage', of: 'long_2', because: 'pinned' },
    'long_2 is part of the same conversation and is protected: it is pinned.',
  ],
]

it.each(CASES)('%o has the same text alone and in a list', (protection, words) => {
  expect(describeProtection(protection)).toBe(words)
  expect(describeProtections([protection])).toEqual([{ code: protection.code, message: words }])
})

it('a lineage lists every reason in words, never as a code', () => {
  for (const [{ code }] of CASES.slice(0, -1)) {
    expect(describeProtection({ code: 'lineage', of: 'x', because: code })).not.toContain(`: ${code}.`)
  }
})

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

it('each version has its rules, and an uncertain rule is reported as uncertain', () => {
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
