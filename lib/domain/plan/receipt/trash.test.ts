import { describe, expect, it } from 'vitest'
import type { Receipt } from './receipt.ts'
import { sumTrash } from './trash.ts'

type InTrash = Parameters<typeof sumTrash>[0][number]

const receipt = (change: Partial<InTrash>): InTrash => ({
  kind: 'cleanup',
  disposition: 'trash',
  state: 'done',
  keptBytes: 1_000,
  done: 10,
  expiresAtMs: 500,
  ...change,
})

describe('the trash of a home', () => {
  it('is empty without receipts', () => {
    expect(sumTrash([])).toEqual({ receipts: 0, items: 0, bytes: 0, nextExpiryMs: null, lastExpiryMs: null })
  })

  it('sums what its receipts keep, and when the first and the last of them expires', () => {
    const some = [receipt({}), receipt({ keptBytes: 5, done: 2, expiresAtMs: 900, state: 'partial' })]
    expect(sumTrash(some)).toEqual({
      receipts: 2,
      items: 12,
      bytes: 1_005,
      nextExpiryMs: 500,
      lastExpiryMs: 900,
    })
  })

  it('never expires completely if one receipt does not', () => {
    expect(sumTrash([receipt({}), receipt({ expiresAtMs: null })])).toMatchObject({
      nextExpiryMs: 500,
      lastExpiryMs: null,
    })
    expect(sumTrash([receipt({ expiresAtMs: null })])).toMatchObject({
      nextExpiryMs: null,
      lastExpiryMs: null,
    })
  })

  it.each<[string, Partial<Receipt>]>([
    ['an archive', { disposition: 'archive' }],
    ['a restore', { kind: 'restore' }],
    ['a run under way', { state: 'running' }],
    ['what has expired or was restored', { keptBytes: 0 }],
  ])('leaves out %s', (_, change) => {
    expect(sumTrash([receipt(change)]).receipts).toBe(0)
  })
})
