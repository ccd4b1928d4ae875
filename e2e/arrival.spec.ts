/** How a page arrives when nothing was read before, and what is seen while the next one is on its way. */
import { join } from 'node:path'
import { smallHome } from '../lib/testing/presets/small-home.ts'
import { axeOn } from './axe.ts'
import { expect, TOKEN, test } from './fixtures.ts'
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
  expect(made.status).toBe(201)
  await expect(async () => {
    await page.reload()
    await expect(pages.getByRole('link', { name: 'Cleanup 1 plan waits', exact: true })).toBeVisible({
      timeout: 500,
    })
  }).toPass()
})
