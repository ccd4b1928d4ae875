import { lstatSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LargestFileTracker } from './largest-files.ts'

it('keeps exactly the largest, in any order', () => {
  const stats = lstatSync(import.meta.filename)
  fc.assert(
    fc.property(fc.array(fc.nat(500)), fc.integer({ min: 1, max: 9 }), (blocks, limit) => {
      const largest = new LargestFileTracker(limit)
      for (const [at, count] of blocks.entries())
        largest.add('logs', `f${at}`, Object.assign(Object.create(stats), { blocks: count }))
      const kept = largest.entries.map(({ bytes }) => bytes / 512).sort((a, b) => b - a)
      expect(kept).toEqual([...blocks].sort((a, b) => b - a).slice(0, limit))
    }),
  )
})
