/** How a page arrives when nothing was read before, and what is seen while the next one is on its way. */
import { join } from 'node:path'
import { HOUR_MS } from '../lib/shared/time.ts'
import { rememberHome } from '../lib/store/homes.ts'
import { openStore } from '../lib/store/open-store.ts'
import { recordStorageSample } from '../lib/store/storage-samples.ts'
import { smallHome } from '../lib/testing/presets/small-home.ts'
import { axeOn } from './axe.ts'
import { expect, type Lab, TOKEN, test } from './fixtures.ts'
import { shiftOf, watchShift } from './layout-shift.ts'

test.use({
  homes: {
    lay: (folder: string) => ({ HERMES_HOME: smallHome(join(folder, 'root'), 'nov', Date.now()).path }),
  },
})

/** The order is the test's: each page is the first to ask for what it shows. */
test('nothing moves when a page is the first to ask, nor when git and counting have told', async ({
  page,
  lab,
}) => {
  test.slow()
  await watchShift(page)
  await page.goto('/checkpoints', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/^Asking git|^measuring$/)).toHaveCount(0, { timeout: 30_000 })
  expect(['/checkpoints', (await shiftOf(page)) < 0.01]).toEqual(['/checkpoints', true])
  const { body } = await lab.api('/api/v1/homes/main/sessions?limit=1')
  const [{ id }] = (body as { items: [{ id: string }] }).items
  for (const path of ['/database', `/sessions/${encodeURIComponent(id)}`, '/storage', '/']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect([path, (await shiftOf(page)) < 0.01]).toEqual([path, true])
  }
})

test('a page that takes its time shows its outline at once, over the present one, and is told', async ({
  page,
}) => {
  await page.goto('/storage')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(
    (url) => url.pathname === '/gateway',
    async (route) => {
      await held
      await route.continue()
    },
  )
  await watchShift(page)
  const before = await page.getByRole('heading', { level: 1 }).boundingBox()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gateway' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Opening Gateway' })).toBeAttached()
  const outline = page.locator('main > [aria-busy]')
  await expect(outline).toBeVisible()
  expect(await page.getByRole('heading', { level: 1 }).boundingBox()).toEqual(before)
  expect((await axeOn(page).analyze()).violations).toEqual([])
  letGo()
  await expect(page).toHaveURL(/\/gateway/)
  await expect(outline).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the list of pages has the numbers of the home', async ({ page, lab }) => {
  const { sessions, cronJobs } = await lab.overview()
  const { body } = await lab.api('/api/v1/homes/main/checkpoints')
  const { items } = body as { items: readonly unknown[] }
  await page.goto('/')
  const pages = page.getByRole('navigation', { name: 'Main' })
  for (const name of [
    `Sessions ${sessions?.total} sessions`,
    `Cron ${cronJobs?.filter(({ exists }) => exists).length} jobs`,
    `Checkpoints ${items.length} projects`,
    'Cleanup',
  ])
    await expect(pages.getByRole('link', { name, exact: true })).toBeVisible()
  const made = await fetch(`${lab.server.url}/api/v1/homes/main/plans`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      steps: [{ action: 'orphan-files', policy: { olderThanDays: 0 } }],
      disposition: 'trash',
    }),
  })
  expect(made.status).toBe(200)
  await expect(async () => {
    await page.reload()
    await expect(pages.getByRole('link', { name: 'Cleanup 1 plan waits', exact: true })).toBeVisible({
      timeout: 500,
    })
  }).toPass()
})

const PER_HOUR = 2_000_000
const FREED = 10_000_000_000

type Stored = {
  readonly classes: readonly { readonly id: string; readonly bytes: number }[]
  readonly forecast: {
    readonly growthBytesPerDay: number
    readonly confidence: string
    readonly freedBytes: number
    readonly words: string
  }
}

const storedOf = async (lab: Lab): Promise<Stored> =>
  (await lab.api('/api/v1/homes/main/storage')).body as Stored

/** Six days of checkpoints that grow by the hour; a day ago ten gigabytes of them were cleaned away. */
function laySamples(lab: Lab, classes: Stored['classes']): void {
  const opened = openStore(join(lab.folder, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  const homeNo = rememberHome(opened.value, join(lab.folder, 'root'))
  const present = Object.fromEntries(classes.map(({ id, bytes }) => [id, bytes]))
  for (let ago = 144; ago >= 1; ago -= 1)
    recordStorageSample(opened.value, homeNo, {
      atMs: Date.now() - ago * HOUR_MS,
      classes: {
        ...present,
        checkpoints: (present.checkpoints ?? 0) + (ago > 24 ? FREED : 0) - (ago - 300) * PER_HOUR,
      },
    })
  opened.value.close()
}

test('after a cleanup the growth, its confidence and the forecast are those of what is written', async ({
  page,
  lab,
}) => {
  laySamples(lab, (await storedOf(lab)).classes)
  await expect(async () => {
    const { forecast } = await storedOf(lab)
    expect(forecast).toMatchObject({ confidence: 'good' })
    expect(Math.abs(forecast.growthBytesPerDay / (24 * PER_HOUR) - 1)).toBeLessThan(0.05)
    expect(forecast.freedBytes).toBeGreaterThanOrEqual(FREED - PER_HOUR)
  }).toPass()
  await page.goto('/storage')
  const panel = page.getByRole('region').filter({ has: page.getByText('Confidence', { exact: true }) })
  await expect(panel).toContainText('Confidencegood')
  await expect(panel).toContainText(
    /Measured from \d+ samples over 5 d, without the 10\.\d GB that were cleaned/,
  )
  await expect(panel.getByRole('heading')).not.toContainText('does not fill')
  await page.goto('/')
  await expect(page.getByText(/\+4\d\.\d MB a day/).first()).toBeVisible()
})
