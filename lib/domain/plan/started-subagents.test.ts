/** Subagents and the session that started them: together where every guard agrees, and never silently apart. */
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { aSession, NOW_MS } from '../../testing/factories.ts'
import { factsOf } from '../../testing/plan-facts-of.ts'
import type { RandomHome } from '../../testing/random-homes.ts'
import type { SessionRow } from '../session.ts'
import type { PlanFacts } from './plan-facts.ts'
import { planPruneSessions } from './plan-prune-sessions.ts'
import type { PruneSessions } from './policy.ts'

const POLICY: PruneSessions = {
  action: 'prune-sessions',
  ids: null,
  sources: null,
  cronJobs: null,
  olderThanDays: 7,
  keepNewest: null,
  includeShelved: false,
  minBytes: null,
  minMessages: null,
}

const facts = (rows: readonly SessionRow[], home: Partial<RandomHome> = {}): PlanFacts =>
  factsOf({ rows, files: [], parts: {}, cronFolders: [], lines: 0, ...home })

/** `go`, or the code of the reason it stays, by session. */
const fates = (known: PlanFacts, policy: Partial<PruneSessions> = {}): Record<string, string> =>
  Object.fromEntries(
    planPruneSessions(known, { ...POLICY, ...policy }).map(({ key, verdict, reason }) => [
      key.slice('session:'.length),
      verdict === 'prune' ? 'go' : reason.code,
    ]),
  )

const old = (id: string, row: Partial<SessionRow> = {}): SessionRow =>
  aSession({ id, startedMs: NOW_MS - 30 * DAY_MS, endedMs: NOW_MS - 30 * DAY_MS + HOUR_MS, ...row })

describe('subagents', () => {
  const family = (parent: Partial<SessionRow>, child: Partial<SessionRow>) => [
    old('parent', parent),
    old('child', { source: 'subagent', parentId: 'parent', delegateFrom: 'parent', ...child }),
  ]
  it('go with their parent, under one name', () => {
    const drafts = planPruneSessions(facts(family({}, {})), POLICY)
    expect(drafts.map(({ verdict, together }) => [verdict, together])).toEqual([
      ['prune', 'child'],
      ['prune', 'child'],
    ])
  })

  it.each([
    ['pinned', { pinned: true }, 'pinned'],
    ['young', { lastMessageMs: NOW_MS - DAY_MS }, 'too-young'],
    ['open', { endedMs: null, endReason: null }, 'never-closed'],
  ])('stay where they are %s, and the parent goes without them', (_, child, fate) => {
    expect(fates(facts(family({}, child)))).toEqual({ parent: 'go', child: fate })
  })

  it.each([
    ['by source', { sources: ['cli'] }],
    ['by hand', { ids: ['parent'] }],
  ])('go with a parent chosen %s, and the reason names it', (_, policy) => {
    const known = facts(family({ source: 'cli', title: 'The parent' }, {}))
    const drafts = planPruneSessions(known, { ...POLICY, ...policy })
    expect(drafts.map(({ key, verdict, together }) => [key, verdict, together]).sort()).toEqual([
      ['session:child', 'prune', 'child'],
      ['session:parent', 'prune', 'child'],
    ])
    const child = drafts.find(({ key }) => key === 'session:child')
    expect(child?.reason.code).toBe('goes-with-parent')
    expect(child?.reason.message).toContain('The parent')
  })

  it('of a chosen parent stay and are listed where a guard holds them, and so do theirs', () => {
    const rows = [
      ...family({ source: 'cli' }, { pinned: true }),
      old('grandchild', { source: 'subagent', parentId: 'child', delegateFrom: 'child' }),
    ]
    expect(fates(facts(rows), { ids: ['parent'] })).toEqual({ parent: 'go', child: 'pinned' })
    const child = planPruneSessions(facts(rows), { ...POLICY, ids: ['parent'] }).find(
      ({ key }) => key === 'session:child',
    )
    expect(child?.reason.message).toContain('goes without it')
  })

  it('of a subagent that goes with its parent go as well', () => {
    const rows = [
      old('grandchild', { source: 'subagent', parentId: 'child', delegateFrom: 'child' }),
      ...family({ source: 'cli' }, {}),
    ]
    expect(fates(facts(rows), { sources: ['cli'] })).toEqual({ parent: 'go', child: 'go', grandchild: 'go' })
  })

  it('of a parent that stays are none of the policy’s business', () => {
    expect(fates(facts(family({ source: 'cli', pinned: true }, {})), { ids: ['parent'] })).toEqual({
      parent: 'pinned',
    })
  })

  it('stay with a protected parent, also one that only their marker names', () => {
    expect(fates(facts(family({ pinned: true }, {})))).toEqual({
      parent: 'pinned',
      child: 'parent-protected',
    })
    expect(fates(facts(family({ pinned: true }, { parentId: null })))).toEqual({
      parent: 'pinned',
      child: 'parent-protected',
    })
  })
})
