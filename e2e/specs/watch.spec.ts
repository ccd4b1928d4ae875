/** The board is rendered by the server, then live, and shows its age. All tabs share one stream. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { type LineChild, startWriter } from '../../lib/testing/processes/line-child.ts'
import { expectEveryViewport } from '../support/every-viewport.ts'
import { expect, type Lab, test } from '../support/fixtures.ts'
import { BAD_HOMES, releaseLocks } from '../support/homes/bad-homes.ts'
import { HOSTILE_NAME, HOSTILE_SHOWN, wasOwned } from '../support/homes/explore-homes.ts'
import { liveStatus, nextSample } from '../support/live-status.ts'

const TROUBLED = BAD_HOMES.filter(({ id }) =>
  ['missing', 'malformed', 'not-a-database', 'locked'].includes(id),
)
const VIEWER_TOKEN = 'a-token-for-those-who-only-look'
const VIEWER_PASSWORD = 'only looking at the stable'

test.use({
  homes: {
    make: async (folder: string) => {
      const main = smallHome(join(folder, 'home'), 'aug', Date.now(), { checkpoints: [] }).path
      const quiet = smallHome(join(folder, 'quiet'), 'mar', Date.now(), { checkpoints: [] }).path
      const swapped = smallHome(join(folder, 'swapped'), 'aug', Date.now(), { checkpoints: [] }).path
      smallHome(join(folder, 'another'), 'aug', Date.now(), { checkpoints: [] })
      for (const { id, make } of TROUBLED) await make(join(folder, id))
      return {
        HERMES_HOME: main,
        STEWARD_HOMES: [quiet, swapped, ...TROUBLED.map(({ id }) => join(folder, id))].join(':'),
        STEWARD_VIEWER_TOKEN: VIEWER_TOKEN,
        STEWARD_PASSWORD: 'correct horse battery staple',
        STEWARD_VIEWER_PASSWORD: VIEWER_PASSWORD,
      }
    },
  },
})

test.afterAll(releaseLocks)

const region = (page: Page, name: string) => page.getByRole('region', { name })
const burn = (page: Page) => page.locator('[data-figure=burn]')

/** A session that burns in another process. Each call adds tokens and a message. */
async function startBurner(lab: Lab, id: string, title: string): Promise<LineChild> {
  const hermes = await startWriter(join(lab.folder, 'home', 'state.db'))
  const name = JSON.stringify(title).replaceAll("'", "''")
  await hermes.ask(
    `db.prepare("INSERT INTO sessions (id, source, model, title, started_at) VALUES (?, 'cron', 'hermes-4-70b', ?, ?)").run('${id}', ${name}, Date.now() / 1000).changes`,
  )
  return hermes
}

const burnSome = (hermes: LineChild, id: string) =>
  hermes.ask(
    `db.transaction(() => { db.prepare("INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'assistant', 'again', ?)").run('${id}', Date.now() / 1000); return db.prepare("UPDATE sessions SET input_tokens = input_tokens + 5000, output_tokens = output_tokens + 1000, cache_read_tokens = cache_read_tokens + 20000, message_count = message_count + 1 WHERE id = ?").run('${id}').changes })()`,
  )

test.describe('without any script', () => {
  test.use({ javaScriptEnabled: false })

  test('the server renders the whole board', async ({ page, lab }) => {
    await expect
      // A rate needs two samples, five seconds apart.
      .poll(async () => (await lab.api('/api/v1/homes/main/watch?once=1')).body)
      .toMatchObject({
        state: { burn: { tokensPerMinute: expect.anything() } },
      })
    await page.goto('/watch?home=main')
    await expect(burn(page)).toContainText('tokens/min')
    await expect(region(page, 'Burn').getByRole('img')).toBeVisible()
    for (const name of ['Disk free', 'WAL']) await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByRole('heading', { name: /^(Last write|Writes arriving)$/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: /hold(s)? state\.db/ })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: /incidents? (is )?open$/ })).toBeVisible()
    await expect(liveStatus(page)).toHaveText(/^Seen \d+(\.\d)? s ago$/)
  })
})

test('burn of another process appears on the open board, with a link to its session', async ({
  page,
  lab,
}) => {
  await page.goto('/watch?home=main')
  await expect(liveStatus(page)).toHaveText(/^Live, \d+(\.\d)? s old$/)
  await page.evaluate(() => Object.assign(window, { sameWindow: true }))
  const hermes = await startBurner(lab, 'cron_a1a1a1a1a1a1_20261116_120000', HOSTILE_NAME)
  try {
    await burnSome(hermes, 'cron_a1a1a1a1a1a1_20261116_120000')
    const row = page.getByRole('row').filter({ hasText: HOSTILE_SHOWN })
    await expect(row).toBeVisible()
    await expect(row).toContainText('cron, hermes-4-70b')
    await expect(burn(page)).not.toHaveText(/^0/)
    await expect(page.getByRole('heading', { name: 'Writes arriving' })).toBeVisible()
    await expect(row.getByRole('link')).toHaveAttribute(
      'href',
      '/sessions/cron_a1a1a1a1a1a1_20261116_120000?home=main',
    )
    const table = page.getByRole('table', { name: 'Tokens and messages of each minute of the last hour' })
    await page.getByRole('button', { name: /^Show as table/ }).click()
    await expect(table).toBeVisible()
    await expect(table.getByRole('columnheader', { name: 'All yesterday' })).toBeVisible()
    await page.keyboard.press('f')
    await expect(page).toHaveURL(/[?&]wall=1/)
    await expect(row.or(page.getByText('No tokens were booked in the last 60 s'))).toBeVisible()
    await expect(page.locator('main a')).toHaveCount(0)
  } finally {
    await hermes.stop()
  }
  expect(await wasOwned(page)).toBe(false)
  expect(await page.evaluate(() => Reflect.get(window, 'sameWindow'))).toBe(true)
})

test('burn by source, job and model is one click away and has a URL', async ({ page }) => {
  await page.goto('/watch?home=main')
  await page.getByRole('link', { name: 'Sources' }).click()
  await expect(page).toHaveURL(/[?&]by=source/)
  await expect(page.getByRole('columnheader', { name: 'Source' })).toBeVisible()
})

test('the wallboard has no controls, and Escape leaves it', async ({ page }) => {
  await page.goto('/watch?home=main')
  await expect(liveStatus(page)).toHaveText(/^Live,/)
  await page.keyboard.press('f')
  await expect(page).toHaveURL(/[?&]wall=1/)
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(burn(page)).toBeVisible()
  await expect(liveStatus(page)).toHaveText(/^Live,/)
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/wall=1/)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

for (const { id, notices } of TROUBLED) {
  test(`a home that is ${id} is shown as such`, async ({ page }) => {
    await page.goto(`/watch?home=${id}`)
    await expect(page.getByText(notices[0] ?? '').first()).toBeVisible()
    await expect(burn(page)).toHaveText('unknown')
    await expect(page.getByRole('heading', { name: 'Disk free' })).toBeVisible()
  })
}

test('a database replaced while watched is shown at once, also in the tab title', async ({ page, lab }) => {
  await page.goto('/watch?home=swapped')
  await expect(liveStatus(page)).toHaveText(/^Live,/)
  const [own, another] = ['swapped', 'another'].map((name) => join(lab.folder, name, 'state.db'))
  if (own === undefined || another === undefined) throw new Error('no paths')
  renameSync(another, own)
  await expect(page.getByRole('heading', { name: 'state.db was replaced by another file' })).toBeVisible()
  await expect(page).toHaveTitle('1 · Watch · Hermes Steward')
  await expect(page.locator('link[rel~=icon]').last()).toHaveAttribute('href', /^data:image\/svg\+xml,/)
  await expect(page.getByRole('link', { name: 'Watch 1 incident open' })).toBeVisible()
})

test('an incident can be acknowledged with a note, and passes axe at every width', async ({ page }) => {
  await page.goto('/watch?home=malformed')
  await expect(page.getByRole('heading', { name: 'Safe now' })).toBeVisible()
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByLabel(/^Note/).fill('<b>repairing</b> from the snapshot')
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(
    page.getByText(/^Acknowledged \d\d:\d\d:\d\d by .+: <b>repairing<\/b> from the snapshot$/),
  ).toBeVisible()
  await expectEveryViewport(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/watch?home=swapped&wall=1')
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(900)
})

test.describe(() => {
  test.use({ signedIn: false })

  test('a viewer gets live updates without controls to pause or acknowledge', async ({ page }) => {
    await page.goto('/sign-in')
    await page.getByLabel('Password').fill(VIEWER_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/watch?home=malformed')
    await expect(liveStatus(page)).toHaveText(/^Live,/)
    await expect(page.getByRole('heading', { name: 'Safe now' })).toBeVisible()
    await expect(page.getByRole('button', { name: /Acknowledge|Pause reads/ })).toHaveCount(0)
  })
})

test('a viewer’s token can read the state and the last hour', async ({ lab }) => {
  const read = async () => {
    const answer = await fetch(`${lab.server.url}/api/v1/homes/main/watch?once=1&history=1`, {
      headers: { authorization: `Bearer ${VIEWER_TOKEN}` },
    })
    expect(answer.status).toBe(200)
    return answer.json()
  }
  // The last hour is null while the collector is busy.
  await expect.poll(read).toMatchObject({
    nowMs: expect.any(Number),
    state: { homeId: 'main' },
    history: { points: expect.any(Array) },
  })
})

test('pausing stops the samples, and the board says so', async ({ page }) => {
  await page.goto('/watch?home=quiet')
  await expect(liveStatus(page)).toHaveText(/^Live,/)
  await page.getByRole('button', { name: 'Pause reads' }).click()
  await expect(page.getByText(/^Reads are paused since \d\d:\d\d:\d\d$/)).toBeVisible()
  await expect(liveStatus(page)).toHaveText(/^Reads paused, last look .+ ago$/)
  await page.getByRole('button', { name: 'Resume reads' }).click()
  await expect(liveStatus(page)).toHaveText(/^Live,/)
})

test('the first load of the board has at most 200 KB of JavaScript', async ({ lab }) => {
  const cookie = `${lab.cookie.name}=${lab.cookie.value}`
  const html = await (await fetch(`${lab.server.url}/watch?home=main`, { headers: { cookie } })).text()
  const tags = [...html.matchAll(/<script\b[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => !/nomodule/i.test(tag))
  const sources = new Set(tags.flatMap((tag) => /\ssrc="([^"]+)"/.exec(tag)?.[1] ?? []))
  expect(sources.size).toBeGreaterThan(3)
  let total = 0
  for (const source of sources) {
    const response = await fetch(new URL(source, lab.server.url))
    total += gzipSync(Buffer.from(await response.arrayBuffer())).length
  }
  test.info().annotations.push({ type: 'first load', description: `${total} bytes, gzipped` })
  expect(total).toBeLessThanOrEqual(200_000)
})

test('the layout does not shift while samples arrive', async ({ page }) => {
  await page.goto('/watch?home=main')
  await expect(liveStatus(page)).toHaveText(/^Live,/)
  const places = () =>
    page
      .locator('[data-board] section, [data-board] h2')
      .evaluateAll((found) => found.map((one) => JSON.stringify(one.getBoundingClientRect())))
  const before = await places()
  const seen = await page.locator('h1').textContent()
  expect(seen).toMatch(/^Watch: /)
  await nextSample(page)
  expect(await places()).toEqual(before)
})
