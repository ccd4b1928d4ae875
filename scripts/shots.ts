/** Screenshots of the demo home for the README: dark and light, desktop and phone. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from './browser.ts'
import { buildOnce } from './build-once.ts'
import { drawCharts } from './draw-charts.ts'
import { layDemo } from './lay-demo.ts'
import { ROOT } from './project.ts'
import { startServer } from './server.ts'
import { signInCookie } from './sign-in-cookie.ts'

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
const THEMES = ['dark', 'light'] as const
const PAGES = { overview: '/' } as const

if (!(await buildOnce())) process.exit(1)
const home = mkdtempSync(join(tmpdir(), 'steward-shots-'))
const data = join(home, '.hermes-steward')
const server = await startServer({
  HOME: home,
  STEWARD_DATA: data,
  STEWARD_DEMO_HOME: await layDemo(data, Date.now()),
})
const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS })
try {
  for (const [name, path] of Object.entries(PAGES)) {
    for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
      for (const theme of THEMES) await shoot(browser, name, path, size, theme)
    }
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
}

async function shoot(
  from: Browser,
  name: string,
  path: string,
  size: keyof typeof SIZES,
  theme: (typeof THEMES)[number],
) {
  const context = await from.newContext({ viewport: SIZES[size], colorScheme: theme, deviceScaleFactor: 1 })
  await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
  await context.addCookies([await signInCookie(data, server.url)])
  const page = await context.newPage()
  await page.goto(server.url + path)
  await drawCharts(page)
  await page.waitForLoadState('networkidle')
  const file = join(ROOT, 'docs', 'images', `${name}-${size}-${theme}.png`)
  await page.screenshot({ path: file, fullPage: true })
  console.log(file.slice(ROOT.length + 1))
  await context.close()
}
