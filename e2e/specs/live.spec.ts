/** An open page updates automatically and says so when it cannot. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatCount } from '../../lib/shared/numbers.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { startWriter } from '../../lib/testing/processes/line-child.ts'
import { drawCharts } from '../../scripts/draw-charts.ts'
import { startServer } from '../../scripts/server.ts'
import { signInCookie } from '../../scripts/sign-in-cookie.ts'
import { expect, test } from '../support/fixtures.ts'
import { chartNamed, rowsOf, tileOf } from '../support/page-parts.ts'

test.use({
  homes: {
    make: (folder: string) => ({
      HERMES_HOME: smallHome(join(folder, 'home'), 'aug', Date.now(), { checkpoints: [] }).path,
    }),
  },
})

test('a row and a file of another process appear on the open page without a reload', async ({
  page,
  lab,
}) => {
  const { sessions, files } = await lab.overview()
  await page.goto('/')
  await page.evaluate(() => Object.assign(window, { sameWindow: true }))
  const shown = async () => (await tileOf(page, 'Open sessions'))[0]
  const openOf = (more: number) =>
    `${formatCount((sessions?.open ?? 0) + more)}of${formatCount((sessions?.total ?? 0) + more)}`
  expect(await shown()).toBe(openOf(0))

  const hermes = await startWriter(join(lab.folder, 'home', 'state.db'))
  try {
    await hermes.ask(
      "db.prepare(\"INSERT INTO sessions (id, source, started_at) VALUES ('new', 'cli', unixepoch())\").run().changes",
    )
    writeFileSync(join(lab.folder, 'home', 'sessions', 'session_new.json'), '{}')
    await expect.poll(shown).toBe(openOf(1))
    await expect
      .poll(async () =>
        (await rowsOf(page.getByRole('table', { name: 'Transcripts by age' }))).at(-1)?.at(-1),
      )
      .toBe(formatCount((files?.transcripts.count ?? 0) + 1))
  } finally {
    await hermes.stop()
  }
  expect(await page.evaluate(() => Reflect.get(window, 'sameWindow'))).toBe(true)
})

test.describe(() => {
  test.use({
    expectedNoise: {
      pattern: /ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED/,
    },
  })

  test('if the server stops, the last numbers stay and show their age', async ({ page, lab }) => {
    const server = await startServer({
      HERMES_HOME: join(lab.folder, 'home'),
      STEWARD_DATA: join(lab.folder, 'data-of-another'),
    })
    const data = join(lab.folder, 'data-of-another')
    await page.context().addCookies([await signInCookie(data, server.url)])
    await page.goto(server.url)
    await drawCharts(page)
    await chartNamed(page, 'Transcripts by age').waitFor()
    await chartNamed(page, 'Tokens by day').waitFor()
    const before = await tileOf(page, 'Open sessions')
    await server.stop()
    await expect(page.getByRole('status').getByText('Live picture lost')).toBeVisible()
    await expect(page.getByText(/Numbers on this page are from \d\d:\d\d:\d\d/)).toBeVisible()
    expect(await tileOf(page, 'Open sessions')).toEqual(before)
  })
})
