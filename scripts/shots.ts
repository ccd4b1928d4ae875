/** Screenshots of the demo home for the README: the overview in every variant, other pages in one or two. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from './browser.ts'
import { buildOnce } from './build-once.ts'
import { drawCharts } from './draw-charts.ts'
import { makeDemo } from './make-demo.ts'
import { ROOT } from './project.ts'
import { startServer } from './server.ts'
import { signInCookie } from './sign-in-cookie.ts'

const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const

type Variant = readonly [size: keyof typeof SIZES, theme: 'dark' | 'light']
type Shot = {
  readonly name: string
  readonly variants: readonly Variant[]
  readonly open: (page: Page) => Promise<unknown>
  /** The full page. False for a virtualized list, which draws only the rows in the window. */
  readonly whole: boolean
}

const EVERY_VARIANT: readonly Variant[] = [
  ['desktop', 'dark'],
  ['desktop', 'light'],
  ['phone', 'dark'],
  ['phone', 'light'],
]

/** Opens a plan like a user: choose a preset, then preview. Nothing is approved. */
async function openPlan(page: Page): Promise<void> {
  await page.goto('/cleanup?preset=weekly')
  await page.getByRole('button', { name: 'Prepare the preview' }).click()
  await page.waitForURL(/\/cleanup\/[0-9a-f-]{36}$/)
}

const SHOTS: readonly Shot[] = [
  { name: 'overview', variants: EVERY_VARIANT, open: (page) => page.goto('/'), whole: true },
  {
    name: 'sessions',
    variants: [
      ['desktop', 'dark'],
      ['phone', 'dark'],
    ],
    open: (page) => page.goto('/sessions?group=all&sort=messages'),
    whole: false,
  },
  { name: 'storage', variants: [['desktop', 'light']], open: (page) => page.goto('/storage'), whole: true },
  { name: 'plan', variants: [['desktop', 'dark']], open: openPlan, whole: false },
  ...(existsSync(join(ROOT, 'app/(dashboard)/watch/page.tsx'))
    ? [
        {
          name: 'watch',
          variants: [['desktop', 'dark']] as const,
          open: (page: Page) => page.goto('/watch'),
          whole: true,
        },
      ]
    : []),
]

if (!(await buildOnce())) process.exit(1)
const home = mkdtempSync(join(tmpdir(), 'steward-shots-'))
const data = join(home, '.hermes-steward')
const server = await startServer({
  HOME: home,
  STEWARD_DATA: data,
  STEWARD_DEMO_HOME: await makeDemo(data, Date.now()),
})
const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS })
try {
  for (const shot of SHOTS) for (const variant of shot.variants) await shoot(browser, shot, variant)
} finally {
  await browser.close()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
}

async function shoot(from: Browser, { name, open, whole }: Shot, [size, theme]: Variant) {
  const context = await from.newContext({
    baseURL: server.url,
    viewport: SIZES[size],
    colorScheme: theme,
    deviceScaleFactor: 1,
  })
  await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
  await context.addCookies([await signInCookie(data, server.url)])
  const page = await context.newPage()
  await open(page)
  await drawCharts(page)
  await page.waitForLoadState('networkidle')
  const file = join(ROOT, 'docs', 'images', `${name}-${size}-${theme}.png`)
  await page.screenshot({ path: file, fullPage: whole })
  console.log(file.slice(ROOT.length + 1))
  await context.close()
}
