/** A root with two profiles and a separate home: four homes, each with its own numbers. */
import { join } from 'node:path'
import { formatCount } from '../../lib/shared/numbers.ts'
import { makeHome } from '../../lib/testing/make-home.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { holdBack, outlineOf, statusMessage } from '../support/delayed-response.ts'
import { expect, test } from '../support/fixtures.ts'
import { tileOf } from '../support/page-parts.ts'

const PROFILE_FILE_BYTES = 3_000_000

test.use({
  homes: {
    make: (folder: string) => {
      const root = smallHome(join(folder, 'root'), 'aug', Date.now(), { checkpoints: [] }).path
      const profile = (name: string, sessions: number) =>
        makeHome({
          path: join(root, 'profiles', name),
          era: 'aug',
          nowMs: Date.now(),
          sessions: Array.from({ length: sessions }, (_, index) => ({
            id: `${name}_${index}`,
            endedMs: null,
          })),
          extras: [{ path: 'cache/large.bin', bytes: PROFILE_FILE_BYTES }],
        })
      profile('coder', 7)
      profile('writer', 11)
      const elsewhere = makeHome({
        path: join(folder, 'mounted', 'Work Laptop'),
        era: 'may',
        nowMs: Date.now(),
        sessions: [{ id: 'only', endedMs: null }],
      }).path
      return { HERMES_HOME: root, STEWARD_HOMES: elsewhere }
    },
  },
})

const IDS = ['main', 'coder', 'writer', 'work-laptop']

test('every home is listed once, with its path', async ({ lab }) => {
  const homes = await lab.homes()
  expect(homes.map(({ id }) => id)).toEqual(IDS)
  expect(homes.map(({ path }) => path.slice(lab.folder.length + 1))).toEqual([
    'root',
    'root/profiles/coder',
    'root/profiles/writer',
    'mounted/Work Laptop',
  ])
  expect(homes.map(({ profile }) => profile)).toEqual([null, 'coder', 'writer', null])
  expect(homes.map(({ schema }) => schema)).toEqual([26, 26, 26, 11])
})

test('the picker lists all homes, and choosing one shows its numbers', async ({ page, lab }) => {
  await page.goto('/')
  const homes = await lab.homes()
  const picker = page.getByRole('button', { name: /^Home: / })
  for (const { id, label, path } of [...homes].reverse()) {
    await picker.click()
    const items = page.getByRole('menuitem')
    await expect(items).toHaveCount(homes.length)
    const item = items.filter({ hasText: path }).filter({ hasText: label }).last()
    await item.click()
    await expect(page).toHaveURL(`/?home=${id}`)
    await expect(picker).toHaveAccessibleName(`Home: ${label}. Choose another`)
    await expect(picker).toContainText(path)
    const { sessions } = await lab.overview(id)
    await expect
      .poll(async () => (await tileOf(page, 'Open sessions'))[0])
      .toBe(`${formatCount(sessions?.open ?? -1)}of${formatCount(sessions?.total ?? -1)}`)
  }
})

test('while another home loads, the numbers of this one are not shown as its own', async ({ page }) => {
  await page.goto('/?home=coder')
  const release = await holdBack(page, ({ searchParams }) => searchParams.get('home') === 'writer')
  await page.getByRole('button', { name: /^Home: coder/ }).click()
  await page.getByRole('menuitem', { name: /writer/ }).click()
  await expect(statusMessage(page, 'Opening Overview')).toBeAttached()
  await expect(outlineOf(page)).toBeInViewport()
  release()
  await expect(page.getByRole('button', { name: /^Home: writer/ })).toBeVisible()
  await expect(outlineOf(page)).toHaveCount(0)
})

test('the chosen home survives a change of range and the back button', async ({ page }) => {
  await page.goto('/?home=coder')
  await page.getByRole('link', { name: '90 d' }).click()
  await expect(page).toHaveURL('/?home=coder&range=90')
  await expect(page.getByRole('button', { name: /^Home: coder/ })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/?home=coder')
  expect((await tileOf(page, 'Open sessions'))[0]).toBe('7of7')
})

test('each home counts its own sessions and bytes, and the root excludes its profiles', async ({ lab }) => {
  const [main, coder, writer, elsewhere] = await Promise.all(IDS.map((id) => lab.overview(id)))
  expect(coder?.sessions).toMatchObject({ total: 7, open: 7 })
  expect(writer?.sessions).toMatchObject({ total: 11, open: 11 })
  expect(elsewhere?.sessions).toMatchObject({ total: 1, open: 1 })
  expect(main?.sessions?.total).toBeGreaterThan(50)
  expect(coder?.disk.homeBytes).toBeGreaterThan(PROFILE_FILE_BYTES)
  expect(main?.disk.homeBytes).toBeLessThan(PROFILE_FILE_BYTES)
})

test.describe(() => {
  test.use({ expectedNoise: { pattern: /status of 404/ } })

  test('an unknown home has a page that says so and links back', async ({ page, lab }) => {
    for (const name of ['unknown', '../root', '%00', 'x'.repeat(2_000), '__proto__']) {
      const response = await page.goto(`/?home=${name}`)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: 'There is nothing at this address' })).toBeVisible()
    }
    await expect(page).toHaveTitle('There is nothing at this address · Hermes Steward')
    await page.getByRole('link', { name: 'Go to the overview' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('in this home')
    expect(await lab.api('/api/v1/homes/unknown/overview')).toMatchObject({ status: 404 })
  })
})
