import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keysetPage, type PageQuery } from './keyset-page.ts'

type Item = { readonly id: string; readonly size: number | null }
const page = (items: readonly Item[], query: Partial<PageQuery<'size' | 'id'>>) =>
  keysetPage(
    items,
    { sort: 'size', order: 'desc', cursor: null, limit: null, ...query },
    ({ id }) => id,
    (item, sort) => item[sort],
  )

const walk = (items: readonly Item[], order: 'asc' | 'desc', limit: number): Item[] => {
  const seen: Item[] = []
  for (let cursor: string | null = null; ; ) {
    const answer = page(items, { order, cursor, limit })
    if (!answer.ok) throw new Error('the cursor was refused')
    seen.push(...answer.value.items)
    cursor = answer.value.nextCursor
    if (cursor === null) return seen
  }
}

const someItems = fc.uniqueArray(
  fc.record({
    id: fc.string({ unit: 'binary' }),
    size: fc.option(fc.integer({ min: 0, max: 5 }), { nil: null }),
  }),
  { selector: ({ id }) => id },
)

describe('pages', () => {
  it('cover every row once, in the order of the whole list', () => {
    fc.assert(
      fc.property(
        someItems,
        fc.constantFrom('asc', 'desc'),
        fc.integer({ min: 1, max: 4 }),
        (items, order, limit) => {
          const whole = page(items, { order })
          expect(whole.ok && whole.value.items).toEqual(walk(items, order, limit))
          expect(walk(items, order, limit)).toHaveLength(items.length)
        },
      ),
    )
  })

  it('have unknown values last in either order', () => {
    const items = [
      { id: 'a', size: null },
      { id: 'b', size: 1 },
      { id: 'c', size: 2 },
    ]
    for (const order of ['asc', 'desc'] as const) expect(walk(items, order, 2).at(-1)?.id).toBe('a')
  })

  it('do not shift when an earlier row is removed', () => {
    const items = ['a', 'b', 'c', 'd'].map((id) => ({ id, size: 1 }))
    const first = page(items, { limit: 2 })
    const cursor = first.ok ? first.value.nextCursor : null
    const next = page(items.slice(1), { limit: 2, cursor })
    expect(next.ok && next.value.items.map(({ id }) => id)).toEqual(['c', 'd'])
  })

  it.each(['', 'x', 'bm90IGpzb24', 'W10', 'WzEsMiwzLDRd'])('reject the invented cursor %j', (cursor) => {
    expect(page([], { cursor })).toEqual({ ok: false, fault: 'bad-cursor' })
  })

  it('reject the cursor of another order', () => {
    const items = [
      { id: 'a', size: 1 },
      { id: 'b', size: 2 },
    ]
    const first = page(items, { limit: 1, order: 'asc' })
    const cursor = first.ok ? first.value.nextCursor : null
    expect(page(items, { limit: 1, order: 'desc', cursor }).ok).toBe(false)
  })
})
