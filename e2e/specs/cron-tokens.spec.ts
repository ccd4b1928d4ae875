/** Cron and tokens: numbers equal SQL and the files, and names are only text. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { formatBytes, formatCount, formatPlural, formatShare, formatShort } from '../../lib/shared/numbers.ts'
import { DAY_MS, toUtcDay } from '../../lib/shared/time.ts'
import { formatUsd } from '../../lib/shared/usd.ts'
import { rememberHome } from '../../lib/store/homes.ts'
import { openStore } from '../../lib/store/open-store.ts'
import { recordPrunedUsage } from '../../lib/store/samples/pruned-usage.ts'
import { aSession } from '../../lib/testing/factories.ts'
import { stopRefreshing } from '../support/delayed-response.ts'
import { expectEveryViewport } from '../support/every-viewport.ts'
import { expect, test } from '../support/fixtures.ts'
import {
  diskBytesOf,
  filesIn,
  HOSTILE_NAME,
  HOSTILE_SHOWN,
  makeExploreHomes,
  onCopy,
  wasOwned,
} from '../support/homes/explore-homes.ts'
import { COST, expectedCost } from '../support/homes/home-facts.ts'
import { rowsOf, squeezed, tileOf } from '../support/page-parts.ts'
import { openWithinOneDay } from '../support/within-one-day.ts'

// Tracing axe takes longer than axe itself.
test.use({ homes: { make: makeExploreHomes }, trace: 'off' })

type Row = {
  id: string
  source: string
  started: number
  messages: number
  input: number
  output: number
  cacheRead: number
  cacheWrite: number
  cost: number | null
  costStatus: string | null
}

const sessionsOf = (folder: string): Row[] =>
  onCopy(folder, 'root', (db) =>
    db
      .prepare<[], Row>(
        `SELECT id, source, started_at AS started, message_count AS messages, input_tokens AS input,
           output_tokens AS output, cache_read_tokens AS cacheRead, cache_write_tokens AS cacheWrite,
           ${COST} AS cost, cost_status AS costStatus FROM sessions`,
      )
      .all(),
  )

const sum = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

/** The number of each cell, without the small text below it. */
const ledgerOf = (page: Page): Promise<string[][]> =>
  page
    .getByRole('table', { name: 'Cron jobs' })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [
        row.querySelector('th a')?.textContent ?? '',
        ...[...row.querySelectorAll('td > span:first-child')].map((cell) => cell.textContent ?? ''),
      ]),
    )

test('rows, tokens, cost, files and outputs are listed for every job, including deleted ones', async ({
  page,
  lab,
}) => {
  const rows = sessionsOf(lab.folder)
  const home = join(lab.folder, 'root')
  await page.goto('/cron')
  const shown = await ledgerOf(page)
  const named: Record<string, string> = { a1a1a1a1a1a1: HOSTILE_SHOWN, b2b2b2b2b2b2: 'morning-brief' }
  expect(shown).toHaveLength(3)
  for (const job of ['a1a1a1a1a1a1', 'b2b2b2b2b2b2', 'c3c3c3c3c3c3']) {
    const own = rows.filter(({ id }) => id.startsWith(`cron_${job}_`))
    const outputs = filesIn(join(home, 'cron/output', job))
    const files = [
      ...filesIn(join(home, 'sessions')).filter((file) => file.includes(`cron_${job}_`)),
      ...outputs,
    ]
    const cells = shown.find(([name]) => name === (named[job] ?? job)) ?? []
    expect(cells.slice(3, 10), job).toEqual([
      formatCount(own.length),
      formatCount(sum(own, ({ messages }) => messages)),
      formatShort(sum(own, ({ input }) => input)),
      formatShort(sum(own, ({ output }) => output)),
      formatShort(sum(own, ({ cacheWrite }) => cacheWrite)),
      formatShort(sum(own, ({ cacheRead }) => cacheRead)),
      expectedCost(own),
    ])
    expect(cells[11], `files of ${job}`).toBe(formatBytes(diskBytesOf(files)))
    expect(cells[13], `outputs of ${job}`).toBe(formatCount(outputs.length))
  }
  const cron = rows.filter(({ id }) => /^cron_.+_\d{8}_\d{6}$/.test(id))
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    `Cron makes ${formatShare(cron.length / rows.length)} of all sessions`,
  )
  const shares = await rowsOf(page.getByRole('table', { name: /^What cron makes/ }))
  expect(shares[1]?.slice(0, 3)).toEqual([
    'Sessions',
    squeezed(`${formatCount(cron.length)} of ${formatCount(rows.length)}`),
    squeezed(formatShare(cron.length / rows.length)),
  ])
  expect(await wasOwned(page)).toBe(false)
})

test('a job and a source link to as many sessions as are counted', async ({ page, lab }) => {
  const rows = sessionsOf(lab.folder)
  const matches = (count: number) => `${formatCount(count)} of ${formatPlural(rows.length, 'session')} match`
  await page.goto('/cron')
  const ledger = await ledgerOf(page)
  expect(ledger.length).toBeGreaterThan(0)
  for (const [name = '', , , sessions] of ledger) {
    await page.goto('/cron')
    await page.getByRole('table', { name: 'Cron jobs' }).getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(matches(Number(sessions)))
  }
  await page.goto('/tokens')
  await page
    .getByRole('table', { name: 'Tokens by source' })
    .getByRole('link', { name: 'cron', exact: true })
    .click()
  await expect(page).toHaveURL(/startedFrom=/)
  const from = new URL(page.url()).searchParams.get('startedFrom') ?? ''
  const cron = rows.filter(
    ({ source, started }) => source === 'cron' && toUtcDay(started * 1000) >= from,
  ).length
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(matches(cron))
})

test('a day of tokens links to its sessions, and the filter can be cleared', async ({ page, lab }) => {
  const rows = sessionsOf(lab.folder)
  await page.goto('/tokens?count=booked')
  const series = page.getByRole('region', { name: /^Numbers of: / }).first()
  await expect(series.getByRole('link')).toHaveCount(0)
  await page
    .getByRole('button', { name: /^Show as table: / })
    .first()
    .click()
  const link = series.getByRole('link').nth(1)
  const day = new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams.get('startedFrom')
  await link.click()
  const own = rows.filter(({ started }) => toUtcDay(started * 1000) === day)
  expect(own.length).toBeGreaterThan(0)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(
    `${formatCount(own.length)} of ${formatPlural(rows.length, 'session')} match`,
  )
  await page.getByRole('link', { name: `Remove the filter Started: ${day} UTC` }).click()
  await expect(page).not.toHaveURL(/started/)
  await expect(heading).toContainText(formatCount(rows.length))
})

test('outputs of deleted jobs lead to their plan', async ({ page, lab }) => {
  await page.goto('/cron')
  await page.getByRole('button', { name: /^Preview: .*output/ }).click()
  await expect(page).toHaveURL(/\/cleanup\/[0-9a-f-]{36}/)
  const { body } = await lab.api(`/api/v1/plans/${new URL(page.url()).pathname.split('/')[2]}`)
  expect(body).toMatchObject({
    steps: [{ action: 'cron-output', policy: { cronJobs: ['c3c3c3c3c3c3'] } }],
    totals: { act: { items: 3 } },
  })
})

test('any column can be sorted, by URL and by keyboard', async ({ page }) => {
  await page.goto('/cron')
  await page.getByRole('link', { name: 'Job', exact: true }).click()
  await expect(page).toHaveURL(/sort=name/)
  await expect(page.getByRole('columnheader', { name: 'Job', exact: true })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  const names = (await ledgerOf(page)).map(([name]) => name?.toLowerCase() ?? '')
  expect(names).toEqual([...names].sort())
  await page.keyboard.press('j')
  await expect(page.locator('tbody [data-row]').first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(page.locator('tbody [data-row]').nth(1)).toBeFocused()
  await expect(page.locator('tbody [data-row]').nth(1)).toHaveAttribute(
    'href',
    /\/sessions\?home=main&job=.+&group=all/,
  )
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV' }).click(),
  ])
  expect(csv.suggestedFilename()).toBe('cron-main.csv')
})

test('tokens: kinds, sources and costs equal those of the rows that started in the range', async ({
  page,
  lab,
}) => {
  await stopRefreshing(page)
  const todayMs = await openWithinOneDay(page, '/tokens?count=booked')
  const began = sessionsOf(lab.folder).filter(({ started }) => started * 1000 >= todayMs - 29 * DAY_MS)
  for (const [label, kind] of [
    ['Fresh input', 'input'],
    ['Output', 'output'],
    ['Cache write', 'cacheWrite'],
    ['Cache read', 'cacheRead'],
  ] as const) {
    const [value] = await tileOf(page, label)
    expect(value, label).toBe(squeezed(formatShort(sum(began, (row) => row[kind]))))
  }
  const groups = Map.groupBy(began, ({ source }) => source)
  const [, ...shown] = await rowsOf(page.getByRole('table', { name: 'Tokens by source' }))
  expect(shown.map(([source]) => source).sort()).toEqual([...groups.keys()].sort())
  for (const [source, ...figures] of shown) {
    const own = groups.get(source ?? '') ?? []
    expect(figures.slice(0, 4), source).toEqual(
      [
        sum(own, ({ input }) => input),
        sum(own, ({ output }) => output),
        sum(own, ({ cacheWrite }) => cacheWrite),
        sum(own, ({ cacheRead }) => cacheRead),
      ].map((count) => squeezed(formatShort(count))),
    )
    expect(figures[6], source).toBe(formatCount(own.length))
  }
  const known = sum(began, ({ cost }) => cost ?? 0)
  await expect(page.getByRole('heading', { name: `${formatUsd(known)} known` })).toBeVisible()
  await expect(page.getByText("Hermes' local count; the provider may bill more.").first()).toBeVisible()
  const [, ...days] = await rowsOf(page.getByRole('table', { name: /^Tokens by UTC day/ }))
  expect(days).toHaveLength(31)
})

test('tokens: unmeasured values are unknown, and each way of counting is named', async ({ page }) => {
  await page.goto('/tokens?range=7')
  await expect(page.getByText(/booked on the UTC day a session began/).first()).toBeVisible()
  await page.getByRole('link', { name: 'Measured' }).click()
  await expect(page).toHaveURL(/range=7&count=measured/)
  await expect(page.getByText(/without two samples, unknown and in no sum/)).toBeVisible()
  const [, , yesterday = []] = await rowsOf(page.getByRole('table', { name: /^Tokens by UTC day/ }))
  expect(yesterday.slice(1, 6)).toEqual(Array(5).fill('unknown'))
  await page.getByRole('link', { name: 'Cron job', exact: true }).click()
  await expect(page).toHaveURL(/by=job/)
  await expect(page.getByRole('table', { name: 'Tokens by cron job' })).toContainText(
    '<img src=x onerror="window.owned=1">',
  )
  expect(await wasOwned(page)).toBe(false)
})

test('tokens: usage of pruned sessions is shown separately', async ({ page, lab }) => {
  const opened = openStore(join(lab.folder, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  const homeNo = rememberHome(opened.value, join(lab.folder, 'root'))
  const gone = { ...aSession({ id: 'gone', source: HOSTILE_NAME }), startedMs: Date.now() - DAY_MS }
  recordPrunedUsage(opened.value, homeNo, [
    { ...gone, inputTokens: 1_234_000, costUsd: 2.5, costStatus: 'actual' },
  ])
  opened.value.close()
  const { body } = await lab.api('/api/v1/homes/main/tokens?days=7')
  expect(body).toMatchObject({ pruned: { inRange: { sessions: 1, input: 1_234_000, costUsd: 2.5 } } })
  await page.goto('/tokens?range=7')
  const card = page.getByRole('region', { name: '1.23 M tokens of 1 session pruned since' })
  await expect(card).toContainText('They are in none of the other sums.')
  const [, ...rows] = await rowsOf(card.getByRole('table', { name: 'Pruned since, by source' }))
  expect(rows).toEqual([[squeezed(HOSTILE_SHOWN), '1.23M', '0', '0', '0', '1', '$2.50']])
  await expectEveryViewport(page, 'main')
})

test('homes without data show an explanation', async ({ page }) => {
  await page.goto('/cron?home=empty')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No cron job has run here')
  await expect(page.getByText(/Each run is a session of its own/)).toBeVisible()
  await page.goto('/tokens?home=empty')
  await expect(page.getByText('No sessions yet')).toBeVisible()
  await page.goto('/tokens?home=bare')
  await expect(page.getByText('No state.db in this home').first()).toBeVisible()
  await expect(page.getByText('Token counts are unknown')).toBeVisible()
  await page.goto('/cron?home=bare')
  await expect(page.getByText('No state.db in this home').first()).toBeVisible()
})

for (const address of ['/cron', '/tokens?range=7&by=job']) {
  test(`${address} has no axe violations and no horizontal scroll`, async ({ page }) => {
    await page.goto(address)
    await expectEveryViewport(page, 'main')
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('both pages render their numbers', async ({ page }) => {
    await page.goto('/cron')
    await expect(page.getByRole('table', { name: 'Cron jobs' })).toContainText('morning-brief')
    await page.goto('/tokens')
    await expect(page.getByRole('table', { name: 'Tokens by source' })).toContainText('cron')
  })
})
