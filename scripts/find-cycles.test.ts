import { expect, it } from 'vitest'
import { findCycles } from './find-cycles.ts'

const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges))

it('a graph without a way back has no cycles, however often a node is reached', () => {
  expect(findCycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [], e: ['a'] }))).toEqual([])
})

it('a cycle is found wherever the search starts, and named from its first node', () => {
  expect(findCycles(graph({ a: ['b'], b: ['c'], c: ['d'], d: ['b'] }))).toEqual([['b', 'c', 'd', 'b']])
  expect(findCycles(graph({ d: ['b'], a: ['b'], b: ['d'] }))).toEqual([['d', 'b', 'd']])
})

it('a file that imports itself is a cycle', () => {
  expect(findCycles(graph({ a: ['a'] }))).toEqual([['a', 'a']])
})
