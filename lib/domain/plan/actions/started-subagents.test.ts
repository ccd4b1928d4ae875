/**
 * Subagents and the session that started them: removed together if every guard agrees, never silently
 * separated.
 */
import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../shared/time.ts'
import { NOW_MS } from '../../../testing/factories.ts'
import { facts, old, outcomes, POLICY } from '../../../testing/torture/prune-outcomes.ts'
import type { SessionRow } from '../../sessions/session.ts'
import { planPruneSessions } from './plan-prune-sessions.ts'

describe('subagents', () => {
  const family = (parent: Partial<SessionRow>, child: Partial<SessionRow>) => [
    old('parent', parent),
    old('child', { source: 'subagent', parentId: 'parent', delegateFrom: 'parent', ...child }),
  ]
  it('are removed with their parent, under one name', () => {
    const drafts = planPruneSessions(facts(family({}, {})), POLICY)
    expect(drafts.map(({ verdict, together }) => [verdict, together])).toEqual([
      ['act', 'child'],
      ['act', 'child'],
    ])
  })

  it.each([
    ['pinned', { pinned: true }, 'pinned'],
    ['young', { lastMessageMs: NOW_MS - DAY_MS }, 'too-young'],
    ['open', { endedMs: null, endReason: null }, 'never-closed'],
  ])('are kept if they are %s, and the parent is removed without them', (_, child, outcome) => {
    expect(outcomes(facts(family({}, child)))).toEqual({ parent: 'go', child: outcome })
  })

  it.each([
    ['by source', { sources: ['cli'] }],
    ['by hand', { ids: ['parent'] }],
  ])('are removed with a parent chosen %s, and the reason names it', (_, policy) => {
    const known = facts(family({ source: 'cli', title: 'The parent' }, {}))
    const drafts = planPruneSessions(known, { ...POLICY, ...policy })
    expect(drafts.map(({ key, verdict, together }) => [key, verdict, together]).sort()).toEqual([
      ['session:child', 'act', 'child'],
      ['session:parent', 'act', 'child'],
    ])
    const child = drafts.find(({ key }) => key === 'session:child')
    expect(child?.reason.code).toBe('goes-with-parent')
    expect(child?.reason.message).toContain('The parent')
  })

  it('of a chosen parent are kept and listed if a guard protects them, and so are their subagents', () => {
    const rows = [
      ...family({ source: 'cli' }, { pinned: true }),
      old('grandchild', { source: 'subagent', parentId: 'child', delegateFrom: 'child' }),
    ]
    expect(outcomes(facts(rows), { ids: ['parent'] })).toEqual({ parent: 'go', child: 'pinned' })
    const child = planPruneSessions(facts(rows), { ...POLICY, ids: ['parent'] }).find(
      ({ key }) => key === 'session:child',
    )
    expect(child?.reason.message).toContain('goes without it')
  })

  it('of a subagent that is removed with its parent are removed as well', () => {
    const rows = [
      old('grandchild', { source: 'subagent', parentId: 'child', delegateFrom: 'child' }),
      ...family({ source: 'cli' }, {}),
    ]
    expect(outcomes(facts(rows), { sources: ['cli'] })).toEqual({
      parent: 'go',
      child: 'go',
      grandchild: 'go',
    })
  })

  it('of a parent that is kept are outside the policy', () => {
    expect(outcomes(facts(family({ source: 'cli', pinned: true }, {})), { ids: ['parent'] })).toEqual({
      parent: 'pinned',
    })
  })

  it('are kept with a protected parent, even if only their marker names it', () => {
    expect(outcomes(facts(family({ pinned: true }, {})))).toEqual({
      parent: 'pinned',
      child: 'parent-protected',
    })
    expect(outcomes(facts(family({ pinned: true }, { parentId: null })))).toEqual({
      parent: 'pinned',
      child: 'parent-protected',
    })
  })
})
