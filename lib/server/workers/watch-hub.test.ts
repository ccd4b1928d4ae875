import { expect, it } from 'vitest'
import { captureLog } from '@/lib/testing/capture-log'
import { exampleWatch, SEEN_MS } from '@/lib/testing/examples/example-watch'
import { NO_HISTORY, type WatchHistory, type WatchState } from '../../domain/watch/watch-state.ts'
import { openWatchStream } from '../http/api/watch-stream.ts'
import { WatchHub } from './watch-hub.ts'

/** A collector of one home with scripted answers. */
function lab(known: WatchState | null = null) {
  const listeners = new Set<(state: WatchState) => void>()
  let requests = 0
  const hub = new WatchHub({
    onWatch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    readWatch: async (homeId) => {
      requests += 1
      return homeId === 'main' ? { state: known, history: NO_HISTORY } : null
    },
  })
  return {
    hub,
    say: (after: number) => {
      for (const listener of listeners) listener(exampleWatch({ seenMs: SEEN_MS + after }))
    },
    requests: () => requests,
    open: async () => {
      const opened = await hub.open('main')
      if (opened === null) throw new Error('no home')
      const stream = openWatchStream(hub, 'main', opened, { clock: () => SEEN_MS })
      if (stream === null) throw new Error('no room')
      return stream.getReader()
    },
  }
}

const nameOf = (bytes: Uint8Array | undefined): string =>
  new TextDecoder().decode(bytes).split('\n')[0]?.replace('event: ', '') ?? ''

async function read(reader: ReadableStreamDefaultReader<Uint8Array>, count: number): Promise<string[]> {
  const names: string[] = []
  for (let number = 0; number < count; number += 1) names.push(nameOf((await reader.read()).value))
  return names
}

it('keeps the newest state of each home and has none for an unknown home', () => {
  const { hub, say } = lab()
  expect(hub.latest('main')).toBeNull()
  say(0)
  say(5_000)
  expect(hub.latest('main')?.seenMs).toBe(SEEN_MS + 5_000)
  expect(hub.latest('other')).toBeNull()
})

it('a state is serialized once for all readers', () => {
  const { hub, say } = lab()
  const got: Uint8Array[] = []
  const leave = Array.from({ length: 3 }, () => hub.subscribe('main', (_, written) => got.push(written)))
  hub.subscribe('other', (_, written) => got.push(written))
  say(0)
  expect(got).toHaveLength(3)
  expect(new Set(got).size).toBe(1)
  for (const one of leave) one()
  expect(hub.watching).toBe(1)
})

it('two hundred pages that open between two samples send one request', async () => {
  const { hub, requests, say } = lab(exampleWatch())
  await Promise.all(Array.from({ length: 200 }, () => hub.open('main')))
  expect(requests()).toBe(1)
  expect(hub.latest('main')?.seenMs).toBe(SEEN_MS)
  say(5_000)
  await hub.open('main')
  expect(requests()).toBe(2)
  expect(await hub.open('nobody')).toBeNull()
})

it('before the first sample every request reaches the collector', async () => {
  const { hub, requests } = lab(null)
  expect((await hub.open('main'))?.state).toBeNull()
  await hub.open('main')
  expect(requests()).toBe(2)
})

it('a stream starts with the clock, the state and the hour, and continues with each state', async () => {
  const { open, say } = lab(exampleWatch())
  const reader = await open()
  expect(await read(reader, 4)).toEqual(['retry: 3000', 'beat', 'state', 'history'])
  say(5_000)
  const { value } = await reader.read()
  expect(new TextDecoder().decode(value)).toBe(
    `event: state\ndata: ${JSON.stringify(exampleWatch({ seenMs: SEEN_MS + 5_000 }))}\n\n`,
  )
})

it('a state that arrives while the first sample is awaited opens the page', async () => {
  const { open, say } = lab(null)
  const reader = await open()
  expect(await read(reader, 3)).toEqual(['retry: 3000', 'beat', 'history'])
  say(0)
  expect(await read(reader, 1)).toEqual(['state'])
})

it('a heartbeat is sent while there is nothing else to send', async () => {
  const { hub } = lab(exampleWatch())
  const opened = await hub.open('main')
  const reader = (opened && openWatchStream(hub, 'main', opened, { beatEveryMs: 1 }))?.getReader()
  if (reader === undefined) throw new Error('no stream')
  expect((await read(reader, 6)).slice(4)).toEqual(['beat', 'beat'])
  await reader.cancel()
})

it('a reader that does not read is disconnected, so that nothing piles up', async () => {
  const { hub, open, say } = lab(exampleWatch())
  const reader = await open()
  for (let sample = 1; sample <= 50; sample += 1) say(sample * 5_000)
  expect(hub.watching).toBe(0)
  const names: string[] = []
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    names.push(nameOf(value))
  }
  expect(names).toHaveLength(10)
})

it('a reader who leaves is unsubscribed', async () => {
  const { hub, open, say } = lab(exampleWatch())
  const readers = await Promise.all(Array.from({ length: 200 }, open))
  expect(hub.watching).toBe(200)
  for (const reader of readers) await reader.cancel()
  expect(hub.watching).toBe(0)
  say(5_000)
})

it('a reader who leaves while the page loads, or before the first byte, is unsubscribed', async () => {
  const { hub } = lab(exampleWatch())
  const opened = await hub.open('main')
  if (opened === null) throw new Error('no home')
  openWatchStream(hub, 'main', opened, { signal: AbortSignal.abort() })
  expect(hub.watching).toBe(0)
  const leaving = new AbortController()
  openWatchStream(hub, 'main', opened, { signal: leaving.signal })
  expect(hub.watching).toBe(1)
  leaving.abort()
  expect(hub.watching).toBe(0)
})

it('the number of streams is limited', async () => {
  const { hub } = lab(exampleWatch())
  const opened = await hub.open('main')
  if (opened === null) throw new Error('no home')
  const streams = Array.from({ length: 1_001 }, () => openWatchStream(hub, 'main', opened))
  expect(streams.filter((stream) => stream === null)).toHaveLength(1)
})

it('with a stuck worker a page opens with the newest state, and the hour follows', async () => {
  const stuck = Promise.withResolvers<{ state: WatchState | null; history: WatchHistory } | null>()
  let say = (_: WatchState) => {}
  const source = {
    onWatch: (listener: (state: WatchState) => void) => {
      say = listener
      return () => {}
    },
    readWatch: () => stuck.promise,
  }
  const hub = new WatchHub(source, 1)
  say(exampleWatch())
  const opened = await hub.open('main')
  expect(opened).toMatchObject({ state: { seenMs: SEEN_MS }, history: null })
  const reader = (opened && openWatchStream(hub, 'main', opened))?.getReader()
  if (reader === undefined) throw new Error('no stream')
  expect(await read(reader, 3)).toEqual(['retry: 3000', 'beat', 'state'])
  stuck.resolve({ state: null, history: NO_HISTORY })
  expect(await read(reader, 1)).toEqual(['history'])
  await reader.cancel()
})

it('a failed worker costs a home that was sampled before only the hour', async () => {
  let say = (_: WatchState) => {}
  const hub = new WatchHub({
    onWatch: (listener) => {
      say = listener
      return () => {}
    },
    readWatch: () => Promise.reject(new Error('The collector stopped.')),
  })
  await expect(hub.open('main')).rejects.toThrow('The collector stopped.')
  say(exampleWatch())
  expect(await hub.open('main')).toMatchObject({ state: { seenMs: SEEN_MS }, history: null })
})

it('an hour that cannot be read is logged once for its home, however many pages open', async () => {
  const listeners = new Set<(state: WatchState) => void>()
  const hub = new WatchHub({
    onWatch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    readWatch: () => Promise.reject(new Error('The collector stopped.')),
  })
  const lines = captureLog()
  for (const after of [0, 5_000]) {
    for (const listener of listeners) listener(exampleWatch({ seenMs: SEEN_MS + after }))
    await hub.open('main')
    await hub.open('main')
  }
  expect(lines()).toMatchObject([{ level: 'error', message: 'watch history not read', home: 'main' }])
})
