import { describe, expect, it } from 'vitest'
import { aSession } from '../../testing/factories.ts'
import { compressionRoots, edgeBetween } from './lineage.ts'

describe('edges', () => {
  const parent = aSession({ id: 'p', endReason: 'compression', sessionKey: 'k', endedMs: 100 })
  it.each([
    ['a child of a compressed parent continues it', parent, {}, 'compression'],
    ['a delegate is not a continuation', parent, { delegateFrom: 'p' }, 'delegate'],
    ['a subagent without its marker is still a delegate', parent, { source: 'subagent' }, 'delegate'],
    ['a branch is not a continuation', parent, { branchedFrom: 'p' }, 'branch'],
    ['a reset is not a continuation', parent, { resetFrom: 'p' }, 'reset'],
    ['a tool session is not a continuation', parent, { source: 'tool' }, 'other'],
    [
      'a compressed subagent continues in its child',
      { ...parent, source: 'subagent' },
      { source: 'subagent', delegateFrom: 'boss' },
      'compression',
    ],
    [
      'a compressed subagent’s own subagent is a delegate',
      { ...parent, source: 'subagent' },
      { source: 'subagent', delegateFrom: 'p' },
      'delegate',
    ],
    [
      'a subagent of a subagent that was not compressed is a delegate',
      { ...parent, source: 'subagent', endReason: null },
      { source: 'subagent' },
      'delegate',
    ],
    [
      'a compressed branch continues in its child, which copies its marker',
      parent,
      { branchedFrom: 'origin' },
      'compression',
    ],
    [
      'a compressed session that started after a reset continues in its child',
      parent,
      { resetFrom: 'yesterday' },
      'compression',
    ],
    [
      'a marker for a session that is not here counts if nothing was compressed',
      { ...parent, endReason: 'cli_close' },
      { branchedFrom: 'origin' },
      'branch',
    ],
    [
      'a child started after its parent was branched is a branch',
      { ...parent, endReason: 'branched' },
      { startedMs: 100 },
      'branch',
    ],
    [
      'a child started before its parent was branched is no branch',
      { ...parent, endReason: 'branched' },
      { startedMs: 99 },
      'other',
    ],
    ['the same chat after a daily reset', { ...parent, endReason: 'daily' }, { sessionKey: 'k' }, 'reset'],
    ['another chat after a daily reset', { ...parent, endReason: 'daily' }, { sessionKey: 'other' }, 'other'],
    [
      'no chat at all after a daily reset',
      { ...parent, endReason: 'daily', sessionKey: '' },
      { sessionKey: '' },
      'other',
    ],
  ] as const)('%s', (_, from, child, edge) => {
    expect(edgeBetween(aSession({ id: 'c', parentId: 'p', ...child }), from)).toBe(edge)
  })
})

describe('split conversations', () => {
  const compressed = (id: string, parentId: string | null = null) =>
    aSession({ id, parentId, endReason: 'compression' })

  it('every part knows the first, whatever the row order', () => {
    const rows = [
      aSession({ id: 'd', parentId: 'c' }),
      compressed('b', 'a'),
      compressed('a'),
      compressed('c', 'b'),
    ]
    expect(compressionRoots(rows)).toEqual(new Map(['a', 'b', 'c', 'd'].map((id) => [id, 'a'])))
  })

  it('a conversation in one row has no lineage', () => {
    expect(compressionRoots([aSession({ id: 'a' }), aSession({ id: 'b', parentId: 'missing' })]).size).toBe(0)
  })

  it('a split branch is one conversation, separate from the one it left', () => {
    const rows = [
      compressed('origin'),
      { ...compressed('b1', 'origin'), branchedFrom: 'origin' },
      { ...aSession({ id: 'b2', parentId: 'b1' }), branchedFrom: 'origin' },
    ]
    expect(compressionRoots(rows)).toEqual(new Map(['b1', 'b2'].map((id) => [id, 'b1'])))
  })

  it('two continuations of one parent belong to the same conversation', () => {
    const roots = compressionRoots([
      compressed('a'),
      aSession({ id: 'b', parentId: 'a' }),
      aSession({ id: 'c', parentId: 'a' }),
    ])
    expect([...roots.values()]).toEqual(['a', 'a', 'a'])
  })

  it('a cycle of parents ends', () => {
    expect(compressionRoots([compressed('a', 'b'), compressed('b', 'a')]).size).toBe(2)
  })

  it('a chain of ten thousand parts is followed to its start', () => {
    const rows = Array.from({ length: 10_000 }, (_, n) =>
      compressed(`s${n}`, n === 0 ? null : `s${n - 1}`),
    ).reverse()
    const roots = compressionRoots(rows)
    expect(new Set(roots.values())).toEqual(new Set(['s0']))
    expect(roots.size).toBe(10_000)
  })
})
