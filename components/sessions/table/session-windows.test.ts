import { expect, it } from 'vitest'
import { aSession } from '@/lib/testing/factories.ts'
import { queryTable, sessionTableOf } from '@/lib/testing/session-tables.ts'
import { SessionWindows, WINDOW_ROWS, type WindowPage } from './session-windows.ts'

const TOTAL = 1_000
const TABLE = sessionTableOf(
  Array.from({ length: TOTAL }, (_, index) =>
    aSession({ id: `s${String(index).padStart(4, '0')}`, messages: TOTAL - index }),
  ),
)

/** A listing whose answers are released by the test. */
function makeServer() {
  const waiting: { offset: number; signal: AbortSignal; answer: () => void; fail: () => void }[] = []
  let seenAt = '2026-11-15T14:32:00.000Z'
  const pageAt = (offset: number): WindowPage => ({
    ...queryTable(TABLE, { sort: 'messages', offset, limit: WINDOW_ROWS }),
    seenAt,
  })
  return {
    waiting,
    pageAt,
    see: (at: string) => {
      seenAt = at
    },
    offsets: () => waiting.filter(({ signal }) => !signal.aborted).map(({ offset }) => offset),
    fetch: (offset: number, signal: AbortSignal) =>
      new Promise<WindowPage | null>((resolve) => {
        waiting.push({ offset, signal, answer: () => resolve(pageAt(offset)), fail: () => resolve(null) })
      }),
    settle: async () => {
      while (waiting.length > 0) {
        for (const { answer } of waiting.splice(0)) answer()
        await new Promise((resolve) => setImmediate(resolve))
      }
    },
  }
}

it('visible rows are requested first, then those ahead and one window behind', async () => {
  const server = makeServer()
  const windows = new SessionWindows(server.pageAt(0), server.fetch)
  windows.request({ first: 300, last: 330 }, 1)
  expect(server.offsets()).toEqual([300])
  server.waiting.shift()?.answer()
  await new Promise((resolve) => setImmediate(resolve))
  expect(server.offsets()).toEqual([360, 420, 480, 240])
  await server.settle()
  windows.request({ first: 660, last: 690 }, -1)
  server.waiting.shift()?.answer()
  await new Promise((resolve) => setImmediate(resolve))
  expect(server.offsets()).toEqual([600, 540, 720])
})

it('the nearest loaded rows are shown until the requested ones arrive', async () => {
  const server = makeServer()
  const windows = new SessionWindows(server.pageAt(0), server.fetch)
  expect(windows.nearest({ first: 0, last: 29 })).toEqual({ first: 0, last: 29 })
  windows.request({ first: 900, last: 929 }, 1)
  expect(windows.has({ first: 900, last: 929 })).toBe(false)
  expect(windows.nearest({ first: 900, last: 929 })).toEqual({ first: 30, last: 59 })
  await server.settle()
  expect(windows.nearest({ first: 900, last: 929 })).toEqual({ first: 900, last: 929 })
  expect(windows.at(929)?.id).toBe('s0929')
  expect(windows.nearest({ first: 400, last: 429 }).first).toBe(30)
})

it('at any scroll position as many rows are shown as fit', async () => {
  const server = makeServer()
  const windows = new SessionWindows(server.pageAt(0), server.fetch)
  for (const first of [0, 25, 58, 970, 500, 505, 700, 60, 0]) {
    const wanted = { first, last: Math.min(first + 29, TOTAL - 1) }
    windows.request(wanted, 1)
    const shown = windows.nearest(wanted)
    expect(shown.last - shown.first).toBe(wanted.last - wanted.first)
    for (let index = shown.first; index <= shown.last; index += 1) expect(windows.at(index)).toBeDefined()
    if (first % 2 === 0) await server.settle()
  }
})

it('requests that were scrolled past are aborted when others wait', () => {
  const server = makeServer()
  const windows = new SessionWindows(server.pageAt(0), server.fetch)
  for (const first of [120, 240, 360, 480, 900]) windows.request({ first, last: first + 10 }, 1)
  expect(server.waiting.map(({ offset, signal }) => [offset, signal.aborted])).toEqual([
    [120, true],
    [240, true],
    [360, true],
    [480, true],
    [900, false],
  ])
})

it('a failed request keeps the rows and is retried', async () => {
  const server = makeServer()
  const windows = new SessionWindows(server.pageAt(0), server.fetch)
  windows.request({ first: 300, last: 310 }, 1)
  for (const { fail } of server.waiting.splice(0)) fail()
  await new Promise((resolve) => setImmediate(resolve))
  expect(windows.at(300)).toBeUndefined()
  windows.request({ first: 300, last: 310 }, 1)
  await server.settle()
  expect(windows.at(300)?.id).toBe('s0300')
})

it('a newer first page refetches visible rows and shows the old ones meanwhile', async () => {
  const server = makeServer()
  const windows = new SessionWindows(server.pageAt(0), server.fetch)
  windows.request({ first: 300, last: 330 }, 1)
  await server.settle()
  server.see('2026-11-15T14:32:10.000Z')
  windows.replaceFirstPage(server.pageAt(0))
  expect(server.offsets()).toEqual([300])
  expect(windows.at(310)?.id).toBe('s0310')
  expect(windows.seenAtOf(310)).toBe('2026-11-15T14:32:00.000Z')
  await server.settle()
  expect(windows.seenAtOf(310)).toBe('2026-11-15T14:32:10.000Z')
})

it('rows beyond the new total are dropped', async () => {
  const server = makeServer()
  const windows = new SessionWindows(server.pageAt(0), server.fetch)
  windows.request({ first: 900, last: 930 }, 1)
  await server.settle()
  windows.replaceFirstPage({ ...server.pageAt(0), total: 100, seenAt: '2026-11-15T15:00:00.000Z' })
  expect(windows.total).toBe(100)
  expect(windows.at(900)).toBeUndefined()
})

it('listeners are notified of every change, and of none after close', async () => {
  const server = makeServer()
  const windows = new SessionWindows(server.pageAt(0), server.fetch)
  let notified = 0
  windows.subscribe(() => {
    notified += 1
  })
  windows.request({ first: 60, last: 80 }, 1)
  windows.close()
  await server.settle()
  expect(notified).toBe(0)
})
