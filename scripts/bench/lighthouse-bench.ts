/** Lighthouse's mark for performance on the pages people open most, over the demo home, on a desktop and on a phone. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { BROWSER_ARGS, findBrowser } from '../browser.ts'
import { layDemo } from '../lay-demo.ts'
import { freePort, startServer } from '../server.ts'
import { type SignInCookie, signInCookie } from '../sign-in-cookie.ts'
import { type BenchRow, benchRow, median } from './bench-row.ts'

const RUNS = 3
const PAGES = { overview: '/', sessions: '/sessions', storage: '/storage' } as const
const FORMS = [
  { name: 'desktop', least: 95, config: desktopConfig },
  { name: 'mobile', least: 90, config: undefined },
] as const

export async function benchLighthouse(tempDir: string): Promise<BenchRow[]> {
  const data = join(tempDir, 'lighthouse-data')
  mkdirSync(data, { mode: 0o700 })
  const server = await startServer({
    STEWARD_DEMO_HOME: await layDemo(data, Date.now()),
    STEWARD_DATA: data,
  })
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: [...BROWSER_ARGS, `--remote-debugging-port=${port}`],
  })
  try {
    const cookie = await signInCookie(data, server.url)
    const rows: BenchRow[] = []
    for (const { name, least, config } of FORMS) {
      for (const [page, path] of Object.entries(PAGES)) {
        const scores: number[] = []
        for (let run = 0; run < RUNS; run += 1) scores.push(await scoreOf(cookie, path, port, config))
        rows.push(benchRow(`lighthouse: ${page}, ${name}`, median(scores), 'of 100', { least }))
      }
    }
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

type Config = typeof desktopConfig | undefined

async function scoreOf(cookie: SignInCookie, path: string, port: number, config: Config): Promise<number> {
  const address = cookie.url + path
  const result = await lighthouse(
    address,
    {
      port,
      hostname: '127.0.0.1',
      logLevel: 'error',
      onlyCategories: ['performance'],
      extraHeaders: { cookie: `${cookie.name}=${cookie.value}` },
    },
    config,
  )
  const report = result?.lhr
  if (report === undefined || report.runtimeError !== undefined || report.finalDisplayedUrl !== address)
    throw new Error(
      `Lighthouse could not look at ${path}: ${report?.runtimeError?.message ?? report?.finalDisplayedUrl}`,
    )
  return (report.categories.performance?.score ?? 0) * 100
}
