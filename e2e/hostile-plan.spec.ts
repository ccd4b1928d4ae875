/** Titles made to deceive, on every page of cleaning: shown as text, and nothing else happens. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { smallHome } from '../lib/testing/presets/small-home.ts'
import { goingItems, makePlan, ORPHANS, SESSIONS } from './clean-lab.ts'
import { HOSTILE_NAME, HOSTILE_SHOWN, wasOwned } from './explore-homes.ts'
import { expect, test } from './fixtures.ts'

const SCRIPT = '</script><script>window.owned = 1</script> \u001b[31mred'

test.use({
  homes: {
    lay: (folder: string) => {
      const { path } = smallHome(join(folder, 'home'), 'aug', Date.now())
      const db = new Database(join(path, 'state.db'))
      const old = db
        .prepare("SELECT id FROM sessions WHERE ended_at IS NOT NULL AND source = 'cli' LIMIT 2")
        .pluck()
        .all()
      const rename = db.prepare('UPDATE sessions SET title = ? WHERE id = ?')
      rename.run(HOSTILE_NAME, old[0])
      rename.run(SCRIPT, old[1])
      db.close()
      return { HERMES_HOME: path }
    },
  },
})

test('a plan, its run and its receipt show names as text and nothing else', async ({ page, lab }) => {
  const { id } = await makePlan(lab, [
    { ...SESSIONS, policy: { olderThanDays: 0, includeShelved: true } },
    ORPHANS,
  ])
  const labels = (await goingItems(lab, id)).map(({ label }) => label)
  expect(labels).toContain(HOSTILE_NAME)
  await page.goto(`/cleanup/${id}`, { waitUntil: 'networkidle' })
  for (const [typed, shown] of [
    ['onerror', HOSTILE_SHOWN],
    ['owned = 1', '</script><script>window.owned = 1</script> ␛[31mred'],
  ] as const) {
    await page.getByRole('searchbox').fill(typed)
    await expect(page.getByText(shown).first()).toBeVisible()
  }
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page).toHaveURL(/\/history\//)
  await expect(page.getByText(/moved to trash/).first()).toBeVisible({ timeout: 30_000 })
  await page.goto('/history')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await wasOwned(page)).toBe(false)
})
