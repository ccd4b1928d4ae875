/** A home whose rows need more memory than Steward may use: its pages say so, and the other home works. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { tinyHome } from '../../lib/testing/presets/tiny-home.ts'
import { expectEveryViewport } from '../support/every-viewport.ts'
import { API_TOKEN, expect, type Lab, test } from '../support/fixtures.ts'

const VIEWER_TOKEN = 'viewer-token-of-enough-length'
const REASON = /Steward ran out of memory while reading it/

test.use({
  homes: {
    make: (folder: string) => {
      const good = tinyHome(join(folder, 'good'), Date.now()).path
      const { path: bad, databasePath } = tinyHome(join(folder, 'bad'), Date.now())
      const db = new Database(databasePath)
      // More than the second, larger limit of the reading thread.
      db.exec(`INSERT INTO sessions (id, source, started_at, model)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 6500)
        SELECT 'filler-' || i, 'cli', 1, i || hex(zeroblob(32000)) FROM n`)
      db.close()
      // A retry only reads, so it works in read-only mode.
      return {
        HERMES_HOME: good,
        STEWARD_HOMES: bad,
        STEWARD_READ_ONLY: '1',
        STEWARD_VIEWER_TOKEN: VIEWER_TOKEN,
      }
    },
  },
})

const codesOf = async (lab: Lab) => {
  const { status, body } = await lab.api('/api/v1/homes/bad/overview')
  if (status !== 200) return status
  return (body as { readonly notices: readonly { readonly code: string }[] }).notices.map(({ code }) => code)
}

async function retryAs(lab: Lab, token: string): Promise<number> {
  const response = await fetch(`${lab.server.url}/api/v1/homes/bad/retry`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  return response.status
}

test('the reason and a retry are on its pages, and it comes back once its data is fixed', async ({
  page,
  lab,
}) => {
  await expect.poll(() => codesOf(lab), { timeout: 60_000 }).toEqual(['home-quarantined'])
  expect((await lab.overview()).sessions?.total).toBeGreaterThan(0)
  for (const path of ['/?home=bad', '/sessions?home=bad', '/storage?home=bad']) {
    await page.goto(path)
    await expect(page.getByText(REASON).first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' })).toBeEnabled()
  }
  await page.goto('/?home=bad')
  await expectEveryViewport(page)
  expect(await retryAs(lab, VIEWER_TOKEN)).toBe(403)

  const db = new Database(join(lab.folder, 'bad/state.db'))
  db.exec("DELETE FROM sessions WHERE id LIKE 'filler-%'")
  db.close()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
  await expect.poll(() => codesOf(lab)).not.toContain('home-quarantined')
  expect(await retryAs(lab, API_TOKEN)).toBe(409)
})
