import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TreemapClass } from '@/lib/domain/storage/treemap'
import { layoutTreemap } from './treemap-layout.ts'

const aClass = (at: number, sizes: readonly number[]): TreemapClass => ({
  id: 'logs',
  label: `class ${at}`,
  bytes: sizes.reduce((sum, size) => sum + size, 0),
  touched: true,
  parts: sizes.map((bytes, part) => ({
    id: `${at}/${part}`,
    label: 'part',
    bytes,
    count: null,
    detail: null,
    offered: true,
    path: '',
  })),
})

const homes = fc
  .array(fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 13 }), {
    minLength: 1,
    maxLength: 11,
  })
  .map((classes) => classes.map((sizes, at) => aClass(at, sizes)))

describe('the treemap', () => {
  it('gives every tile an area proportional to its bytes, fills the space and overlaps no two tiles', () => {
    fc.assert(
      fc.property(homes, fc.double({ min: 0.5, max: 3, noNaN: true }), (classes, aspect) => {
        const { tiles, undrawn } = layoutTreemap(classes, aspect)
        const drawn = tiles.reduce((sum, { part }) => sum + part.bytes, 0)
        const all = classes.reduce((sum, { bytes }) => sum + bytes, 0)
        expect(drawn + undrawn.bytes).toBe(all)
        for (const { part, box } of tiles) {
          expect(box.width * box.height).toBeCloseTo((part.bytes / drawn) * 10_000, 4)
          expect(box.left).toBeGreaterThanOrEqual(-1e-6)
          expect(box.top).toBeGreaterThanOrEqual(-1e-6)
          expect(box.left + box.width).toBeLessThanOrEqual(100.000_01)
          expect(box.top + box.height).toBeLessThanOrEqual(100.000_01)
        }
        for (const [at, { box: a }] of tiles.entries())
          for (const { box: b } of tiles.slice(at + 1)) {
            const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
            const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
            expect(Math.min(across, down)).toBeLessThanOrEqual(1e-6)
          }
      }),
      { numRuns: 60 },
    )
  })

  it('counts parts that are too small to draw', () => {
    const { tiles, undrawn } = layoutTreemap([aClass(0, [1_000_000]), aClass(1, [5, 2])], 1.5)
    expect(tiles).toHaveLength(1)
    expect(undrawn).toEqual({ parts: 2, bytes: 7 })
  })

  it('is empty for an empty home', () => {
    expect(layoutTreemap([], 1.5)).toEqual({ tiles: [], undrawn: { parts: 0, bytes: 0 } })
  })
})
