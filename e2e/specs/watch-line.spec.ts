/** The board's event stream: one for all tabs, none left open, and the age of the data when it breaks. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { WatchState } from '../../lib/domain/watch/watch-state.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { hangUpEarly, openEventStreams } from '../../lib/testing/processes/event-streams.ts'
import { openBreakableProxy } from '../support/breakable-proxy.ts'
import { API_TOKEN, expect, type Lab, test } from '../support/fixtures.ts'
import { liveStatus, nextSample, shownSampleMs } from '../support/live-status.ts'
import { openSilentProxy } from '../support/silent-proxy.ts'

test.use({
  homes: {
    make: (folder: string) => {
      const [main, ...others] = ['home', 'second', 'third'].map(
        (name) => smallHome(join(folder, name), 'aug', Date.now(), { checkpoints: [] }).path,
      )
      return { HERMES_HOME: main ?? '', STEWARD_HOMES: others.join(':') }
    },
  },
})

const vitals = (page: Page) => page.getByRole('region', { name: 'Disk, writes and WAL' })

const streamsOf = async (lab: Lab): Promise<unknown> => {
  const { body } = await lab.api('/api/v1/homes/main/watch?once=1')
  return body !== null && typeof body === 'object' && 'streams' in body ? body.streams : null
}

test('two tabs share one stream, and another takes over when its holder closes', async ({
  page,
  context,
  lab,
}) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto('/watch?home=main')
    await expect(liveStatus(tab)).toHaveText(/^Live,/)
  }
  expect(await streamsOf(lab)).toBe(1)
  await page.close()
  await expect.poll(() => streamsOf(lab)).toBe(1)
  // The other tab is closed, so this one must have its own stream by now.
  await nextSample(other)
  await expect(liveStatus(other)).toHaveText(/^Live,/)
  await other.close()
  await expect.poll(() => streamsOf(lab)).toBe(0)
})

test('a hidden tab has no stream and returns with a fresh state', async ({ page, lab }) => {
  await page.goto('/watch?home=main')
  await expect(liveStatus(page)).toHaveText(/^Live,/)
  await setVisibility(page, 'hidden')
  await expect.poll(() => streamsOf(lab)).toBe(0)
  const missedMs = await sampleAfter(lab, await shownSampleMs(page))
  await setVisibility(page, 'visible')
  await expect.poll(() => shownSampleMs(page)).toBeGreaterThanOrEqual(missedMs)
  await expect(liveStatus(page)).toHaveText(/^Live,/)
  expect(await streamsOf(lab)).toBe(1)
})

/** The time of the first sample after this one that the server has. */
async function sampleAfter(lab: Lab, shownMs: number): Promise<number> {
  let sampledMs = shownMs
  await expect
    .poll(async () => {
      const { body } = await lab.api('/api/v1/homes/main/watch?once=1')
      sampledMs = (body as { state: WatchState }).state.seenMs
      return sampledMs
    })
    .toBeGreaterThan(shownMs)
  return sampledMs
}

const setVisibility = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

test.describe(() => {
  test.use({ expectedNoise: { pattern: /ERR_/ } })

  test('a broken connection shows the age of the last sample and recovers automatically', async ({
    page,
    context,
    lab,
  }) => {
    const proxy = await openBreakableProxy(lab.server.url)
    try {
      await context.addCookies([{ ...lab.cookie, url: proxy.url }])
      await page.goto(`${proxy.url}/watch?home=main`)
      await expect(liveStatus(page)).toHaveText(/^Live,/)
      const before = await vitals(page).getByRole('heading').allTextContents()
      proxy.breakAll()
      await expect(liveStatus(page)).toHaveText(/^No answer, last look .+ ago, asking every 5 s$/)
      expect(await vitals(page).getByRole('heading').allTextContents()).toEqual(before)
      proxy.repair()
      await expect(liveStatus(page)).toHaveText(/^Live, \d+(\.\d)? s old$/)
    } finally {
      await proxy.close()
    }
  })

  test('if a proxy buffers the stream, the board polls instead and says so', async ({
    page,
    context,
    lab,
  }) => {
    const proxy = await openSilentProxy(lab.server.url)
    try {
      await context.addCookies([{ ...lab.cookie, url: proxy.url }])
      await page.goto(`${proxy.url}/watch?home=main`)
      await expect(liveStatus(page)).toHaveText(/^Stream lost, last look .+ ago, asking every 5 s$/)
      await nextSample(page)
    } finally {
      await proxy.close()
    }
  })

  test('if streams fail, the board polls instead and says so', async ({ page }) => {
    await page.route(
      (url) =>
        url.pathname.endsWith('/watch') && !url.searchParams.has('once') && url.pathname.startsWith('/api/'),
      (route) => route.abort(),
    )
    await page.goto('/watch?home=main')
    await expect(liveStatus(page)).toHaveText(/^Stream lost, last look .+ ago, asking every 5 s$/)
  })
})

test('a stream is marked so that no proxy buffers or compresses it', async ({ lab }) => {
  const answer = await fetch(`${lab.server.url}/api/v1/homes/main/watch`, {
    method: 'HEAD',
    headers: { authorization: `Bearer ${API_TOKEN}`, accept: 'text/event-stream' },
  })
  expect(answer.headers.get('x-accel-buffering')).toBe('no')
  expect(answer.headers.get('cache-control')).toBe('no-store, no-transform')
})

test('a stream needs a sign-in and known parameters', async ({ lab }) => {
  const address = `${lab.server.url}/api/v1/homes/main/watch`
  expect((await fetch(address)).status).toBe(401)
  expect((await lab.api('/api/v1/homes/nobody/watch')).status).toBe(404)
  for (const query of ['?once=2', '?surprise=1', '?once=1&once=1'])
    expect((await lab.api(`/api/v1/homes/main/watch${query}`)).status).toBe(400)
})

test('a client that disconnects early leaves no stream open', async ({ lab }) => {
  for (const home of ['main', 'second', 'third']) {
    const path = `/api/v1/homes/${home}/watch`
    await Promise.all(Array.from({ length: 5 }, () => hangUpEarly(lab.server.url + path, API_TOKEN)))
    // Answered after the earlier ones, so each of them was opened or dropped by now.
    await lab.api(`${path}?once=1`)
  }
  await expect.poll(() => streamsOf(lab)).toBe(0)
})

test('two hundred streams all receive the next sample, and none is left open', async ({ lab }) => {
  await expect.poll(() => streamsOf(lab), 'those before this are gone').toBe(0)
  const streams = await openEventStreams(`${lab.server.url}/api/v1/homes/main/watch`, API_TOKEN, 200)
  try {
    await expect.poll(() => Math.min(...streams.heard('history'))).toBe(1)
    await expect.poll(() => Math.min(...streams.heard('state'))).toBeGreaterThanOrEqual(2)
    expect(await streamsOf(lab)).toBe(200)
    expect(streams.ended()).toBe(0)
  } finally {
    streams.close()
  }
  await expect.poll(() => streamsOf(lab)).toBe(0)
})
