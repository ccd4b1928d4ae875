/**
 * The sessions page in a real browser on a heavy home: how long a key press in the search takes, whether rows
 * are ever blank while scrolling, and how long rows take after a far jump.
 */
import { join } from 'node:path'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '../browser.ts'
import { startServer } from '../server.ts'
import { signInCookie } from '../sign-in-cookie.ts'
import { type BenchRow, benchRow, percentile } from './bench-row.ts'

const INTERACTION_LIMIT_MS = 100
const TYPED = ['claude son', '2026', 'telegram', 'zzzz']
const WHEELS = 300
const JUMPS = 40

export async function benchBrowse(heavyHome: string, tempDir: string): Promise<BenchRow[]> {
  const data = join(tempDir, 'browse-bench-data')
  const server = await startServer({ HERMES_HOME: heavyHome, STEWARD_DATA: data })
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS })
  try {
    const cookie = await signInCookie(data, server.url)
    const page = await openPage(browser, cookie, `${server.url}/sessions?group=all&view=rows`)
    const rows = await page.getByRole('table', { name: 'Sessions' }).getAttribute('aria-rowcount')
    return [
      benchRow('browse: rows in the list', Number(rows) - 1, 'sessions'),
      ...(await benchTyping(page)),
      ...(await benchScrolling(page)),
      ...(await benchJumps(page)),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function openPage(browser: Browser, cookie: Cookie, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([cookie])
  const page = await context.newPage()
  await page.goto(address)
  await page.locator('.session-layer[data-placed]').waitFor()
  await page.waitForLoadState('networkidle')
  return page
}

type Cookie = Awaited<ReturnType<typeof signInCookie>>

/** Types and deletes words letter by letter, while earlier results arrive. */
async function benchTyping(page: Page): Promise<BenchRow[]> {
  const took = await typeAndMeasure(page, page.getByRole('searchbox'))
  await page.waitForLoadState('networkidle')
  const empty = await page.context().newPage()
  await empty.setContent('<input type="search">')
  const alone = await typeAndMeasure(empty, empty.getByRole('searchbox'))
  await empty.close()
  return [
    benchRow('browse: keys typed in the search box', TYPED.join('').length * 2, 'keys'),
    benchRow('browse: interaction to next paint while typing, p98', took.p98, 'ms', INTERACTION_LIMIT_MS),
    benchRow('browse: the same, slowest', took.slowest, 'ms'),
    benchRow('browse: the same on a page with only a text field, p98', alone.p98, 'ms'),
  ]
}

/** The browser's own measure. It omits keys faster than 16 ms, which count as 16 ms. */
async function typeAndMeasure(page: Page, search: Locator): Promise<{ p98: number; slowest: number }> {
  await page.evaluate(() => {
    const byKey = new Map<number, number>()
    Object.assign(window, { byKey })
    const options: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      durationThreshold: 16,
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const id = 'interactionId' in entry ? Number(entry.interactionId) : 0
        if (id > 0) byKey.set(id, Math.max(byKey.get(id) ?? 0, entry.duration))
      }
    }).observe(options)
  })
  let pressed = 0
  for (const words of TYPED) {
    await search.focus()
    for (const key of [...words, ...Array.from(words, () => 'Backspace')]) {
      await page.keyboard.press(key === ' ' ? 'Space' : key, { delay: 20 })
      await page.waitForTimeout(50 + ((pressed * 37) % 120))
      pressed += 1
    }
  }
  const reported = await page.evaluate((): number[] => [...Reflect.get(window, 'byKey').values()])
  const took = [...reported, ...Array.from({ length: Math.max(0, pressed - reported.length) }, () => 16)]
  return { p98: percentile(took, 98), slowest: Math.max(...took) }
}

/** Checks in every frame that each position of the table has a row with text. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const frames = { seen: 0, blank: 0, held: 0, isOn: true }
    Object.assign(window, { watchedFrames: frames })
    const scroller = document.querySelector('.session-scroller')
    const frame = () => {
      if (scroller === null || !frames.isOn) return
      const { left, top, bottom } = scroller.getBoundingClientRect()
      let isBlank = false
      for (let y = top + 33; y < bottom - 1; y += 30) {
        const row = document.elementFromPoint(left + 120, y)?.closest('tr[data-index]')
        if (!row?.querySelector('a')?.textContent) isBlank = true
      }
      frames.seen += 1
      if (isBlank) frames.blank += 1
      if (document.querySelector('.session-layer[data-held]') !== null) frames.held += 1
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}

const framesSeen = (page: Page) =>
  page.evaluate((): { seen: number; blank: number; held: number } => {
    const frames = Reflect.get(window, 'watchedFrames')
    frames.isOn = false
    return frames
  })

async function benchScrolling(page: Page): Promise<BenchRow[]> {
  await page.mouse.move(700, 500)
  await watchFrames(page)
  for (let turn = 0; turn < WHEELS; turn += 1) {
    // Slow and fast like a mouse wheel, mostly down.
    await page.mouse.wheel(0, [120, 600, 2_400, -300, 1_200][turn % 5] ?? 120)
    await page.waitForTimeout(16)
  }
  const { seen, blank, held } = await framesSeen(page)
  return [
    benchRow('browse: frames while scrolling by wheel', seen, 'frames'),
    benchRow('browse: frames with a blank row, by wheel', blank, 'frames', 0),
    benchRow('browse: frames that waited for rows, by wheel', held, 'frames'),
  ]
}

/** Like dragging the scroll bar: anywhere at once. */
async function benchJumps(page: Page): Promise<BenchRow[]> {
  await watchFrames(page)
  const took: number[] = []
  for (let jump = 0; jump < JUMPS; jump += 1)
    took.push(await page.evaluate(jumpTo, ((jump * 7_919) % 59_000) + 100))
  const { seen, blank } = await framesSeen(page)
  return [
    benchRow('browse: frames while jumping', seen, 'frames'),
    benchRow('browse: frames with a blank row, jumping', blank, 'frames', 0),
    benchRow('browse: rows shown after a far jump, p50', percentile(took, 50), 'ms'),
    benchRow('browse: rows shown after a far jump, p95', percentile(took, 95), 'ms'),
  ]
}

/** Runs in the browser: jumps to a row and resolves to the time until it is drawn. */
function jumpTo(index: number): Promise<number> {
  return new Promise((resolve) => {
    const startedMs = performance.now()
    const scroller = document.querySelector('.session-scroller')
    if (scroller !== null) scroller.scrollTop = index * 32
    const frame = () => {
      if (document.querySelector(`tr[data-index="${index}"]`) === null) requestAnimationFrame(frame)
      else resolve(performance.now() - startedMs)
    }
    requestAnimationFrame(frame)
  })
}
