/** Database and gateway pages, compared with SQLite, the system and the route index. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { formatBytes, formatCount, formatPlural, formatShare } from '../../lib/shared/numbers.ts'
import { startWriter } from '../../lib/testing/processes/line-child.ts'
import { databaseCounted, holderFound } from '../support/background-work.ts'
import { expectEveryViewport } from '../support/every-viewport.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  HOSTILE_NAME,
  HOSTILE_SHOWN,
  makeExploreHomes,
  onCopy,
  wasOwned,
} from '../support/homes/explore-homes.ts'
import { rowsOf, squeezed, tileOf } from '../support/page-parts.ts'

test.use({
  // Tracing axe takes longer than axe itself.
  trace: 'off',
  homes: {
    make: (folder: string) => {
      const env = makeExploreHomes(folder)
      orphanMessages(join(folder, 'root'), 7)
      hostileChat(join(folder, 'early'))
      leaveFreePages(join(folder, 'empty'), FREE_BYTES)
      return env
    },
  },
})

/** The state after a crash between two deletes. */
function orphanMessages(home: string, count: number): void {
  const db = new Database(join(home, 'state.db'))
  db.pragma('foreign_keys = OFF')
  const insert = db.prepare(
    "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('lost', 'user', ?, 1)",
  )
  for (let index = 0; index < count; index += 1) insert.run(`message ${index}`)
  db.close()
}

const FREE_BYTES = 3_000_000

/** The state after a large cleanup: the file keeps its length. */
function leaveFreePages(home: string, bytes: number): void {
  const db = new Database(join(home, 'state.db'))
  db.exec(`CREATE TABLE filler (body); INSERT INTO filler VALUES (zeroblob(${bytes})); DROP TABLE filler`)
  db.close()
}

type Index = Record<string, { session_id: string; display_name: string }>

const indexOf = (home: string): Index =>
  JSON.parse(readFileSync(join(home, 'sessions/sessions.json'), 'utf8'))

function hostileChat(home: string): void {
  const index = indexOf(home)
  const [first] = Object.values(index)
  if (first !== undefined) first.display_name = HOSTILE_NAME
  writeFileSync(join(home, 'sessions/sessions.json'), JSON.stringify(index))
}

test('routes are grouped by what a restart does, and expired ones lead to their plan', async ({
  page,
  lab,
}) => {
  await page.goto('/gateway?home=early')
  const fates = page.getByRole('group', { name: 'At the next restart' })
  const flushed = fates.getByRole('link', { name: /^one model call/ })
  const count = Number((await flushed.innerText()).replace(/\D/g, ''))
  await flushed.click()
  await expect(page).toHaveURL(/onRestart=flush/)
  await expect(page.getByText(`${count} of ${count} that match shown.`)).toBeVisible()
  await page.getByRole('button', { name: /^Preview: .*gateway entr/ }).click()
  await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}/)
  const { body } = await lab.api(`/api/v1/plans/${new URL(page.url()).pathname.split('/')[2]}`)
  expect(body).toMatchObject({ steps: [{ action: 'gateway-entries' }] })
})

test('table and index sizes, free pages and orphans equal SQLite’s', async ({ page, lab }) => {
  const expected = onCopy(lab.folder, 'root', (db) => ({
    sizes: db
      .prepare<[], { name: string; bytes: number }>(
        'SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name',
      )
      .all(),
    pages: Number(db.pragma('page_count', { simple: true })),
    free: Number(db.pragma('freelist_count', { simple: true })),
    pageSize: Number(db.pragma('page_size', { simple: true })),
    orphans: Number(
      db
        .prepare('SELECT count(*) FROM messages WHERE session_id NOT IN (SELECT id FROM sessions)')
        .pluck()
        .get(),
    ),
  }))
  await databaseCounted(lab)
  await page.goto('/database')
  await expect(page.getByText(/^Counted \d+ (s|min) ago/)).toBeVisible()
  const [, ...rows] = await rowsOf(page.getByRole('table', { name: 'Bytes by table and index' }))
  const shown = new Map(rows.map((row) => [row[0] ?? '', row]))
  expect(rows).toHaveLength(expected.sizes.length)
  const used = (expected.pages - expected.free) * expected.pageSize
  for (const { name, bytes } of expected.sizes) {
    const row = [...shown.values()].find(
      ([cell]) => cell?.startsWith(name) && !/^[_\d]/.test(cell.slice(name.length)),
    )
    expect([row?.[3], row?.[4]], name).toEqual([
      squeezed(formatBytes(bytes)),
      squeezed(formatShare(bytes / used)),
    ])
  }
  expect((await tileOf(page, 'state.db'))[0]).toBe(squeezed(formatBytes(expected.pages * expected.pageSize)))
  expect((await tileOf(page, 'Free pages'))[0]).toBe(squeezed(formatBytes(expected.free * expected.pageSize)))
  expect(expected.orphans).toBe(7)
  await expect(page.getByText(`${formatPlural(expected.orphans, 'message')} of 1 session`)).toBeVisible()
  await page.getByRole('link', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL(/sort=name/)
  const button = page.getByRole('button', { name: 'Count again' })
  await button.click()
  await expect(button).toBeEnabled()
})

test('enough free pages lead to a plan that reclaims them', async ({ page, lab }) => {
  await page.goto('/database?home=empty')
  const [free = ''] = await tileOf(page, 'Free pages')
  expect(free).toMatch(/^3\.\d+MB$/)
  await page.getByRole('button', { name: 'Preview: Free pages inside state.db' }).click()
  await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/compact/i)
  const { body } = await lab.api(`/api/v1/plans/${new URL(page.url()).pathname.split('/')[2]}`)
  const { steps, totals } = body as { steps: unknown; totals: { act: { items: number; bytes: number } } }
  expect(steps).toMatchObject([{ action: 'compact-database' }])
  expect(totals.act.items).toBe(1)
  expect(squeezed(formatBytes(totals.act.bytes))).toBe(free)
})

test('a process that holds the database is named and blocks compacting', async ({ page, lab }) => {
  const holder = await startWriter(join(lab.folder, 'root/state.db'))
  try {
    // A commit forces a new snapshot at once.
    await holder.ask('db.prepare("UPDATE sessions SET message_count = message_count").run()')
    await holderFound(lab, holder.pid)
    await page.goto('/database')
    await expect(page.getByText(`Process ${holder.pid},`)).toBeVisible()
    await expect(
      page.getByRole('heading', { name: /^Not now: \d+ reasons? against compacting/ }),
    ).toBeVisible()
    await expect(page.getByText(/stop every Hermes process first/)).toBeVisible()
  } finally {
    await holder.stop()
  }
})

test('every route has its state and what an early Hermes does with it at a restart', async ({
  page,
  lab,
}) => {
  const index = indexOf(join(lab.folder, 'early'))
  const keys = Object.keys(index)
  const known = onCopy(
    lab.folder,
    'early',
    (db) => new Set(db.prepare('SELECT id FROM sessions').pluck().all()),
  )
  const dangling = keys.filter((key) => !known.has(index[key]?.session_id))
  await page.goto('/gateway?home=early')
  const table = page.getByRole('table', { name: 'Routes of the gateway' })
  const rows = table.locator('tbody tr')
  await expect(rows).toHaveCount(keys.length)
  for (const key of keys) await expect(table.getByTitle(key, { exact: true })).toBeVisible()
  const calls = await table.getByText('one model call').count()
  expect(calls).toBe(keys.filter((key) => key.includes(':discord:')).length)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `The next restart makes ${formatPlural(calls, 'model call')}`,
  )
  expect((await tileOf(page, 'Dangling'))[0]).toBe(formatCount(dangling.length))
  await expect(page.getByText('There is neither gateway.lock nor gateway.pid.')).toBeVisible()
  await expect(table.getByText(HOSTILE_SHOWN)).toBeVisible()
  expect(await wasOwned(page)).toBe(false)

  await page.getByRole('link', { name: `dangling ${dangling.length}` }).click()
  await expect(page).toHaveURL(/home=early&state=dangling/)
  await expect(rows).toHaveCount(dangling.length)
  await page.getByRole('link', { name: /^All/ }).click()
  await expect(rows).toHaveCount(keys.length)
  await page.keyboard.press('/')
  await page.keyboard.type('chat_live_1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/q=chat_live_1/)
  await expect(rows).toHaveCount(1)
  await page.locator('main').focus()
  await page.keyboard.press('j')
  const link = table.getByRole('link', { name: 'chat_live_1' })
  await expect(link).toBeFocused()
  await expect(link).toHaveAttribute('href', '/sessions/chat_live_1?home=early')
})

test('an invalid cursor shows the first page, and a filter without matches can be cleared', async ({
  page,
}) => {
  await page.goto('/gateway?home=early&cursor=nonsense&state=asleep')
  await expect(page.getByRole('table', { name: 'Routes of the gateway' })).toBeVisible()
  await page.goto('/gateway?home=early&q=zzzz')
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(page.getByRole('table', { name: 'Routes of the gateway' })).toBeVisible()
})

test('on a phone, which has no column headers, a list sets the order', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/gateway?home=early')
  await page.getByText('Sorted by last used, descending').click()
  await page.getByRole('link', { name: 'Chat', exact: true }).click()
  await expect(page).toHaveURL(/sort=key/)
  await expect(page.getByText('Sorted by chat, ascending')).toBeVisible()
  await page.goto('/database?home=early')
  await page.getByText('Sorted by bytes, descending').click()
  await page.getByRole('link', { name: 'Name', exact: true }).click()
  await expect(page.getByText('Sorted by name, ascending')).toBeVisible()
  const names = await page.locator('main li > .font-mono:first-child:visible').allInnerTexts()
  expect(names.length).toBeGreaterThan(5)
  expect(names).toEqual([...names].sort())
})

test('homes without a database or index show an explanation', async ({ page }) => {
  await page.goto('/database?home=bare')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No state.db in this home')
  await expect(page.getByText(/Hermes makes state.db at its first session/)).toBeVisible()
  await page.goto('/gateway?home=empty')
  await expect(page.getByText('No gateway index')).toBeVisible()
  await page.goto('/gateway?home=bare')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What the next restart does is not known')
})

for (const address of ['/database?home=early', '/gateway?home=early']) {
  test(`${address} has no axe violations and no horizontal scroll`, async ({ page }) => {
    await page.goto(address)
    await expectEveryViewport(page, 'main')
  })
}
