/** How much JavaScript the overview loads, gzipped: with the page, and in total. */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { BROWSER_ARGS, findBrowser } from '../browser.ts'
import { drawCharts } from '../draw-charts.ts'
import { startServer } from '../server.ts'
import { type SignInCookie, signInCookie } from '../sign-in-cookie.ts'
import { type BenchRow, benchRow } from './bench-row.ts'

const FIRST_LOAD_LIMIT_KB = 200

export async function benchFirstLoad(tempDir: string): Promise<BenchRow[]> {
  const home = join(tempDir, 'first-load-home')
  smallHome(home, 'aug', Date.now())
  const data = join(tempDir, 'first-load-data')
  const server = await startServer({ HERMES_HOME: home, STEWARD_DATA: data })
  try {
    const cookie = await signInCookie(data, server.url)
    const eager = await eagerScripts(cookie)
    const all = await scriptsInBrowser(cookie)
    const later = [...all].filter(([url]) => !eager.has(url))
    return [
      benchRow('first load: JavaScript, gzipped', kilobytes(eager.values()), 'KB', FIRST_LOAD_LIMIT_KB),
      benchRow('first load: files', eager.size, 'files'),
      benchRow('later: JavaScript with charts, gzipped', kilobytes(later.map(([, bytes]) => bytes)), 'KB'),
      benchRow('later: files', later.length, 'files'),
    ]
  } finally {
    await server.stop()
  }
}

/** Gzipped bytes by URL of every script in the HTML, without `nomodule`. */
async function eagerScripts({ url, name, value }: SignInCookie): Promise<Map<string, number>> {
  const html = await (await fetch(url, { headers: { cookie: `${name}=${value}` } })).text()
  const tags = [...html.matchAll(/<(script|link)\b[^>]*>/g)].map(([tag]) => tag)
  const addresses = tags
    .filter(isEager)
    .flatMap((tag) => attribute(tag, 'src') ?? attribute(tag, 'href') ?? [])
  const scripts = new Map<string, number>()
  for (const address of new Set(addresses.map((path) => new URL(path, url).href))) {
    scripts.set(address, gzipSync(await (await fetch(address)).bytes()).length)
  }
  return scripts
}

function isEager(tag: string): boolean {
  if (tag.startsWith('<script')) return attribute(tag, 'src') !== null && !/\bnomodule\b/i.test(tag)
  const rel = attribute(tag, 'rel')
  return rel === 'modulepreload' || (rel === 'preload' && attribute(tag, 'as') === 'script')
}

const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? null

/** The same for every script a real browser fetches until the charts are drawn and the network is idle. */
async function scriptsInBrowser(cookie: SignInCookie): Promise<Map<string, number>> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS })
  try {
    const context = await browser.newContext()
    await context.addCookies([cookie])
    const page = await context.newPage()
    const bodies: Promise<readonly [string, number]>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return
      bodies.push(response.body().then((body) => [response.url(), gzipSync(body).length] as const))
    })
    await page.goto(cookie.url)
    await drawCharts(page)
    await page.waitForLoadState('networkidle')
    return new Map(await Promise.all(bodies))
  } finally {
    await browser.close()
  }
}

const kilobytes = (sizes: Iterable<number>): number =>
  Array.from(sizes).reduce((sum, size) => sum + size, 0) / 1000
