import fc from 'fast-check'
import { expect, it } from 'vitest'
import { batchItems } from './batch-items.ts'
import type { PlanItem, RunItem } from './plan.ts'

const target = (kind: 'session' | 'file' | 'route', id: string): RunItem['target'] => {
  const fingerprint = {
    endedAt: 1,
    endReason: null,
    messageCount: 0,
    messages: 0,
    newestMessageId: null,
    parentId: null,
  }
  const file = { path: ['sessions', id], dev: '1', ino: '1', size: 0, mtimeNs: '0', bytes: 0 }
  if (kind === 'session') return { kind, sessionId: id, mark: fingerprint, files: [] }
  if (kind === 'file') return { kind, file }
  return { kind, key: id, sessionId: id, updatedMs: null, inTable: true, inFile: true }
}

type Item = PlanItem & RunItem

const item = (id: number, over: Partial<Item> & { kind: 'session' | 'file' | 'route' }): Item => ({
  id: String(id),
  step: 0,
  key: `k${id}`,
  label: `item ${id}`,
  verdict: 'act',
  reason: { code: 'old', message: 'It is old.' },
  bytes: 4_096,
  apparentBytes: 100,
  rowBytes: null,
  together: null,
  lastActiveAt: null,
  target: target(over.kind, String(id)),
  ...over,
})

const anItem = fc.record({
  kind: fc.constantFrom('session' as const, 'file' as const, 'route' as const),
  step: fc.integer({ min: 0, max: 2 }),
  bytes: fc.integer({ min: 0, max: 40_000_000 }),
  together: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null }),
})

it('every item is in exactly one batch of one kind and one step, with its whole family', () => {
  fc.assert(
    fc.property(fc.array(anItem, { maxLength: 80 }), (given) => {
      const items = given.map((one, at) => item(at + 1, one))
      const batches = batchItems(items)
      expect(
        batches
          .flat()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(items.map(({ id }) => id).sort())
      const familyIn = new Map<string, number>()
      for (const [at, batch] of batches.entries()) {
        expect(batch.length).toBeGreaterThan(0)
        expect(new Set(batch.map(({ kind, step }) => `${kind} ${step}`)).size).toBe(1)
        for (const { kind, step, together } of batch) {
          if (together === null) continue
          const family = `${kind} ${step} ${together}`
          expect(familyIn.get(family) ?? at).toBe(at)
          familyIn.set(family, at)
        }
      }
    }),
  )
})

it('a batch ends before it grows too large, and a single large item is its own batch', () => {
  const sizes = [10, 5, 2, 40, 1].map((mb, at) => item(at + 1, { kind: 'session', bytes: mb * 1_000_000 }))
  expect(batchItems(sizes).map((batch) => batch.map(({ id }) => id))).toEqual([
    ['1', '2'],
    ['3'],
    ['4'],
    ['5'],
  ])
})

it('the routing index is written once, however many entries are removed', () => {
  const routes = Array.from({ length: 1_000 }, (_, at) => item(at + 1, { kind: 'route' }))
  expect(batchItems(routes)).toHaveLength(1)
})
