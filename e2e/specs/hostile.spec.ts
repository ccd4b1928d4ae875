/** Hostile text in every field of a home that contains text. Every page must show it as plain text. */
import type { Page } from '@playwright/test'
import { askAs } from '../support/ask-as.ts'
import { approveAndWait, requestPlan } from '../support/clean-lab.ts'
import { expect, type Lab, test } from '../support/fixtures.ts'
import { HOSTILE_IDS, makeHostileHome, RAW_SIGNS } from '../support/homes/hostile-home.ts'
import { listRoutes } from '../support/route-list.ts'

test.use({ homes: { make: makeHostileHome } })
/** How the hostile string must be shown: markup as text, control characters by name. */
const SHOWN = /<script>window\.broken = 1.*<U\+202E>gnp\.exe ␛\[31mred/s

type Stop = {
  readonly path: string
  /** The route in `app`. */
  readonly page: string
  /** Whether the string is visible there. */
  readonly shows: boolean
}

const stops = (planId: string, receiptId: string): readonly Stop[] => [
  { page: '/', path: '/', shows: false },
  { page: '/sessions', path: '/sessions?group=all&view=rows', shows: true },
  { page: '/sessions/[id]', path: `/sessions/${encodeURIComponent(HOSTILE_IDS.session)}`, shows: true },
  { page: '/storage', path: '/storage', shows: true },
  { page: '/storage', path: '/storage?at=sessions', shows: true },
  { page: '/checkpoints', path: '/checkpoints', shows: true },
  { page: '/cron', path: '/cron', shows: true },
  { page: '/tokens', path: '/tokens?by=source', shows: true },
  { page: '/tokens', path: '/tokens?by=model', shows: true },
  { page: '/database', path: '/database', shows: false },
  { page: '/gateway', path: '/gateway', shows: true },
  { page: '/cleanup', path: '/cleanup', shows: true },
  { page: '/cleanup/[planId]', path: `/cleanup/${planId}`, shows: true },
  { page: '/history', path: '/history', shows: false },
  { page: '/history', path: '/history?audit=routine', shows: false },
  { page: '/history', path: '/history?audit=refused', shows: false },
  { page: '/history/[receiptId]', path: `/history/${receiptId}?outcome=done`, shows: true },
  { page: '/watch', path: '/watch', shows: true },
  { page: '/watch/incidents', path: '/watch/incidents', shows: true },
  { page: '/watch/incidents/[id]', path: `/watch/incidents/${HOSTILE_IDS.incident}`, shows: true },
  { page: '/watch/limits', path: '/watch/limits', shows: true },
  { page: '/sign-in', path: '/sign-in?message=%3Cscript%3E', shows: false },
]

/** All text of the page that is shown or read aloud, including labels, tooltips and the title. */
const wordsOn = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const read: string[] = [document.title]
    for (const element of document.body.querySelectorAll('*:not(script, style)')) {
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) read.push(node.nodeValue ?? '')
      for (const name of ['title', 'aria-label', 'alt', 'placeholder'])
        read.push(element.getAttribute(name) ?? '')
    }
    return read.join('\n')
  })

const FOREIGN = 'img, iframe, object, embed, [onerror], a[href^="javascript:" i], a[href*="evil.example"]'

async function expectOnlyWords(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(window, 'broken')), where).toBeUndefined()
  expect(await page.locator('body').locator(FOREIGN).count(), where).toBe(0)
  const raw = (await wordsOn(page))
    .split('\n')
    .filter((words) => RAW_SIGNS.some((sign) => words.includes(sign)))
  expect(raw, where).toEqual([])
}

async function runOnce(page: Page, lab: Lab): Promise<string> {
  const plan = await requestPlan(lab, [
    { action: 'prune-sessions', policy: { olderThanDays: 20, includeShelved: true } },
    { action: 'orphan-files', policy: { olderThanDays: 0 } },
  ])
  expect(plan.totals.act.items).toBeGreaterThan(1)
  await page.goto(`/cleanup/${plan.id}`)
  await expect.poll(() => wordsOn(page)).toMatch(SHOWN)
  await expectOnlyWords(page, 'the plan that runs')
  await approveAndWait(page)
  return page.url().split('/').at(-1) ?? ''
}

test('every page shows hostile strings as plain text', async ({ page, lab }) => {
  const strangers: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(lab.server.url)) strangers.push(request.url())
  })
  expect((await askAs(lab.server.url, '<script>alert(1)</script>', '/')).status).toBe(421)
  const receiptId = await runOnce(page, lab)
  const { id: planId } = await requestPlan(lab, [
    { action: 'prune-sessions', policy: { olderThanDays: 0, includeShelved: true } },
  ])
  const all = stops(planId, receiptId)
  for (const { path, shows } of all) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    if (shows) await expect.poll(() => wordsOn(page), { message: path }).toMatch(SHOWN)
    await expectOnlyWords(page, path)
  }
  // A new page must be added above.
  expect([...new Set(all.map(({ page: name }) => name))].sort()).toEqual(
    listRoutes()
      .filter(({ kind }) => kind === 'page')
      .map(({ path }) => path)
      .sort(),
  )
  expect(strangers).toEqual([])
})

test('the palette and exports show hostile strings as plain text', async ({ page, lab }) => {
  await page.goto('/')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search or run a command' })
  await palette.getByRole('combobox').fill('title')
  await expect(palette.getByRole('option').filter({ hasText: SHOWN }).first()).toBeVisible()
  await expectOnlyWords(page, 'the palette')
  const csv = await fetch(`${lab.server.url}/api/v1/homes/main/sessions?format=csv`, {
    headers: { cookie: `${lab.cookie.name}=${lab.cookie.value}` },
  })
  expect(csv.headers.get('content-type')).toContain('text/csv')
  expect(csv.headers.get('x-content-type-options')).toBe('nosniff')
  expect(csv.headers.get('content-disposition')).toMatch(/^attachment/)
})
