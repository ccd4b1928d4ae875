/** Compares every Explore page, on homes of every era, with SQL on a copy, dbstat, git and the files. */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import type Database from 'better-sqlite3'
import { formatBytes, formatCount, formatPlural, formatShare, formatShort } from '../../lib/shared/numbers.ts'
import { DAY_MS } from '../../lib/shared/time.ts'
import { formatUsd } from '../../lib/shared/usd.ts'
import { checkpointsMeasured, databaseCounted } from '../support/background-work.ts'
import { expect, type Lab, test } from '../support/fixtures.ts'
import { expectedCheckpoints, shownCheckpoints } from '../support/homes/checkpoint-facts.ts'
import { CONTRACT_HOMES, homeIdOf, makeContractHomes, openCopy } from '../support/homes/contract-homes.ts'
import { autoPruneSelection, databaseObjects, schemaVersionOf } from '../support/homes/database-facts.ts'
import {
  type ExpectedSession,
  expectedCost,
  expectedSessions,
  homeUsages,
  routeEntries,
  sessionFiles,
  storageClasses,
} from '../support/homes/home-facts.ts'
import { rowsOf, squeezed, tileOf } from '../support/page-parts.ts'
import { openWithinOneDay } from '../support/within-one-day.ts'

test.use({
  // Everything is rendered by the server, and a browser without JavaScript is faster.
  javaScriptEnabled: false,
  homes: { make: makeContractHomes },
})

type Facts = {
  readonly page: Page
  readonly lab: Lab
  readonly homeId: string
  readonly path: string
  readonly db: Database.Database
  readonly rows: readonly ExpectedSession[]
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0)
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const tokensOf = ({ input, output, cacheRead, cacheWrite }: ExpectedSession): number =>
  input + output + cacheRead + cacheWrite
const KINDS = [
  ['Fresh input', 'input'],
  ['Output', 'output'],
  ['Cache write', 'cacheWrite'],
  ['Cache read', 'cacheRead'],
] as const

const PAGES: Readonly<Record<string, (facts: Facts) => Promise<void>>> = {
  overview: overviewAgrees,
  sessions: sessionsAgree,
  storage: storageAgrees,
  checkpoints: checkpointsAgree,
  cron: cronAgrees,
  tokens: tokensAgree,
  database: databaseAgrees,
  gateway: gatewayAgrees,
}

for (const { id } of CONTRACT_HOMES) {
  test(`${id}: every page equals SQL, git and the disk`, async ({ page, lab }) => {
    test.slow()
    const db = openCopy(lab.folder, id)
    const facts = {
      page,
      lab,
      homeId: homeIdOf(id),
      path: join(lab.folder, id),
      db,
      rows: expectedSessions(db),
    }
    for (const [name, agrees] of Object.entries(PAGES)) await test.step(name, () => agrees(facts))
    db.close()
  })
}

/** Hermes stopped writing transcripts by default in May 2026. A home without them shows its sessions, not empty charts. */
async function overviewAgrees({ page, homeId, path, rows }: Facts): Promise<void> {
  const transcripts = [...sessionFiles(path).values()]
    .flat()
    .map(({ name }) => name)
    .filter((name) => /\.jsonl?$/.test(name) && !name.startsWith('request_dump_'))
  const [subject, cron, total] =
    transcripts.length > 0
      ? [
          'transcripts',
          transcripts.filter((name) => /^(session_)?cron_/.test(name)).length,
          transcripts.length,
        ]
      : ['sessions', rows.filter(({ source }) => source === 'cron').length, rows.length]
  await page.goto(`/?home=${homeId}`)
  const ages = await rowsOf(page.getByRole('table', { name: new RegExp(`^${subject} by age`, 'i') }))
  expect(ages.at(-1)).toEqual(['Allages', ...[cron, total - cron, total].map(formatCount)])
  const verb = subject === 'transcripts' ? 'writes' : 'started'
  const claim =
    cron === 0 ? /^Cron (wrote|started) none of / : `Cron ${verb} ${formatShare(cron / total)} of ${subject}`
  await expect(page.getByRole('heading', { name: claim })).toBeVisible()
  const switches = page.getByRole('group', { name: /^(Session age|Cron share) of$/ })
  await expect(switches).toHaveCount(transcripts.length > 0 && rows.length > 0 ? 2 : 0)
}

async function sessionsAgree({ page, homeId, path, rows }: Facts): Promise<void> {
  const files = sessionFiles(path)
  const bytesOf = (id: string) => sum(files.get(id) ?? [], ({ bytes }) => bytes)
  await page.goto(`/sessions?home=${homeId}&group=all&view=rows&sort=messages`)
  await expect(heading(page)).toContainText(`${formatCount(rows.length)} sessions`)
  const open = [...(await heading(page).innerText()).matchAll(/(\d+) (live|leaked)/g)]
  expect(sum(open, ([, count]) => Number(count))).toBe(rows.filter(({ ended }) => ended === null).length)
  const inFiles = formatBytes(sum(rows, ({ id }) => bytesOf(id)))
  const inDatabase = formatBytes(sum(rows, ({ bytes }) => bytes))
  await expect(
    page.getByText(`${inFiles} in files on disk, ${inDatabase} of messages in state.db`),
  ).toBeVisible()
  const shown = await page
    .getByRole('table', { name: 'Sessions' })
    .locator('tbody tr')
    .evaluateAll((found) =>
      found.map((row) => [
        decodeURIComponent(row.querySelector('a')?.getAttribute('href')?.split(/[/?]/)[2] ?? ''),
        ...[...row.querySelectorAll('.session-cell')].map((cell) => cell.textContent ?? ''),
      ]),
    )
  expect(shown.length).toBe(Math.min(60, rows.length))
  expect(
    shown.map(([id, source, , , messages, tokens, size]) => [id, source, messages, tokens, size]),
  ).toEqual(
    rows
      .slice(0, 60)
      .map((row) => [
        row.id,
        row.source,
        formatCount(row.messages),
        formatShort(tokensOf(row)),
        formatBytes(bytesOf(row.id) + row.bytes),
      ]),
  )
}

async function storageAgrees({ page, homeId, path, db }: Facts): Promise<void> {
  for (const [address, measure] of [
    [`/storage?home=${homeId}`, 'bytes'],
    [`/storage?home=${homeId}&size=apparent`, 'apparentBytes'],
  ] as const) {
    await page.goto(address)
    const table = await rowsOf(page.getByRole('table', { name: 'Classes of storage, largest first' }))
    const shown = new Map(
      // The name cell also contains the text shown on phones.
      table.map(([name = '', ...cells]) => [name.replace(/\d[\d,]*files?,.*/, ''), cells.slice(0, 2)]),
    )
    for (const [name, expected] of Object.entries(storageClasses(path)))
      expect([name, shown.get(squeezed(name))]).toEqual([
        name,
        [formatCount(expected.files), squeezed(formatBytes(expected[measure]))],
      ])
    const homes = homeUsages(path).map((expected) => [
      formatCount(expected.files),
      squeezed(formatBytes(expected[measure])),
    ])
    expect(homes).toContainEqual(shown.get('Home'))
  }
  const label = page.getByRole('term').filter({ hasText: /^(Would go|Goes at the next start)$/ })
  const selects = autoPruneSelection(db)
  await expect(label).toHaveCount(selects === null ? 0 : 1)
  if (selects === null) return
  const words = await label.locator('xpath=following-sibling::dd[1]').innerText()
  const [goes = 0, perhaps = 0] = (words.match(/\d[\d,]*/g) ?? []).map((text) =>
    Number(text.replace(',', '')),
  )
  expect(goes + perhaps).toBe(selects)
}

async function checkpointsAgree({ page, lab, homeId, path }: Facts): Promise<void> {
  const expected = expectedCheckpoints(join(path, 'checkpoints'))
  const table = page.getByRole('table', { name: 'Checkpoints' })
  // Git measures in the background.
  await checkpointsMeasured(lab, homeId)
  await page.goto(`/checkpoints?home=${homeId}`)
  await expect(page.getByText(/^measuring$|^Asking git/)).toHaveCount(0)
  const shown = await shownCheckpoints(table)
  const byPath = new Map(shown.map((row) => [row.path, row.cells]))
  expect(shown.map((row) => row.path).sort()).toEqual(expected.map((row) => row.path).sort())
  for (const { path: folder, layout, commits, reachable, exclusive } of expected) {
    const [state, shownLayout, , ...figures] = byPath.get(folder) ?? []
    const asked = commits === null ? 'not asked' : formatCount(commits)
    const freed = state === 'unreachable' ? 'kept' : formatBytes(exclusive)
    expect([folder, shownLayout, ...figures]).toEqual([
      folder,
      layout,
      ...[asked, formatBytes(reachable), freed].map(squeezed),
    ])
    const isGone = !existsSync(folder) && existsSync(dirname(folder))
    if (layout !== 'legacy') expect([folder, state === 'orphan']).toEqual([folder, isGone])
  }
  const states = shown.map(({ cells }) => cells[0])
  const serveNobody = states.filter((state) => state === 'orphan' || state === 'stale').length
  await expect(heading(page)).toContainText(
    expected.length === 0
      ? 'No checkpoints in this home'
      : `${serveNobody} of ${formatPlural(expected.length, 'checkpoint')}`,
  )
}

async function cronAgrees({ page, homeId, path, rows }: Facts): Promise<void> {
  const files = [...sessionFiles(path).values()].flat()
  await page.goto(`/cron?home=${homeId}`)
  const shown = await page
    .getByRole('table', { name: 'Cron jobs' })
    .locator('tbody tr')
    .evaluateAll((found) =>
      found.map((row) => ({
        job: new URL(row.querySelector('a')?.href ?? '').searchParams.get('job') ?? '',
        cells: [...row.querySelectorAll('td > span:first-child')].map((cell) => cell.textContent ?? ''),
      })),
    )
  const runs = rows.filter(({ id }) => /^cron_.+_\d{8}_\d{6}$/.test(id))
  const jobOf = (id: string) => /^cron_(.+)_\d{8}_\d{6}$/.exec(id)?.[1] ?? ''
  for (const job of new Set(runs.map(({ id }) => jobOf(id))))
    expect(shown.map((row) => row.job)).toContain(job)
  for (const { job, cells } of shown) {
    const own = runs.filter(({ id }) => jobOf(id) === job)
    const outputs = join(path, 'cron', 'output', job)
    const kept = existsSync(outputs) ? readdirSync(outputs).length : 0
    expect([job, ...cells.slice(2, 10), cells[12]]).toEqual([
      job,
      formatCount(own.length),
      formatCount(sum(own, ({ messages }) => messages)),
      ...KINDS.map(([, kind]) => formatShort(sum(own, (row) => row[kind]))),
      expectedCost(own),
      formatBytes(sum(own, ({ bytes }) => bytes)),
      formatCount(kept),
    ])
    const named = files.filter(({ name }) => name.includes(`cron_${job}_`))
    if (kept === 0) expect([job, cells[10]]).toEqual([job, formatBytes(sum(named, ({ bytes }) => bytes))])
  }
  await expect(heading(page)).toContainText(
    runs.length === 0
      ? 'No cron job has run here'
      : `Cron makes ${formatShare(runs.length / rows.length)} of all sessions`,
  )
}

async function tokensAgree({ page, homeId, rows }: Facts): Promise<void> {
  const todayMs = await openWithinOneDay(page, `/tokens?home=${homeId}&range=90&count=booked`)
  const began = rows.filter(({ started }) => started * 1000 >= todayMs - 89 * DAY_MS)
  for (const [label, kind] of KINDS) {
    const [value, words] = await tileOf(page, label)
    expect([label, value]).toEqual([label, squeezed(formatShort(sum(began, (row) => row[kind])))])
    expect(words).toContain(squeezed(`${formatShort(sum(rows, (row) => row[kind]))} in all rows`))
  }
  const groups = Map.groupBy(began.filter(tokensOf), ({ source }) => source)
  const [, ...shown] = await rowsOf(page.getByRole('table', { name: 'Tokens by source' }))
  const bySource = new Map(shown.map(([source = '', ...figures]) => [source, figures]))
  for (const [source, own] of groups)
    expect([source, bySource.get(source)?.slice(0, 4)]).toEqual([
      source,
      KINDS.map(([, kind]) => squeezed(formatShort(sum(own, (row) => row[kind])))),
    ])
  const costs = began.flatMap(({ cost }) => cost ?? [])
  const title =
    costs.length === 0 ? 'What this cost is unknown' : `${formatUsd(sum(costs, (cost) => cost))} known`
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

async function databaseAgrees({ page, lab, homeId, db, rows }: Facts): Promise<void> {
  const pragma = (name: string) => Number(db.pragma(name, { simple: true }))
  const [pages, free, size] = [pragma('page_count'), pragma('freelist_count'), pragma('page_size')]
  const objects = databaseObjects(db)
  await databaseCounted(lab, homeId)
  await page.goto(`/database?home=${homeId}`)
  await expect(page.getByText(/^Counted \d+ (s|min) ago/)).toBeVisible()
  const shown = await page
    .getByRole('table', { name: 'Bytes by table and index' })
    .locator('tbody tr')
    .evaluateAll((found) =>
      found.map((row) => [
        row.querySelector('[title]')?.getAttribute('title') ?? '',
        ...[...row.querySelectorAll('td:not([aria-hidden])')].slice(2).map((cell) => cell.textContent ?? ''),
      ]),
    )
  expect(shown.sort()).toEqual(
    objects
      .map(({ name, bytes }) => [name, formatBytes(bytes), formatShare(bytes / ((pages - free) * size))])
      .sort(),
  )
  expect((await tileOf(page, 'state.db'))[0]).toBe(squeezed(formatBytes(pages * size)))
  expect((await tileOf(page, 'Free pages'))[0]).toBe(squeezed(formatBytes(free * size)))
  const search = sum(
    objects.filter(({ name }) => /^messages_fts/.test(name)),
    ({ bytes }) => bytes,
  )
  expect((await tileOf(page, 'Full-text index'))[0]).toBe(squeezed(formatBytes(search)))
  const known = new Set(rows.map(({ id }) => id))
  const owners = db.prepare<[], string>('SELECT session_id FROM messages').pluck().all()
  const orphans = owners.filter((id) => !known.has(id)).length
  await expect(
    page
      .getByRole('definition')
      .filter({ hasText: /^none$|^[\d,]+ messages? of / })
      .first(),
  ).toHaveText(orphans === 0 ? 'none' : new RegExp(`^${formatPlural(orphans, 'message')} of `))
}

async function gatewayAgrees({ page, homeId, path, db, rows }: Facts): Promise<void> {
  const routes = routeEntries(path, db)
  const known = new Set(rows.map(({ id }) => id))
  const dangling = [...routes.values()].filter(({ session_id }) => !known.has(session_id))
  await page.goto(`/gateway?home=${homeId}`)
  const shown = await page
    .getByRole('table', { name: 'Routes of the gateway' })
    .locator('tbody tr')
    .evaluateAll((found) =>
      found.map((row) => {
        const [, , state = '', , session, restart = ''] = [...row.children]
        return {
          key: row.querySelector('th .font-mono [title]')?.getAttribute('title') ?? '',
          state: typeof state === 'string' ? state : (state.textContent ?? ''),
          session: session?.querySelector('[title]')?.getAttribute('title') ?? '',
          restart: typeof restart === 'string' ? restart : (restart.textContent ?? ''),
        }
      }),
    )
  expect(shown.map(({ key, session }) => [key, session]).sort()).toEqual(
    [...routes].map(([key, { session_id }]) => [key, session_id]).sort(),
  )
  expect((await tileOf(page, 'Routes'))[0]).toBe(formatCount(routes.size))
  expect((await tileOf(page, 'Dangling'))[0]).toBe(formatCount(dangling.length))
  expect(shown.filter(({ state }) => state === 'dangling').length).toBe(dangling.length)
  // Until 25 April 2026, every expired chat costs a call at every start. Since then, none does.
  const expired = shown.filter(({ state }) => state === 'expired')
  const calls = schemaVersionOf(db) < 9 ? expired.length : 0
  expect(shown.filter(({ restart }) => restart === 'one model call').length).toBe(calls)
  await expect(heading(page)).toHaveText(
    `The next restart makes ${calls === 0 ? 'no model call' : formatPlural(calls, 'model call')}`,
  )
}
