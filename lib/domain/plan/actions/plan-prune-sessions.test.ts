import { describe, expect, it } from 'vitest'
import { ok } from '../../../shared/result.ts'
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts'
import { aFile, anOpenSession, NOW_MS, noClaims } from '../../../testing/factories.ts'
import { facts, old, outcomes, POLICY } from '../../../testing/torture/prune-outcomes.ts'
import type { SessionRow } from '../../sessions/session.ts'
import { planPruneSessions } from './plan-prune-sessions.ts'

describe('one session', () => {
  it.each([
    ['old and ended', old('s'), 'go'],
    ['idle for exactly the age asked for', old('s', { lastMessageMs: NOW_MS - 7 * DAY_MS }), 'go'],
    ['a moment younger', old('s', { lastMessageMs: NOW_MS - 7 * DAY_MS + 1 }), 'too-young'],
    ['a clock ahead of ours', old('s', { lastMessageMs: NOW_MS + DAY_MS }), 'too-young'],
    ['open and silent', anOpenSession({ id: 's', startedMs: NOW_MS - 30 * DAY_MS }), 'never-closed'],
    ['open and active', anOpenSession({ id: 's', lastMessageMs: NOW_MS - MINUTE_MS }), 'open-recent'],
    ['pinned', old('s', { pinned: true }), 'pinned'],
    ['archived in Hermes', old('s', { archived: true }), 'archived-in-hermes'],
    ['a hand-off waits', old('s', { handoffPending: true }), 'handoff-pending'],
  ])('%s', (_, row, outcome) => {
    expect(outcomes(facts([row]))).toEqual({ s: outcome })
  })

  it('sessions archived in Hermes are removed if the policy includes them', () => {
    expect(outcomes(facts([old('s', { archived: true })]), { includeShelved: true })).toEqual({ s: 'go' })
  })
})

describe('how it ended', () => {
  const closed = (endReason: string | null, endedDaysAgo: number) =>
    old('s', { endReason, endedMs: NOW_MS - endedDaysAgo * DAY_MS })
  it.each([
    'cli_close',
    'tui_close',
    'tui_shutdown',
    'new_session',
    'new_command',
    'session_reset',
    'idle',
    'daily',
    'suspended',
    'resume_pending_expired',
    'session_switch',
    'resumed_other',
    'branched',
    'orphaned_compression',
    'cron_complete',
    'superseded_by_repair',
  ])('%s is final, so only its last activity counts', (endReason) => {
    expect(outcomes(facts([closed(endReason, 2)]))).toEqual({ s: 'go' })
  })

  it.each([
    'agent_close',
    'idle_timeout',
    'lru_evict',
    'ws_disconnect',
    'ws_orphan_reap',
    'startup_orphan_reap',
    'reaped',
    'compression',
    'never heard of',
    null,
  ])('%s may be resumed, so the age counts from its end as well', (endReason) => {
    expect(outcomes(facts([closed(endReason, 2)]))).toEqual({ s: 'resumable' })
    expect(outcomes(facts([closed(endReason, 8)]))).toEqual({ s: 'go' })
    const justNow = closed(endReason, 0.5)
    expect(outcomes(facts([justNow]), { olderThanDays: 0 })).toEqual({ s: 'resumable' })
  })
})

describe('conversations', () => {
  const parts = (tip: Partial<SessionRow>) => [
    old('one', { endReason: 'compression' }),
    old('two', { endReason: 'compression', parentId: 'one' }),
    old('three', { parentId: 'two', ...tip }),
  ]
  it('are removed whole, under one name', () => {
    const drafts = planPruneSessions(facts(parts({})), POLICY)
    expect(drafts.map(({ verdict, together }) => [verdict, together])).toEqual([
      ['act', 'one'],
      ['act', 'one'],
      ['act', 'one'],
    ])
  })

  it.each([
    ['its newest part is young', { lastMessageMs: NOW_MS - DAY_MS }, 'too-young', 'too-young'],
    ['its newest part is pinned', { pinned: true }, 'lineage', 'pinned'],
    ['its newest part was never closed', { endedMs: null, endReason: null }, 'lineage-open', 'never-closed'],
    ['a part is archived', { archived: true }, 'archived-in-hermes', 'archived-in-hermes'],
  ])('are kept whole if %s', (_, tip, first, last) => {
    expect(outcomes(facts(parts(tip)))).toEqual({ one: first, two: first, three: last })
  })

  it('are kept if only some parts were chosen', () => {
    expect(outcomes(facts(parts({})), { ids: ['one', 'three'] })).toEqual({
      one: 'parts-not-chosen',
      three: 'parts-not-chosen',
    })
    expect(outcomes(facts(parts({})), { ids: ['one', 'two', 'three'] })).toEqual({
      one: 'go',
      two: 'go',
      three: 'go',
    })
  })

  it('of a cron job belong to the job with all their parts', () => {
    const run = 'cron_j1_20260101_000000'
    const rows = [
      old(run, { source: 'cron', endReason: 'compression' }),
      old('later', { source: 'cron', parentId: run, endReason: 'cron_complete' }),
      old('chat'),
    ]
    expect(outcomes(facts(rows), { cronJobs: ['j1'] })).toEqual({ [run]: 'go', later: 'go' })
  })

  it('that form a cycle are still removed whole', () => {
    const rows = [
      old('a', { parentId: 'b', endReason: 'compression' }),
      old('b', { parentId: 'a', endReason: 'compression' }),
    ]
    expect(outcomes(facts(rows), { olderThanDays: 0 })).toEqual({ a: 'go', b: 'go' })
  })
})

it('the newest of each source and of each job are kept', () => {
  const run = (job: string, day: number) =>
    old(`cron_${job}_2026010${day}_000000`, {
      source: 'cron',
      startedMs: NOW_MS - (40 - day) * DAY_MS,
      endedMs: NOW_MS - 30 * DAY_MS,
      endReason: 'cron_complete',
    })
  const rows = [
    run('j1', 1),
    run('j1', 2),
    run('j1', 3),
    run('j2', 1),
    old('cli'),
    old('chat', { source: 'telegram' }),
  ]
  expect(outcomes(facts(rows), { keepNewest: 1 })).toEqual({
    cron_j1_20260101_000000: 'go',
    cron_j1_20260102_000000: 'go',
    cron_j1_20260103_000000: 'among-newest',
    cron_j2_20260101_000000: 'among-newest',
    cli: 'among-newest',
    chat: 'among-newest',
  })
})

describe('files', () => {
  const names = ['session_s.json', 's.jsonl', 'request_dump_s_20260101_000000_000000.json']
  // From the time when gateways wrote a .jsonl for every chat.
  const modifiedMs = Date.UTC(2026, 3, 1)
  const files = [...names, 'session_s2.json'].map((name) =>
    aFile({ name, kind: 'transcript', sessionId: name.includes('s2') ? 's2' : 's', modifiedMs }),
  )
  it('of every form are removed with the session, and none of a session with a similar name', () => {
    const draft = planPruneSessions(facts([old('s'), old('s2', { pinned: true })], { files }), POLICY).find(
      ({ key }) => key === 'session:s',
    )
    expect(draft).toMatchObject({ verdict: 'act', bytes: 3 * 4_096 })
    expect(draft?.target).toMatchObject({
      files: ['request_dump_s_20260101_000000_000000.json', 's.jsonl', 'session_s.json'].map((name) => ({
        path: ['sessions', name],
      })),
    })
  })

  it('written just now keep the session', () => {
    const fresh = files.map((file) => ({ ...file, modifiedMs: NOW_MS - MINUTE_MS }))
    expect(outcomes(facts([old('s')], { files: fresh }))).toEqual({ s: 'being-written' })
  })

  it('of which one may be the only copy of its messages keep the whole conversation', () => {
    const diverted = [aFile({ name: 's.jsonl', sessionId: 's', modifiedMs: NOW_MS - 20 * DAY_MS })]
    const rows = [old('s', { endReason: 'compression' }), old('t', { parentId: 's' })]
    const outcomesIf = (withoutRow: number | null) => outcomes(facts(rows, { files: diverted, withoutRow }))
    expect(outcomesIf(1)).toEqual({ s: 'diverted', t: 'diverted' })
    expect(outcomesIf(null)).toEqual({ s: 'diverted', t: 'diverted' })
    expect(outcomesIf(0)).toEqual({ s: 'go', t: 'go' })
  })

  it('that could not be listed keep every session', () => {
    const known = facts([old('s')])
    expect(outcomes({ ...known, home: { ...known.home, files: null } })).toEqual({ s: 'files-unknown' })
  })

  it('with a name that is not valid text keep the session', () => {
    const garbled = [aFile({ name: 'request_dump_s\uFFFD_20260101_000000_000000.json', sessionId: 's' })]
    expect(outcomes(facts([old('s')], { files: garbled }))).toEqual({ s: 'no-text-name' })
  })
})

it('a row that changed between its assessment and its fingerprint is kept', () => {
  const known = facts([old('s')])
  const seen = known.fingerprints.session('s')
  if (seen === null) throw new Error('no fingerprint')
  const outcomesWith = (fingerprint: typeof seen | null) =>
    outcomes({ ...known, fingerprints: { ...known.fingerprints, session: () => fingerprint } })
  expect(outcomesWith({ ...seen, newestMessageMs: NOW_MS })).toEqual({ s: 'changed-meanwhile' })
  expect(outcomesWith({ ...seen, fingerprint: { ...seen.fingerprint, endedAt: null } })).toEqual({
    s: 'changed-meanwhile',
  })
  expect(outcomesWith({ ...seen, fingerprint: { ...seen.fingerprint, endReason: 'idle' } })).toEqual({
    s: 'changed-meanwhile',
  })
  expect(outcomesWith(null)).toEqual({ s: 'row-unreadable' })
})

it('claims that cannot be read protect everything', () => {
  const known = facts([old('s')], {
    parts: { claims: { ok: false, fault: { code: 'db-locked', waitedMs: 1 } } },
  })
  expect(outcomes(known)).toEqual({ s: 'claims-unknown' })
  const routed = facts([old('s')], { parts: { claims: ok(noClaims({ routes: new Map([['s', 'key']]) })) } })
  expect(outcomes(routed)).toEqual({ s: 'routed' })
})
