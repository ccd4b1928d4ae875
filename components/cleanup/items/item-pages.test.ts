import { expect, test } from 'vitest'
import type { PlanItem } from '@/lib/domain/plan/plan'
import { exampleItem } from '@/lib/testing/examples/example-plan'
import { type FetchPage, ItemPages, searchSource } from './item-pages'

const many = (count: number, from = 0): PlanItem[] =>
  Array.from({ length: count }, (_, index) => exampleItem({ id: String(from + index + 1) }))

/** Serves lists in pages of `limit`. The cursor is an index. */
function serverOf(lists: Readonly<Record<string, readonly PlanItem[]>>) {
  const asked: string[] = []
  const fetchPage: FetchPage = async (query) => {
    asked.push(new URLSearchParams(query).toString())
    const items = lists[query.step ?? query.q ?? ''] ?? []
    const from = Number(query.cursor ?? 0)
    const to = from + Number(query.limit)
    return {
      items: items.slice(from, to),
      matched: query.cursor === undefined ? items.length : null,
      nextCursor: to < items.length ? String(to) : null,
    }
  }
  return { asked, fetchPage }
}

const source = { key: 'a', queries: [{ step: '0' }, { step: '1' }], count: 2_350 }

test('a list over two steps is loaded completely, in order, each page once', async () => {
  const { asked, fetchPage } = serverOf({ 0: many(2_100), 1: many(250, 2_100) })
  const pages = new ItemPages(fetchPage, {})
  const all = await pages.all(source)
  expect(all?.map(({ id }) => id)).toEqual(many(2_350).map(({ id }) => id))
  expect(asked).toEqual([
    'step=0&limit=100',
    'step=0&limit=1000&cursor=100',
    'step=0&limit=1000&cursor=1100',
    'step=1&limit=1000',
  ])
  await pages.want(source, 2_349)
  expect(asked).toHaveLength(4)
})

test('only pages in view are fetched, and two readers share them', async () => {
  const { asked, fetchPage } = serverOf({ 0: many(5_000), 1: [] })
  const pages = new ItemPages(fetchPage, {})
  await Promise.all([pages.want(source, 40), pages.want(source, 150)])
  expect(asked).toHaveLength(2)
  expect(pages.at(source, 150)?.id).toBe('151')
  expect(pages.at(source, 1_100)).toBeUndefined()
})

test('items sent with the page are available at once and never fetched', async () => {
  const { asked, fetchPage } = serverOf({ 0: many(9), 1: [] })
  const pages = new ItemPages(fetchPage, { a: many(3) })
  await pages.want(source, 2)
  expect(asked).toEqual([])
  expect(pages.at(source, 2)?.id).toBe('3')
})

test('a search has its count after the first page', async () => {
  const { fetchPage } = serverOf({ atlas: many(420) })
  const pages = new ItemPages(fetchPage, {})
  const search = searchSource('atlas', null)
  expect(pages.countOf(search)).toBeNull()
  await pages.want(search, 0)
  expect(pages.countOf(search)).toBe(420)
})

test('a failed page stops the list until it is retried', async () => {
  let isThere = false
  const { fetchPage } = serverOf({ 0: many(3), 1: [] })
  const pages = new ItemPages(async (query) => (isThere ? fetchPage(query) : null), {})
  await pages.want(source, 0)
  expect(pages.hasFailed(source)).toBe(true)
  isThere = true
  pages.again(source)
  await pages.want(source, 0)
  expect(pages.at(source, 0)?.id).toBe('1')
})
