import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../shared/time.ts'
import { aSession, NOW_MS, noClaims } from '../../testing/factories.ts'
import { assessSessions } from './assess-sessions.ts'
import { lineageTree } from './lineage-tree.ts'
import { findRelatives } from './relatives.ts'
import type { SessionRow } from './session.ts'

const assessed = (rows: readonly Partial<SessionRow>[]) =>
  assessSessions(
    rows.map((row, index) => aSession({ startedMs: NOW_MS - (60 - index) * DAY_MS, ...row })),
    noClaims(),
    NOW_MS,
  )

const FAMILY = assessed([
  { id: 'one', endReason: 'compression' },
  { id: 'two', parentId: 'one', endReason: 'compression' },
  { id: 'three', parentId: 'two' },
  { id: 'sub', parentId: 'two', source: 'subagent' },
  { id: 'subsub', parentId: 'sub', delegateFrom: 'sub' },
  { id: 'branch', parentId: 'three', branchedFrom: 'three' },
  { id: 'alone' },
  { id: 'orphan', parentId: 'gone' },
])

const treeOf = (sessions: ReturnType<typeof assessed>, id: string) => {
  const self = sessions.find((session) => session.id === id)
  if (self === undefined) throw new Error(id)
  return lineageTree(sessions, findRelatives(sessions), self)
}

describe('relatives', () => {
  it('a compression lineage is one conversation with its subagents, and a branch is another', () => {
    const { conversations, partOf, delegates } = findRelatives(FAMILY)
    const named = conversations.map((each) => [
      each.parts.map(({ id }) => id),
      each.delegates.map(({ id }) => id),
    ])
    expect(named).toEqual([
      [
        ['one', 'two', 'three'],
        ['sub', 'subsub'],
      ],
    ])
    expect(partOf.get('two')).toEqual({ first: 'one', part: 2, parts: 3 })
    expect(partOf.has('branch')).toBe(false)
    expect(delegates.get('two')).toBe(1)
  })

  it('cycles end', () => {
    const circle = assessed([
      { id: 'a', parentId: 'b', source: 'subagent' },
      { id: 'b', parentId: 'a', source: 'subagent' },
      { id: 'c', parentId: 'c', endReason: 'compression' },
    ])
    const { conversations } = findRelatives(circle)
    expect(conversations.map(({ parts }) => parts.map(({ id }) => id))).toEqual([['a']])
    expect(treeOf(circle, 'a')?.nodes.map(({ id }) => id)).toEqual(['b', 'a'])
    expect(treeOf(circle, 'c')?.nodes.map(({ id }) => id)).toEqual(['c'])
  })
})

describe('the tree', () => {
  it('spans first to last, whichever session it is requested for', () => {
    const nodes = treeOf(FAMILY, 'subsub')?.nodes.map(({ id, depth, edge }) => `${depth} ${id} ${edge}`)
    expect(nodes).toEqual([
      '0 one null',
      '1 two compression',
      '2 three compression',
      '3 branch branch',
      '2 sub delegate',
      '3 subsub delegate',
    ])
  })

  it('a session without relatives has none', () => {
    expect(treeOf(FAMILY, 'alone')).toBeNull()
  })

  it('a parent that has no row is named as missing', () => {
    expect(treeOf(FAMILY, 'orphan')?.nodes).toMatchObject([
      { id: 'gone', exists: false, state: null },
      { id: 'orphan', exists: true, self: true, depth: 1 },
    ])
  })

  it('a family of thousands is cut but always includes the requested session', () => {
    const many = assessed([
      { id: 'top' },
      ...Array.from({ length: 5_000 }, (_, index) => ({
        id: `s${index}`,
        parentId: 'top',
        source: 'subagent',
      })),
    ])
    const tree = treeOf(many, 's4999')
    expect(tree?.nodes).toHaveLength(61)
    expect(tree?.nodes.at(-1)).toMatchObject({ id: 's4999', self: true })
    expect(tree?.more).toBe(4_940)
  })

  it('a chain of thousands ends as well', () => {
    const chain = assessed(
      Array.from({ length: 5_000 }, (_, index) => ({
        id: `p${index}`,
        parentId: index === 0 ? null : `p${index - 1}`,
        endReason: 'compression',
      })),
    )
    expect(findRelatives(chain).conversations[0]?.parts).toHaveLength(5_000)
    const tree = treeOf(chain, 'p4000')
    expect(tree?.nodes.some(({ self }) => self)).toBe(true)
    expect(tree?.nodes.length).toBeLessThanOrEqual(92)
  })
})
