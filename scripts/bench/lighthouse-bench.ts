/** Lighthouse performance scores of the most used pages on the demo home, on desktop and phone. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import lighthouse, { desktopConfig } from 'lighthouse'
import { BROWSER_ARGS, findBrowser } from '../browser.ts'
import { makeDemo } from '../make-demo.ts'
import { exitOf } from '../project.ts'
import { startServer } from '../server.ts'
import { type SignInCookie, signInCookie } from '../sign-in-cookie.ts'
import { type BenchRow, benchRow, median } from './bench-row.ts'

const RUNS = 3
/** Lighthouse asks for a retry if the browser's trace is incomplete, as on a busy machine. */
const ATTEMPTS = 3
const PAGES = { overview: '/', sessions: '/sessions', storage: '/storage' } as const
const FORMS = [
  { name: 'desktop', least: 95, config: desktopConfig },
  { name: 'mobile', least: 90, config: undefined },
] as const

export async function benchLighthouse(tempDir: string): Promise<BenchRow[]> {
  const data = join(tempDir, 'lighthouse-data')
  mkdirSync(data, { mode: 0o700 })
  const server = await startServer({
    STEWARD_DEMO_HOME: await makeDemo(data, Date.now()),
    STEWARD_DATA: data,
  })
  const browser = await startBrowser(join(tempDir, 'lighthouse-browser'))
  try {
    const cookie = await signInCookie(data, server.url)
    const rows: BenchRow[] = []
    for (const { name, least, config } of FORMS) {
      for (const [page, path] of Object.entries(PAGES)) {
        const scores: number[] = []
        for (let run = 0; run < RUNS; run += 1) scores.push(await scoreOf(cookie, path, browser.port, config))
        rows.push(benchRow(`lighthouse: ${page}, ${name}`, median(scores), 'of 100', { least }))
      }
    }
    return rows
  } finally {
    await browser.stop()
    await server.stop()
  }
}

/** A separate browser, because other tabs disturb its traces. */
async function startBrowser(profile: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const child = spawn(
    findBrowser(),
    [
      ...BROWSER_ARGS,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  )
  const exited = exitOf(child)
  const stop = async () => {
    child.kill()
    await exited
  }
  // Chromium writes the port it chose into the first line.
  const chosen = join(profile, 'DevToolsActivePort')
  while (child.exitCode === null) {
    const [, port] = /^(\d+)\n/.exec(existsSync(chosen) ? readFileSync(chosen, 'utf8') : '') ?? []
    if (port !== undefined) return { port: Number(port), stop }
    await pause(50)
  }
  throw new Error('The browser did not start.')
}

type Config = typeof desktopConfig | undefined

async function scoreOf(cookie: SignInCookie, path: string, port: number, config: Config): Promise<number> {
  const address = cookie.url + path
  let trouble = 'no report'
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
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
    const score = report?.categories.performance?.score
    if (report?.finalDisplayedUrl === address && typeof score === 'number') return score * 100
    trouble = report?.runtimeError?.message ?? `it ended at ${report?.finalDisplayedUrl}`
  }
  throw new Error(`Lighthouse could not measure ${path}: ${trouble}`)
}
