/** Compares the storage page with the disk and the database, on homes built for it. */
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import Database from 'better-sqlite3'
import { formatBytes, formatCount } from '../../lib/shared/numbers.ts'
import { visibleName } from '../../lib/shared/visible-name.ts'
import { makeHome } from '../../lib/testing/make-home.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { databaseCounted } from '../support/background-work.ts'
import { add, type DiskUsage, diskUsage, SIDECARS } from '../support/disk-usage.ts'
import { expectEveryViewport } from '../support/every-viewport.ts'
import { expect, type Lab, test } from '../support/fixtures.ts'
import { rowsOf, squeezed } from '../support/page-parts.ts'

const HOSTILE = ['<img src=x onerror="window.owned = 1">', 'invoice \u202Efdp.exe', 'two\nlines\u001b[31m']

test.use({
  trace: 'off',
  homes: {
    make: (folder: string) => {
      const home = smallHome(join(folder, 'home'), 'aug', Date.now()).path
      for (const name of HOSTILE) {
        mkdirSync(join(home, 'old things', name), { recursive: true })
        writeFileSync(join(home, 'old things', name, 'scan.bin'), Buffer.alloc(70_000, 7))
      }
      writeFileSync(Buffer.concat([Buffer.from(join(home, 'old things/')), Buffer.from([0xff, 0xfe])]), 'x')
      symlinkSync('/etc', join(home, 'old things', 'elsewhere'))
      makeHome({ path: join(folder, 'bare'), era: 'aug', nowMs: Date.now() })
      mkdirSync(join(folder, 'nothing'))
      writeFileSync(join(folder, 'nothing', 'SOUL.md'), 'mine')
      return {
        HERMES_HOME: home,
        STEWARD_HOMES: [join(folder, 'bare'), join(folder, 'nothing'), join(folder, 'gone')].join(':'),
      }
    },
  },
})

const homeOf = (lab: Lab) => join(lab.folder, 'home')

function usageOf(lab: Lab, ...names: string[]): DiskUsage {
  return names.map((name) => diskUsage(join(homeOf(lab), name))).reduce(add)
}

const classRows = async (page: Page): Promise<Map<string, string[]>> => {
  const rows = await rowsOf(page.getByRole('table', { name: 'Classes of storage, largest first' }))
  // The name cell also contains the text shown on phones.
  return new Map(
    rows
      .slice(1)
      .map(([name = '', ...cells]) => [name.replace(/(\d[\d,]*files?|filesunknown).*/, ''), cells]),
  )
}

for (const [measure, address] of [
  ['bytes', '/storage'],
  ['apparentBytes', '/storage?size=apparent'],
] as const) {
  test(`classes and folders equal the disk, by ${measure}`, async ({ page, lab }) => {
    await page.goto(address)
    const rows = await classRows(page)
    const said = (name: string) => rows.get(squeezed(name))
    const check = (name: string, expected: DiskUsage) =>
      expect([name, said(name)?.[0], said(name)?.[1]]).toEqual([
        name,
        formatCount(expected.files),
        squeezed(formatBytes(expected[measure])),
      ])
    check('Checkpoints', usageOf(lab, 'checkpoints'))
    check('Logs', usageOf(lab, 'logs'))
    check('State db', usageOf(lab, 'state.db'))
    check('Cron output', usageOf(lab, 'cron/output'))
    check('Caches', add(usageOf(lab, 'cache', 'audio_cache'), temporaries(lab)))
    check('Snapshots and backups', usageOf(lab, 'state-snapshots', damagedCopy(lab)))
    const transcripts = sessionFiles(lab, /^session_.+\.json$|\.jsonl$/)
    check('Transcripts', transcripts)
    check('Request dumps', sessionFiles(lab, /^request_dump_/))

    await page.goto(`${address}${address.includes('?') ? '&' : '?'}at=.`)
    const listed = await listedIn(page)
    const names = readdirSync(homeOf(lab)).filter((name) => !SIDECARS.includes(name))
    expect([...listed.keys()].filter((name) => !SIDECARS.includes(name)).sort()).toEqual(names.sort())
    for (const name of names)
      expect([name, listed.get(name)]).toEqual([name, squeezed(formatBytes(usageOf(lab, name)[measure]))])
  })
}

const sessionFiles = (lab: Lab, pattern: RegExp): DiskUsage =>
  readdirSync(join(homeOf(lab), 'sessions'))
    .filter((name) => pattern.test(name))
    .map((name) => diskUsage(join(homeOf(lab), 'sessions', name)))
    .reduce(add)

const temporaries = (lab: Lab) => sessionFiles(lab, /^\./)

const damagedCopy = (lab: Lab): string =>
  readdirSync(homeOf(lab)).find((name) => name.startsWith('state.db.malformed')) ?? ''

/** The name without a trailing slash, and the size from the last cell. */
async function listedIn(page: Page): Promise<Map<string, string>> {
  const rows = await page
    .getByRole('table', { name: 'What lies in this folder' })
    .locator('tbody tr')
    .evaluateAll((found) =>
      found.map((row): [string, string] => [
        row.querySelector('bdi')?.getAttribute('title') ?? '',
        row.lastElementChild?.textContent ?? '',
      ]),
    )
  return new Map(rows.map(([name, size]) => [name.replace(/\/$/, ''), squeezed(size)]))
}

test('the share of the full-text index equals SQLite’s count', async ({ page, lab }) => {
  const copy = join(lab.folder, 'copy.db')
  cpSync(join(homeOf(lab), 'state.db'), copy)
  const db = new Database(copy, { readonly: true })
  const bytes = Number(
    db.prepare(`SELECT sum(pgsize) FROM dbstat WHERE name GLOB 'messages_fts*'`).pluck().get(),
  )
  db.close()
  const parts = page.getByRole('table', { name: 'Parts of this home' })
  // The first visit starts the count in the background.
  await page.goto('/storage')
  await databaseCounted(lab)
  await page.goto('/storage')
  const rows = await rowsOf(parts)
  expect(rows.find(([name]) => name === squeezed('State db: Full-text index'))?.[1]).toBe(
    squeezed(formatBytes(bytes)),
  )
  await expect(page.getByRole('link', { name: /^State db: Full-text index, / })).toBeVisible()
})

test('the sessions that Hermes’ prune would delete equal SQL', async ({ page, lab }) => {
  const copy = join(lab.folder, 'copy-of-rows.db')
  cpSync(join(homeOf(lab), 'state.db'), copy)
  const db = new Database(copy, { readonly: true })
  const old = db
    .prepare(
      `SELECT count(*) FROM sessions s WHERE ended_at IS NOT NULL AND NOT pinned
       AND max(started_at, coalesce(last_activity_at, 0), (SELECT coalesce(max(timestamp), 0) FROM messages WHERE session_id = s.id))
         < unixepoch('now', 'subsec') - 90 * 86400`,
    )
    .pluck()
    .get()
  db.close()
  await page.goto('/storage')
  const panel = page.getByRole('region', { name: /^Hermes’ own prune/ })
  await expect(panel.getByText('Would go', { exact: true })).toBeVisible()
  await expect(panel).toContainText(`${formatCount(Number(old))} session`)
  await expect(panel.getByRole('heading', { level: 2 })).toContainText('Hermes’ own prune is off')
})

test('removable classes show their action and protected ones their reason', async ({ page }) => {
  await page.goto('/storage')
  const canGo = page.getByRole('region', { name: /can go, from/ })
  await expect(canGo.getByText('Remove checkpoints').first()).toBeVisible()
  await expect(canGo.getByText('Remove orphan files')).toBeVisible()
  await expect(canGo.getByText('Left to you: remove by hand')).toBeVisible()
  const stays = page.getByRole('region', { name: /are never touched, and why/ })
  await expect(stays.getByText('Hermes rotates its logs itself.')).toBeVisible()
  await expect(stays.getByText('Nobody knows what wrote these.', { exact: false })).toBeVisible()
  // No button on this page deletes anything itself. They only open previews, which change nothing.
  await expect(page.getByRole('main').getByRole('button', { name: /delete|remove|clean/i })).toHaveCount(
    await canGo.getByRole('button', { name: /^Preview: .*(delete|remove|clean)/i }).count(),
  )
  await canGo.getByRole('button', { name: /^Preview: .* checkpoints? of folders/ }).click()
  await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}/)
})

test('deceptive names are shown as text, links are not followed, and every folder opens', async ({
  page,
}) => {
  await page.goto(`/storage?${new URLSearchParams({ at: 'old things' })}`)
  const listed = await listedIn(page)
  for (const name of HOSTILE) expect([...listed.keys()]).toContain(visibleName(name))
  await expect(page.getByRole('row', { name: /elsewhere.*link/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /elsewhere/ })).toHaveCount(0)
  for (const name of HOSTILE) {
    await page.goto(`/storage?${new URLSearchParams({ at: `old things/${name}` })}`)
    expect([...(await listedIn(page)).keys()]).toEqual(['scan.bin'])
  }
  await page.goto('/storage')
  expect(await page.evaluate(() => Reflect.get(window, 'owned'))).toBeUndefined()
  await expect(page.getByRole('main').locator('script, img')).toHaveCount(0)
  const text = await page.getByRole('main').evaluate((main) => main.textContent)
  expect(text?.match(/[\p{Cc}\u200E\u200F\u2028-\u202E\u2066-\u2069]/gu) ?? []).toEqual([])
})

test('invalid URLs show the default, and a missing folder is reported', async ({ page }) => {
  for (const at of ['../..', '/etc', 'a//b']) {
    await page.goto(`/storage?${new URLSearchParams({ at, size: '<b>', range: '5' })}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Storage: /)
  }
  for (const at of ['no such', 'state.db', 'old things/elsewhere']) {
    await page.goto(`/storage?${new URLSearchParams({ at })}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${at}: no such folder`)
    await expect(page.getByRole('link', { name: 'Back to the whole home' })).toBeVisible()
  }
})

test('minimal, empty and missing homes are explained', async ({ page, lab }) => {
  await page.goto('/storage?home=bare')
  await expect(page.getByText('Nothing to clean')).toBeVisible()
  await expect(page.getByText('When this disk is full is not known yet')).toBeVisible()
  await page.goto('/storage?home=nothing')
  await expect(page.getByText('No state.db in this home', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Storage: ${formatBytes(diskUsage(join(lab.folder, 'nothing')).bytes)}, all of it yours`,
  )
  await page.goto('/storage?home=gone')
  await expect(page.getByText('This home is not there', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Storage: not counted yet')
  const [, home = []] = await rowsOf(page.getByRole('table', { name: 'Classes of storage, largest first' }))
  expect(home.slice(1)).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
})

test('a class without a folder lists its items, largest first by the shown measure', async ({
  page,
  lab,
}) => {
  await page.goto('/storage?size=apparent')
  const largest = page.getByRole('region', { name: 'Largest files' })
  const sizes = await largest
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((row) => row.lastElementChild?.textContent ?? ''))
  const { body } = await lab.api('/api/v1/homes/main/storage')
  const { largestFiles } = body as { largestFiles: readonly { readonly apparentBytes: number }[] }
  const longest = largestFiles.map(({ apparentBytes }) => apparentBytes).sort((a, b) => b - a)
  expect(sizes.map(squeezed)).toEqual(longest.slice(0, 10).map((bytes) => squeezed(formatBytes(bytes))))
  const more = largest.getByRole('link', { name: `Show ${longest.length - 10} more` })
  await more.click()
  await expect(largest.getByRole('listitem')).toHaveCount(longest.length)
  await expect(largest.getByRole('listitem').nth(9)).toBeInViewport()
  await expect(page).toHaveURL(/size=apparent&whole=files/)
  const classes = page.getByRole('table', { name: 'Classes of storage, largest first' })
  await classes.getByRole('link', { name: /^Snapshots/ }).click()
  await expect(page.getByRole('heading', { level: 2, name: /of the class Snapshots/ })).toBeVisible()
  expect([...(await listedIn(page)).keys()]).toContain(damagedCopy(lab))
  expect([...(await listedIn(page)).keys()]).not.toContain('logs')
  await page.getByRole('link', { name: 'Show everything here' }).click()
  await expect.poll(async () => [...(await listedIn(page)).keys()]).toContain('logs')
})

test('rows, tiles, folders and the measure can be used by keyboard', async ({ page }) => {
  await page.goto('/storage')
  await page.keyboard.press('j')
  const first = page
    .getByRole('table', { name: 'Classes of storage, largest first' })
    .getByRole('link')
    .first()
  await expect(first).toBeFocused()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expect(first).toBeFocused()

  const tile = page.getByRole('list', { name: 'Map of this home' }).getByRole('link', { name: /^Logs/ })
  await tile.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/storage\?at=logs$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^logs: /)
  await page.getByRole('link', { name: 'Apparent' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/size=apparent/)
  const way = page.getByRole('navigation', { name: 'Way to this folder' })
  await way.getByRole('link', { name: 'Storage' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/storage?size=apparent')
  await expect(page.getByRole('link', { name: 'Apparent' })).toHaveAttribute('aria-current', 'true')
})

test('the page can be exported as CSV and JSON', async ({ page, lab }) => {
  await page.goto('/storage?at=logs')
  const main = page.getByRole('main')
  const href = await main.getByRole('link', { name: 'JSON' }).getAttribute('href')
  const { status, body } = await lab.api(href ?? '')
  expect([status, body]).toEqual([200, expect.objectContaining({ path: 'logs' })])
  const csv = await page.request.get(
    (await main.getByRole('link', { name: 'CSV' }).getAttribute('href')) ?? '',
  )
  expect((await csv.text()).split('\n')[0]).toContain('name,kind,class,bytes')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('map, tables and folders work', async ({ page }) => {
    await page.goto('/storage')
    await page.getByRole('list', { name: 'Map of this home' }).getByRole('link', { name: /^Logs/ }).click()
    await expect(page.getByRole('table', { name: 'What lies in this folder' })).toBeVisible()
  })
})

for (const [what, address] of [
  ['the home', '/storage'],
  ['a folder', '/storage?at=old+things'],
]) {
  test(`${what} has no axe violations and no horizontal scroll in both themes, on desktop and phone`, async ({
    page,
  }) => {
    await page.goto(address ?? '')
    await expect(page.getByRole('table').first()).toBeAttached()
    await expectEveryViewport(page)
  })
}
