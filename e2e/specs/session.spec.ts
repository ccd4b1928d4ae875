/** One session: its facts equal the database, its loop is visible, and hostile text is plain text. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { DAY_MS, HOUR_MS } from '../../lib/shared/time.ts'
import { makeHome, type SessionSpec } from '../../lib/testing/make-home.ts'
import { axeOn } from '../support/axe.ts'
import { expect, test } from '../support/fixtures.ts'
import { expectNoHorizontalScroll } from '../support/no-horizontal-scroll.ts'

const SCRIPT = '</script><script>window.broken = 1</script><img src=x onerror="window.broken = 1">'
const EVIL = `${SCRIPT}\u202Egnp.exe \u001b[31mred\u001b[0m javascript:alert(1)`
const HOSTILE_FILE = 'evil<img src=x onerror=1>\u202Ejpg'
const HOSTILE_ID = 'a b/..%2F<script>&amp;?x#y'

test.use({
  // Tracing axe takes longer than axe itself.
  trace: 'off',
  homes: {
    make: (folder: string) => {
      const nowMs = Date.now()
      makeHome({
        path: join(folder, 'main'),
        era: 'nov',
        nowMs,
        sessions: [
          loop(nowMs),
          long(nowMs),
          hostile(nowMs),
          {
            id: HOSTILE_FILE,
            startedMs: nowMs - DAY_MS,
            endedMs: nowMs - HOUR_MS,
            endReason: 'idle',
            messages: 2,
          },
          ...family(nowMs),
        ],
        files: [
          { kind: 'transcript', id: 'loop', bytes: 700_000, modifiedMs: nowMs - HOUR_MS },
          { kind: 'request-dump', id: 'loop', bytes: 32_000, modifiedMs: nowMs - HOUR_MS },
          { kind: 'transcript', id: HOSTILE_FILE, bytes: 900, modifiedMs: nowMs - HOUR_MS },
        ],
      })
      return { HERMES_HOME: join(folder, 'main') }
    },
  },
})

const SPAN_MS = 107_000

const loop = (nowMs: number): SessionSpec => ({
  id: 'loop',
  source: 'cron',
  title: 'The loop',
  startedMs: nowMs - 3 * HOUR_MS,
  endedMs: nowMs - 2 * HOUR_MS,
  endReason: 'cron_complete',
  messages: Array.from({ length: 602 }, (_, at) => ({
    role: at % 3 === 2 ? ('tool' as const) : ('assistant' as const),
    content: at % 3 === 2 ? 'result '.repeat(20) : 'Again.',
    atMs: nowMs - 3 * HOUR_MS + Math.round((at * SPAN_MS) / 601),
    ...(at % 3 === 2 ? { toolName: 'terminal' } : { toolCalls: ['terminal'] }),
  })),
})

const long = (nowMs: number): SessionSpec => ({
  id: 'long_words',
  title: 'Long words',
  startedMs: nowMs - 2 * DAY_MS,
  endedMs: nowMs - DAY_MS,
  endReason: 'cli_close',
  messages: Array.from({ length: 60 }, (_, at) => ({
    role: 'user' as const,
    content: at === 0 ? 'x'.repeat(50_000) : `Message number ${at}`,
    atMs: nowMs - 2 * DAY_MS + at * HOUR_MS * 0.3,
  })),
})

const hostile = (nowMs: number): SessionSpec => ({
  id: HOSTILE_ID,
  source: `src${EVIL}`,
  model: `model${EVIL}`,
  title: `title${EVIL}`,
  sessionKey: `key${EVIL}`,
  startedMs: nowMs - DAY_MS,
  endedMs: nowMs - DAY_MS / 2,
  endReason: `end${EVIL}`,
  messages: [
    { role: 'user', content: `said${EVIL} https://evil.example/`, atMs: nowMs - DAY_MS },
    { role: 'assistant', content: null, atMs: nowMs - DAY_MS + 1_000, toolCalls: [`call${EVIL}`] },
    { role: 'tool', content: `out${EVIL}`, atMs: nowMs - DAY_MS + 2_000, toolName: `tool${EVIL}` },
  ],
})

const family = (nowMs: number): SessionSpec[] => [
  {
    id: 'parent',
    title: 'Parent',
    startedMs: nowMs - 5 * DAY_MS,
    endedMs: nowMs - 4 * DAY_MS,
    endReason: 'cli_close',
    messages: 4,
    pinned: true,
  },
  {
    id: 'child',
    source: 'subagent',
    parentId: 'parent',
    modelConfig: { _delegate_from: 'parent' },
    startedMs: nowMs - 5 * DAY_MS + HOUR_MS,
    endedMs: nowMs - 4 * DAY_MS,
    endReason: 'agent_close',
    messages: 2,
  },
]

const address = (id: string): string => `/sessions/${encodeURIComponent(id)}`
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('602 messages in 107 s are highlighted, with bytes, files, facts and table', async ({ page }) => {
  await page.goto(address('loop'))
  await expect(heading(page)).toHaveText('The loop')
  const pace = page.getByRole('region', { name: '602 messages in 107 s, 338 a minute', exact: true })
  await expect(pace.locator('rect[height]:not([height="0"])').first()).toBeVisible()
  expect(await pace.locator('g').first().getAttribute('fill')).toBe('var(--warn)')
  await pace.getByRole('button', { name: /^Show as table/ }).click()
  const counts = await pace
    .getByRole('row')
    .evaluateAll((rows) => rows.slice(1).map((row) => Number(row.children[1]?.textContent)))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(602)
  await expect(page.getByRole('heading', { name: /% of it is tool output/ })).toBeVisible()
  await expect(page.getByText('session_loop.json')).toBeVisible()
  await expect(page.getByText(/request_dump_loop/)).toBeVisible()
  const facts = page.getByRole('region', { name: 'Facts and where they are from' })
  await expect(facts.getByRole('heading', { name: 'From our index of its messages' })).toBeVisible()
  await expect(facts.locator('div').filter({ hasText: /^Messages stored602$/ })).toBeVisible()
  await expect(facts.locator('div').filter({ hasText: /^End reasoncron_complete$/ })).toBeVisible()
  await expect(page.getByText(/^Nothing protects it\. Pruned, it frees/)).toBeVisible()
})

test('the transcript is loaded page by page, and only what is shown is sent', async ({ page }) => {
  await page.goto(address('long_words'))
  const transcript = page.getByRole('region', { name: 'Transcript' })
  await expect(transcript.getByRole('listitem')).toHaveCount(25)
  await expect(transcript).toContainText('The first 8,192 characters; the whole has 50.0 KB.')
  expect((await page.content()).length).toBeLessThan(200_000)
  const ways = transcript.getByRole('navigation').first()
  await ways.getByRole('link', { name: 'Newer' }).click()
  await expect(transcript).toContainText('Message number 25')
  await expect(transcript.getByText('Message number 24')).toHaveCount(0)
  await ways.getByRole('link', { name: 'Last' }).click()
  await expect(transcript.getByRole('listitem').last()).toContainText('Message number 59')
  await expect(ways.getByRole('link', { name: 'Newer' })).toHaveCount(0)
  await ways.getByRole('link', { name: 'Older' }).click()
  await expect(transcript.getByRole('listitem').last()).toContainText('Message number 34')
  await page.reload()
  await expect(transcript.getByRole('listitem').last()).toContainText('Message number 34')
})

test('hostile text is plain text in the list, the drawer and the page', async ({ page, lab }) => {
  const strangers: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(lab.server.url)) strangers.push(request.url())
  })
  const shown = /<\/script><script>window\.broken = 1<\/script>.*<U\+202E>gnp\.exe ␛\[31mred/
  await page.goto(`/sessions?group=all&view=rows&q=title&open=${encodeURIComponent(HOSTILE_ID)}`)
  await expect(page.getByRole('table', { name: 'Sessions' })).toContainText(shown)
  await expect(
    page.getByRole('complementary', { name: 'Session detail' }).getByRole('heading', { level: 2 }),
  ).toHaveText(shown)
  await page.locator('summary', { hasText: 'Source' }).click()
  await expect(page.getByRole('link', { name: /^src<\/script>/ })).toBeVisible()
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await expect(heading(page)).toHaveText(shown)
  await expect(page).toHaveURL((url) => url.pathname === address(HOSTILE_ID))
  const transcript = page.getByRole('region', { name: 'Transcript' })
  for (const start of ['said', 'call', 'out', 'tool'])
    await expect(transcript).toContainText(new RegExp(start + shown.source))
  for (const start of ['model', 'key', 'end', 'src'])
    await expect(page.getByRole('main')).toContainText(new RegExp(start + shown.source))
  expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toBeUndefined()
  expect(
    await page
      .getByRole('main')
      .locator('script, img, iframe, [onerror], a[href^="javascript:"], a[href*="evil"]')
      .count(),
  ).toBe(0)
  const words = await page.getByRole('main').innerText()
  for (const sign of ['\u202E', '\u001b']) expect(words).not.toContain(sign)
  await page.goto(address(HOSTILE_FILE))
  await expect(page.getByText('session_evil<img src=x onerror=1><U+202E>jpg.json')).toBeVisible()
  expect(strangers).toEqual([])
})

test('the family is a tree with links, and a protected session says why', async ({ page }) => {
  await page.goto(address('child'))
  await expect(page.getByText('This is a subagent.')).toBeVisible()
  await page.getByRole('link', { name: 'parent' }).click()
  await expect(heading(page)).toHaveText('Parent')
  await expect(page.getByText('Protected: It is pinned.')).toBeVisible()
  await expect(page.getByText('subagent, ended')).toBeVisible()
})

test('an unknown id has a page that says so', async ({ page }) => {
  await page.goto(address('nobody'))
  await expect(heading(page)).toHaveText('No such session')
  await page.getByRole('link', { name: 'All sessions of this home' }).click()
  await expect(page.getByRole('table', { name: 'Sessions' })).toBeVisible()
})

test.describe('accessibility and layout', () => {
  test('the page has no axe violations and no horizontal scroll', async ({ page }) => {
    for (const [theme, width, id] of [
      ['dark', 1440, 'long_words'],
      ['light', 390, 'loop'],
      ['dark', 390, HOSTILE_ID],
      ['light', 1440, 'child'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      await page.goto(address(id))
      await expect(heading(page)).toBeVisible()
      expect((await axeOn(page).analyze()).violations, `${theme} ${width}`).toEqual([])
      await expectNoHorizontalScroll(page, `${theme} ${width}`)
    }
  })
})
