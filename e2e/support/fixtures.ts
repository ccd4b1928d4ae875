/** A real server over generated homes for each spec file. A test fails on any browser console error. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type { HomeStatus } from '../../lib/domain/home/home-status.ts'
import type { Overview } from '../../lib/domain/overview/overview.ts'
import { makeDemo } from '../../scripts/make-demo.ts'
import { type RunningServer, startServer } from '../../scripts/server.ts'
import { type SignInCookie, signInCookie } from '../../scripts/sign-in-cookie.ts'

export const API_TOKEN = 'token-for-end-to-end-tests-only'

export type Lab = {
  readonly server: RunningServer
  /** A temporary folder, removed afterwards. */
  readonly folder: string
  readonly api: (path: string) => Promise<{ status: number; body: unknown }>
  readonly homes: () => Promise<HomeStatus[]>
  readonly overview: (homeId?: string) => Promise<Overview>
  /** An operator's cookie. */
  readonly cookie: SignInCookie
}

type Options = {
  /**
   * Creates homes in the folder and returns the server's environment. Wrapped in an object, because
   * Playwright treats a bare function as a fixture.
   */
  homes: { readonly make: (folder: string) => Promise<Record<string, string>> | Record<string, string> }
}

type TestOptions = {
  /** Console errors that a test causes on purpose. */
  expectedNoise: { readonly pattern: RegExp } | null
  /** Whether the browser has an operator's cookie. */
  signedIn: boolean
}

/** The browser warns if a preloaded style is used late. That means a busy machine, not a fault. */
const LATE = /\.css was preloaded using link preload but not used within a few seconds/

export const test = base.extend<TestOptions & { quiet: undefined }, Options & { lab: Lab }>({
  homes: [{ make: () => ({}) }, { scope: 'worker', option: true }],
  expectedNoise: [null, { option: true }],
  signedIn: [true, { option: true }],
  lab: [
    async ({ homes }, use) => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-e2e-')))
      const env = await homes.make(folder)
      const data = join(folder, 'data')
      const server = await startServer({ STEWARD_DATA: data, STEWARD_TOKEN: API_TOKEN, ...env })
      const ask = (path: string) =>
        fetch(server.url + path, { headers: { authorization: `Bearer ${API_TOKEN}` } })
      const read = async (path: string) => {
        const response = await ask(path)
        if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
        return response.json()
      }
      await use({
        server,
        folder,
        api: async (path) => {
          const response = await ask(path)
          return { status: response.status, body: await response.json() }
        },
        homes: () => read('/api/v1/homes'),
        overview: (homeId = 'main') => read(`/api/v1/homes/${homeId}/overview`),
        cookie: await signInCookie(data, server.url),
      })
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ lab }, use) => use(lab.server.url),
  context: async ({ context, lab, signedIn, javaScriptEnabled }, use) => {
    if (signedIn) await context.addCookies([lab.cookie])
    if (javaScriptEnabled !== false) {
      context.on('page', waitUntilHydrated)
      // A reused context already has its page.
      for (const page of context.pages()) waitUntilHydrated(page)
      await context.addInitScript(reportViolations)
    }
    await use(context)
  },
  quiet: [
    async ({ page, expectedNoise }, use) => {
      const noise: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning')
          noise.push(`${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => noise.push(String(error)))
      await use(undefined)
      const unexpected = noise.filter((text) => !LATE.test(text) && !expectedNoise?.pattern.test(text))
      expect(unexpected, 'the console stays silent').toEqual([])
    },
    { auto: true },
  ],
})

/** A blocked resource (content security policy) becomes a console error, which fails the test. */
const reportViolations = () =>
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`policy: ${violatedDirective} ${blockedURI}`),
  )

/** A click before hydration is lost, so opening a page waits for it. */
function waitUntilHydrated(page: Page): void {
  const hydrated = page.locator('html[data-keys=ready], html:not(:has(#page:not([data-wall])))')
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (url, options) => {
    const answer = await goto(url, options)
    if (options?.waitUntil === undefined) await hydrated.waitFor({ state: 'attached' })
    return answer
  }
  page.reload = async (options) => {
    const answer = await reload(options)
    if (options?.waitUntil === undefined) await hydrated.waitFor({ state: 'attached' })
    return answer
  }
}

export const demoHomes: Options['homes'] = {
  make: async (folder) => ({ STEWARD_DEMO_HOME: await makeDemo(join(folder, 'data'), Date.now()) }),
}

/** Uses the demo home, which a worker creates once for all files. */
export const demoTest = test.extend({ homes: demoHomes })

export { expect }
