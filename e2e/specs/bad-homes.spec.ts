/** One server over a good home and every kind of bad one. Each page says what is wrong. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatBytes, formatCount } from '../../lib/shared/numbers.ts'
import { digestTree } from '../../lib/testing/digest-tree.ts'
import { expect, test } from '../support/fixtures.ts'
import { BAD_HOMES, makeGood, releaseLocks } from '../support/homes/bad-homes.ts'
import { expectNoHorizontalScroll } from '../support/no-horizontal-scroll.ts'
import { rowsOf, squeezed, tileOf } from '../support/page-parts.ts'

const digests = new Map<string, string[]>()

test.use({
  homes: {
    make: async (folder: string) => {
      makeGood(join(folder, 'good'))
      for (const { id, make } of BAD_HOMES) await make(join(folder, id))
      const paths = BAD_HOMES.map(({ id }) => join(folder, id))
      // Opening a locked file to compare it could release the lock.
      for (const path of paths.filter((one) => existsSync(one) && !one.endsWith('/locked')))
        digests.set(path, digestTree(path))
      return { HERMES_HOME: join(folder, 'good'), STEWARD_HOMES: paths.join(':') }
    },
  },
})

test.afterAll(releaseLocks)

test('every home is listed, and the good one is writable', async ({ lab }) => {
  const homes = await lab.homes()
  expect(homes.map(({ id }) => id)).toEqual(['main', ...BAD_HOMES.map(({ id }) => id)])
  expect(homes[0]).toMatchObject({ writable: true, refusals: [] })
  for (const bad of BAD_HOMES) {
    const home = homes.find(({ id }) => id === bad.id)
    expect(home?.writable, bad.id).toBe(bad.readOnly === undefined)
  }
})

for (const bad of BAD_HOMES) {
  test(`${bad.id}: the page says what is wrong and shows the rest`, async ({ page, lab }) => {
    const good = await lab.overview()
    const response = await page.goto(`/?home=${bad.id}`)
    expect(response?.status()).toBe(200)
    const { sessions, files, disk, notices } = await lab.overview(bad.id)
    const isUnknown = (part: 'sessions' | 'files' | 'disk') => bad.unknown?.includes(part) === true

    expect(notices.map(({ title }) => title)).toEqual(bad.notices)
    for (const { title, detail } of notices) {
      await expect(page.getByRole('main').getByText(title, { exact: true })).toBeVisible()
      await expect(page.getByRole('main').getByText(detail, { exact: true })).toBeVisible()
    }
    const banner = page.locator('summary').filter({ hasText: /^(Read-only|.* can’t be changed)\./ })
    await expect(banner).toHaveCount(bad.readOnly === undefined ? 0 : 1)
    if (bad.readOnly !== undefined) {
      const stopped =
        bad.id === 'missing-home' ? 'Read-only' : 'Sessions and gateway entries can’t be changed'
      await expect(banner).toContainText(`${stopped}. ${bad.readOnly}`)
    }

    expect(sessions === null).toBe(isUnknown('sessions'))
    expect((await tileOf(page, 'Open sessions'))[0]).toBe(
      sessions === null ? 'unknown' : `${formatCount(sessions.open)}of${formatCount(sessions.total)}`,
    )
    expect(sessions?.total ?? null).toBe(
      isUnknown('sessions') ? null : (good.sessions?.total ?? 0) + (bad.moreSessions ?? 0),
    )
    expect(files === null).toBe(isUnknown('files'))
    if (files === null) {
      const name =
        sessions === null ? 'Session age is unknown' : /^\d+ of \d+ sessions are|^All \d+ sessions are/
      await expect(page.getByRole('heading', { name })).toBeVisible()
    } else {
      expect(files.transcripts.count).toBe((good.files?.transcripts.count ?? 0) + (bad.moreFiles ?? 0))
      const rows = await rowsOf(page.getByRole('table', { name: 'Transcripts by age' }))
      expect(rows.at(-1)?.at(-1)).toBe(formatCount(files.transcripts.count))
    }
    expect((await tileOf(page, 'Used by this home'))[0]).toBe(
      isUnknown('disk') ? 'unknown' : squeezed(formatBytes(disk.homeBytes ?? 0)),
    )
    if (isUnknown('sessions'))
      await expect(page.getByRole('heading', { name: 'Token counts are unknown' })).toBeVisible()
    if (files !== null || sessions !== null) {
      const [, job = []] = await rowsOf(page.getByRole('table', { name: 'Cron jobs by what they write' }))
      expect(job.slice(1).map((cell) => cell === 'unknown')).toEqual(
        // Runs are counted by sessions, the scheduler's ledger or outputs, so outputs are enough.
        [files, sessions, sessions ?? files, sessions, files].map((part) => part === null),
      )
    }
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoHorizontalScroll(page, '320 px')
  })
}

test('while jobs.json is broken no job counts as deleted and no job output can be removed', async ({
  page,
  lab,
}) => {
  await page.goto('/?home=broken-jobs')
  await expect(page.getByRole('table', { name: 'Cron jobs by what they write' })).toBeAttached()
  await expect(page.getByText(/\bdeleted\b/)).toHaveCount(0)
  const { findings, cronJobs } = await lab.overview('broken-jobs')
  expect(findings.map(({ code }) => code)).not.toContain('dead-cron-output')
  expect(cronJobs?.filter(({ exists }) => !exists)).toEqual([])
})

test('while config.yaml is broken nothing that depends on a setting can be removed', async ({ lab }) => {
  const codesOf = async (id: string) => (await lab.overview(id)).findings.map(({ code }) => code)
  // The same home with readable settings, where it is offered.
  const [broken, readable] = [await codesOf('broken-config'), await codesOf('broken-project')]
  for (const code of ['stale-checkpoints', 'old-sessions', 'expired-routes']) {
    expect(readable, code).toContain(code)
    expect(broken, code).not.toContain(code)
  }
  expect(broken).toContain('orphan-checkpoints')
})

test('a broken project file makes no checkpoint an orphan, and its row says why', async ({ lab, page }) => {
  const orphans = (await lab.overview('broken-project')).findings.find(
    ({ code }) => code === 'orphan-checkpoints',
  )
  expect(orphans?.examples.map(({ label }) => label)).not.toContain('0123456789abcdef')
  await page.goto('/checkpoints?home=broken-project&q=0123456789abcdef')
  await page.getByRole('rowheader').getByText('0123456789abcdef').first().click()
  await expect(
    page.getByText('checkpoints/store/projects/0123456789abcdef.json cannot be understood.'),
  ).toBeVisible()
})

test('deceptive names are shown as plain text', async ({ page }) => {
  for (const id of ['hostile-texts', 'odd-names']) {
    await page.goto(`/?home=${id}`)
    for (const button of await page.getByText('Show', { exact: true }).all()) await button.click()
    expect(await page.evaluate(() => Reflect.get(window, 'owned'))).toBeUndefined()
    await expect(page.getByRole('main').locator('script, img')).toHaveCount(0)
    const text = await page.locator('body').evaluate((body) => {
      for (const script of body.querySelectorAll('script')) script.remove()
      return body.textContent
    })
    // Control characters and characters that change the reading direction.
    expect(text?.match(/[\p{Cc}\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu) ?? []).toEqual([])
  }
  await page.goto('/?home=hostile-texts')
  await expect(
    page.getByRole('rowheader', { name: '<script>window.owned = 1</script>' }).first(),
  ).toBeVisible()
})

test('afterwards the good home answers, nothing was written, and the log has no stack trace', async ({
  page,
  lab,
}) => {
  await page.goto('/')
  expect((await tileOf(page, 'Open sessions'))[0]).toMatch(/^\d+of\d+$/)
  expect(await lab.api('/api/health')).toMatchObject({ status: 200, body: { status: 'ok' } })
  for (const [path, before] of digests) expect(digestTree(path)).toEqual(before)
  expect(lab.server.output()).not.toMatch(/(^|\\n)\s+at |Error|⨯/m)
})
