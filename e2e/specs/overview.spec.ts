/** Every number on the overview equals the JSON. */

import type { Page } from '@playwright/test'
import type { Overview } from '../../lib/domain/overview/overview.ts'
import { overviewHeadline } from '../../lib/domain/overview/words.ts'
import { CLASS_WORDS } from '../../lib/domain/storage/words.ts'
import { formatBytes, formatCount, formatShare, formatShort } from '../../lib/shared/numbers.ts'
import { DAY_MS, toUtcDay } from '../../lib/shared/time.ts'
import { drawCharts } from '../../scripts/draw-charts.ts'
import { stopRefreshing } from '../support/delayed-response.ts'
import { expect, type Lab, demoTest as test } from '../support/fixtures.ts'
import {
  chartNamed,
  findingsOf,
  rowsOf,
  squeezed,
  squeezedAll,
  textsOf,
  tileOf,
} from '../support/page-parts.ts'

/**
 * Counts and free space change continuously, so a page counts only if what the JSON says is the same before and after it,
 * as far as it is shown.
 */
async function openWithJson(
  page: Page,
  lab: Lab,
  address: string,
  parts: readonly (keyof Overview)[],
): Promise<Overview> {
  await stopRefreshing(page)
  const shown = (overview: Overview) =>
    parts.map((part) => (part === 'disk' ? shownDisk(overview) : overview[part]))
  let json: Overview | undefined
  await expect(async () => {
    const before = await lab.overview()
    await page.goto(address)
    json = await lab.overview()
    expect(shown(json)).toEqual(shown(before))
  }).toPass()
  if (json === undefined) throw new Error('no overview was read')
  return json
}

/** Other tests write to the same disk, so its free bytes are never the same twice. */
const shownDisk = ({ disk }: Overview) => ({
  ...disk,
  freeBytes: formatBytes(known(disk.freeBytes)),
  daysToFull: daysWords(known(disk.daysToFull)),
})

const known = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new Error('the demo leaves this unknown')
  return value
}

/** The date depends on the machine's disk. Beyond two years, an exact number would promise too much. */
const daysWords = (days: number) => (days > 730 ? 'over 2 years' : `${formatCount(Math.floor(days))} d`)

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

test('headline and tiles equal the JSON', async ({ page, lab }) => {
  const overview = await openWithJson(page, lab, '/', ['disk', 'sessions'])
  const { disk } = overview
  const sessions = known(overview.sessions)
  const { title, lead } = overviewHeadline(overview)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText(lead)).toBeVisible()
  expect(title).toContain(formatBytes(known(disk.reclaimableBytes)))

  const [homeBytes, reclaimable] = [known(disk.homeBytes), known(disk.reclaimableBytes)]
  expect(await tileOf(page, 'Used by this home')).toEqual(
    [
      formatBytes(homeBytes),
      `${formatBytes(reclaimable)} reclaimable, ${Math.round((100 * reclaimable) / homeBytes)} %`,
    ].map(squeezed),
  )
  expect(await tileOf(page, 'Days to full')).toEqual(
    [
      daysWords(known(disk.daysToFull)),
      `${formatBytes(known(disk.freeBytes))} free, +${formatBytes(known(disk.growthBytesPerDay))} a day`,
    ].map(squeezed),
  )
  expect(await tileOf(page, 'Open sessions')).toEqual(
    [
      `${formatCount(sessions.open)} of ${formatCount(sessions.total)}`,
      `${formatCount(sessions.leaked)} leaked, ${formatCount(sessions.live)} live`,
    ].map(squeezed),
  )
})

test('the current burn equals the JSON', async ({ page, lab }) => {
  await expect.poll(async () => (await lab.overview()).burn.tokensPerMinute).not.toBeNull()
  const { burn } = await openWithJson(page, lab, '/', ['burn'])
  expect(await tileOf(page, 'Burn, last minute')).toEqual(
    [
      `${formatShort(known(burn.tokensPerMinute))} tokens/min`,
      `Yesterday at this time: ${formatShort(known(burn.yesterdayPerMinute))}`,
    ].map(squeezed),
  )
})

for (const [subject, address] of [
  ['Transcripts', '/'],
  ['Sessions', '/?count=sessions'],
] as const) {
  test(`the age of ${subject.toLowerCase()}: chart, legend and table equal the JSON`, async ({
    page,
    lab,
  }) => {
    const overview = await openWithJson(page, lab, address, ['files', 'sessions'])
    const buckets = known(subject === 'Sessions' ? overview.sessions : overview.files?.transcripts).ageBuckets
    const total = sum(buckets.map(({ count }) => count))
    const cron = sum(buckets.map((bucket) => bucket.cron))
    const figures = (row: { count: number; cron: number }) =>
      [row.cron, row.count - row.cron, row.count].map(formatCount)
    const [, ...rows] = await rowsOf(page.getByRole('table', { name: `${subject} by age` }))
    expect(rows).toEqual([
      ...buckets.map((bucket) => [bucket.label.replace('-', '–'), ...figures(bucket)]),
      ['Allages', ...figures({ count: total, cron })],
    ])
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: `Chat ${formatCount(total - cron)}` })
        .first(),
    ).toBeVisible()
    await drawCharts(page)
    await expect
      .poll(async () =>
        (
          await chartNamed(page, `${subject} by age`)
            .getByText(/^[\d,]+$/)
            .allTextContents()
        ).slice(-buckets.length),
      )
      .toEqual(buckets.map(({ count }) => formatCount(count)))
  })
}

test('cron: shares, the job list and the table equal the JSON', async ({ page, lab }) => {
  const overview = await openWithJson(page, lab, '/', ['files', 'cronJobs'])
  const { count, cron } = known(overview.files).transcripts
  const jobs = known(overview.cronJobs)
    .map((job) => ({
      ...job,
      transcripts: known(job.transcripts),
      bytes: known(job.bytes),
      sessions: known(job.sessions),
      runsPerDay: known(job.runsPerDay),
      tokens7d: known(job.tokens7d),
    }))
    .sort((a, b) => b.transcripts - a.transcripts)
  const card = page.getByRole('region', { name: /^Cron writes/ })
  const first = known(jobs[0])
  await expect(card.getByRole('heading')).toHaveText(
    `Cron writes ${formatShare(cron.count / count)} of transcripts, ${first.name} alone ${formatShare(first.transcripts / count)}`,
  )
  expect(cron.share).toBe(cron.count / count)
  await expect(card.getByText(`${formatCount(cron.count)} of ${formatCount(count)} files`)).toBeVisible()
  const runs = (perDay: number) => (perDay >= 10 ? formatCount(perDay) : String(Math.round(perDay * 10) / 10))
  const [, ...all] = await rowsOf(page.getByRole('table', { name: 'Cron jobs by what they write' }))
  expect(all).toEqual(
    squeezedAll(
      jobs.map((job) => [
        job.exists ? job.name : `${job.name} (deleted)`,
        formatCount(job.transcripts),
        formatCount(job.sessions),
        runs(job.runsPerDay),
        formatShort(job.tokens7d),
        formatBytes(job.bytes),
      ]),
    ),
  )
  const [, ...listed] = await rowsOf(card.getByRole('table').first())
  const rest = jobs.slice(5)
  expect(listed).toEqual(
    squeezedAll([
      ...jobs
        .slice(0, 5)
        .map((job) => [
          job.name,
          formatCount(job.transcripts),
          runs(job.runsPerDay),
          formatShort(job.tokens7d),
          formatBytes(job.bytes),
        ]),
      [
        `${rest.length} more jobs`,
        formatCount(sum(rest.map(({ transcripts }) => transcripts))),
        runs(sum(rest.map(({ runsPerDay }) => runsPerDay))),
        formatShort(sum(rest.map(({ tokens7d }) => tokens7d))),
        formatBytes(sum(rest.map(({ bytes }) => bytes))),
      ],
    ]),
  )
})

test('disk: the classes and their history equal the JSON', async ({ page, lab }) => {
  const { disk, seenAt } = await openWithJson(page, lab, '/', ['disk'])
  const card = page.getByRole('region', { name: /^Checkpoints are/ }).first()
  const listed = await textsOf(card.getByRole('listitem'))
  const byName = new Map(
    disk.classes.map(({ id, bytes }) => [squeezed(CLASS_WORDS[id].legend), squeezed(formatBytes(bytes))]),
  )
  for (const [name, bytes] of byName) expect(listed).toContain(name + bytes)
  expect(listed.at(-1)).toBe(squeezed(`Home${formatBytes(known(disk.homeBytes))}`))
  expect(sum(disk.classes.map(({ bytes }) => bytes))).toBe(disk.homeBytes)

  const [head = [], ...rows] = await rowsOf(
    page.getByRole('table', { name: /^Disk blocks by class over time/ }),
  )
  const from = Date.parse(seenAt) - 30 * DAY_MS
  const points = disk.history.filter(({ at }) => Date.parse(at) >= from).reverse()
  expect(points.length).toBeGreaterThan(2)
  const idOf = new Map(disk.classes.map(({ id }) => [squeezed(CLASS_WORDS[id].legend), id]))
  expect(rows.map((row) => row.slice(1))).toEqual(
    points.map(({ classes }) => [
      ...head.slice(1, -1).map((name) => squeezed(formatBytes(known(classes[known(idOf.get(name))])))),
      squeezed(formatBytes(sum(Object.values(classes)))),
    ]),
  )
})

test('tokens: every day of the range equals the JSON', async ({ page, lab }) => {
  const { tokens, seenAt } = await openWithJson(page, lab, '/?range=90', ['tokens'])
  const byDay = new Map(known(tokens).byDay.map((day) => [day.day, day]))
  const days = Array.from({ length: 90 }, (_, ago) => {
    const {
      output = 0,
      input = 0,
      cacheWrite = 0,
      cacheRead = 0,
    } = byDay.get(toUtcDay(Date.parse(seenAt) - ago * DAY_MS)) ?? {}
    return [output, input, cacheWrite, cacheRead, output + input + cacheWrite + cacheRead]
  })
  const sums = [0, 1, 2, 3, 4].map((kind) => sum(days.map((day) => day[kind] ?? 0)))
  const [, ...rows] = await rowsOf(page.getByRole('table', { name: /^Tokens by UTC day/ }))
  expect(rows.map((row) => row.slice(1))).toEqual(
    squeezedAll([...days, sums].map((row) => row.map(formatShort))),
  )
  const legend = await textsOf(
    page
      .getByRole('region', { name: /^Today has burned|^No tokens today/ })
      .first()
      .getByRole('listitem'),
  )
  expect(legend).toEqual(
    ['Output', 'Fresh input', 'Cache write', 'Cache read'].map((name, kind) =>
      squeezed(name + formatShort(sums[kind] ?? 0)),
    ),
  )
})

test('findings: titles, bytes, examples and order equal the JSON', async ({ page, lab }) => {
  const { findings } = await openWithJson(page, lab, '/', ['findings'])
  expect(findings.length).toBeGreaterThan(5)
  const rows = findingsOf(page).locator('ol > li')
  for (const button of await findingsOf(page).getByText('Show', { exact: true }).all()) await button.click()
  const texts = await textsOf(rows)
  expect(texts).toHaveLength(findings.length)
  for (const [index, { title, detail, bytes, examples }] of findings.entries()) {
    const wanted = [title, detail, formatBytes(bytes), ...examples.map(({ label }) => label)]
    const sizes = examples.flatMap((example) => (example.bytes === null ? [] : [formatBytes(example.bytes)]))
    for (const text of [...wanted, ...sizes]) expect(texts[index]).toContain(squeezed(text))
  }
})
