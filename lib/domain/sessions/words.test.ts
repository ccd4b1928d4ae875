import { expect, it } from 'vitest'
import { MINUTE_MS } from '../../shared/time.ts'
import { NOW_MS } from '../../testing/factories.ts'
import type { Protection } from './session.ts'
import { describeProtection, describeProtections } from './words.ts'

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

it.each(CASES)('%o is worded once', (protection, words) => {
  expect(describeProtection(protection)).toBe(words)
  expect(describeProtections([protection])).toEqual([{ code: protection.code, message: words }])
})

it('a lineage names every reason in words, never as a code', () => {
  for (const [{ code }] of CASES.slice(0, -1)) {
    expect(describeProtection({ code: 'lineage', of: 'x', because: code })).not.toContain(`: ${code}.`)
  }
})
