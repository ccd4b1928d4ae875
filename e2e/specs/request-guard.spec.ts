/** Signing in and out in a real browser, by password and by link, in both roles. */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { SignInLinks } from '../../lib/server/http/sign-in/sign-in-links.ts'
import { openStore } from '../../lib/store/open-store.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { BROWSER_ARGS, findBrowser } from '../../scripts/browser.ts'
import { signInCookie } from '../../scripts/sign-in-cookie.ts'
import { expectEveryViewport } from '../support/every-viewport.ts'
import { API_TOKEN, expect, type Lab, test } from '../support/fixtures.ts'
import { signInByPassword } from '../support/password-cookie.ts'

const PASSWORD = 'correct horse battery staple'
const VIEWER_PASSWORD = 'only looking at the stable'

test.use({
  signedIn: false,
  homes: {
    make: (folder: string) => ({
      HERMES_HOME: smallHome(join(folder, 'home'), 'aug', Date.now()).path,
      STEWARD_PASSWORD: PASSWORD,
      STEWARD_VIEWER_PASSWORD: VIEWER_PASSWORD,
      STEWARD_READ_ONLY: '1',
      STEWARD_ALLOWED_HOSTS: 'nas.lan',
      STEWARD_TRUST_PROXY: '1',
    }),
  },
})

async function signIn(page: Page, password: string): Promise<void> {
  await page.goto('/')
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const freshLink = ({ folder, server }: Lab): string => {
  const opened = openStore(join(folder, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  const { code } = new SignInLinks(opened.value).make(Date.now())
  opened.value.close()
  return `${server.url}/sign-in?code=${code}`
}

test('an operator can sign in by password, sees their role, and can sign out', async ({ page }) => {
  await signIn(page, PASSWORD)
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('navigation').getByText('operator', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('status').getByText('Signed out')).toBeVisible()
  const again = await page.context().newPage()
  await again.goto('/')
  await expect(again.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a wrong password says so and stays on the sign-in page', async ({ page }) => {
  await signIn(page, 'wrong')
  await expect(page.getByRole('status').getByText('That password opens nothing')).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveValue('')
})

test('a viewer sees everything and has no operator controls', async ({ page }) => {
  await signIn(page, VIEWER_PASSWORD)
  await expect(page.getByRole('navigation').getByText('viewer', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toHaveCount(0)
})

test('a one-time link leaves no secret in the URL and cannot be used twice', async ({
  page,
  lab,
  browser,
}) => {
  const link = freshLink(lab)
  await page.goto(link)
  await expect(page).toHaveURL(`${lab.server.url}/`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.evaluate(() => document.cookie)).toBe('')
  expect(await page.content()).not.toContain(new URL(link).searchParams.get('code'))
  const thief = await (await browser.newContext()).newPage()
  await thief.goto(link)
  await expect(thief.getByText('This link no longer works')).toBeVisible()
  await thief.context().close()
})

test('signing in works without JavaScript', async ({ browser, lab }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: lab.server.url })
  const page = await context.newPage()
  await signIn(page, PASSWORD)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})

test('read-only mode says so on the page', async ({ page }) => {
  await signIn(page, PASSWORD)
  await expect(page.getByText('Read-only.')).toBeVisible()
})

test('a server action needs an operator’s cookie', async ({ page, lab, browser }) => {
  await signIn(page, PASSWORD)
  const posted = page.waitForRequest(
    (request) => request.method() === 'POST' && 'next-action' in request.headers(),
  )
  const context = await browser.newContext({ baseURL: lab.server.url })
  const other = await context.newPage()
  await signIn(other, VIEWER_PASSWORD)
  const viewerCookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  const request = await posted
  await expect(page.getByRole('status').getByText('Signed out')).toBeVisible()
  // All users are signed out now, including the viewer.
  await other.reload()
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible()

  const action = request.headers()['next-action'] ?? ''
  const call = (cookie: string | null, origin = lab.server.url, body = '[{}]') =>
    fetch(lab.server.url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'next-action': action,
        'content-type': 'text/plain;charset=UTF-8',
        origin,
        ...(cookie === null ? {} : { cookie }),
      },
      body,
    })
  expect((await call(null)).status).toBe(401)
  expect((await call(viewerCookie)).status).toBe(401)
  await signIn(other, VIEWER_PASSWORD)
  const fresh = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const refused = await call(fresh)
  expect(await refused.text()).toContain('operator-only')
  expect((await call(fresh, 'https://evil.example')).status).toBe(403)
  // Malformed, and larger than any action accepts. Refused without internal details.
  for (const body of ['[{"home":', 'not a body at all', `[{"home":"${'x'.repeat(9_000_000)}"}]`]) {
    const answer = await call(fresh, lab.server.url, body)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await answer.text()).not.toMatch(/\bat \S+ \(|node_modules/)
  }
  await other.reload()
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})

test.describe('over plain HTTP, by another machine’s name', () => {
  test('sign-in and sign-out forms work with and without JavaScript', async ({ lab }) => {
    // Chromium trusts loopback. Under this name it sends no Sec-Fetch headers, as for another machine on the
    // network.
    const browser = await chromium.launch({
      executablePath: process.env.STEWARD_TEST_BROWSER ?? findBrowser(),
      args: [...BROWSER_ARGS, '--host-resolver-rules=MAP nas.lan 127.0.0.1'],
    })
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser.newContext({
        javaScriptEnabled,
        baseURL: `http://nas.lan:${new URL(lab.server.url).port}`,
      })
      const page = await context.newPage()
      const posted = page.waitForRequest((request) => request.method() === 'POST')
      await signIn(page, PASSWORD)
      expect(await (await posted).allHeaders()).not.toHaveProperty('sec-fetch-site')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await expect(page.getByText('Signed out', { exact: true })).toBeVisible()
      await context.close()
    }
    await browser.close()
  })
})

test('a link opened from another site signs in', async ({ page, lab }) => {
  const mail = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<a href="${freshLink(lab)}">Sign in</a>`),
  ).listen(0, '127.0.0.1')
  await once(mail, 'listening')
  const { port } = mail.address() as AddressInfo
  // Another name is another site, even on the same machine.
  await page.goto(`http://localhost:${port}/`)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${lab.server.url}/`)
  await expect(page.getByRole('navigation').getByText('operator', { exact: true })).toBeVisible()
  mail.close()
  mail.closeAllConnections()
})

test('two hundred simultaneous wrong passwords do not affect the signed-in operator', async ({
  page,
  lab,
}) => {
  // A separate sign-in, because another test of this file signs all users out.
  await page.context().addCookies([await signInCookie(join(lab.folder, 'data'), lab.server.url)])
  await page.goto('/')
  const guess = (n: number) =>
    fetch(`${lab.server.url}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      // From another address, so that other tests of this file can still use passwords.
      headers: { origin: lab.server.url, 'x-forwarded-for': '203.0.113.7' },
      body: new URLSearchParams({ password: `guess ${n}` }),
    })
  const guesses = Promise.all(Array.from({ length: 200 }, (_, n) => guess(n)))
  for (const path of ['/storage', '/cleanup', '/sessions']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  }
  await expect(page.getByRole('table', { name: 'Sessions' })).toBeVisible()
  const statuses = (await guesses).map(({ status }) => status)
  expect(statuses.filter((status) => status === 303).length).toBeLessThanOrEqual(10)
  expect(new Set(statuses)).toEqual(new Set([303, 429]))
  await page.reload()
  await expect(page.getByRole('table', { name: 'Sessions' })).toBeVisible()
})

test('neither the log nor our files contain a password, token, used code or cookie', async ({ lab }) => {
  const { url } = lab.server
  const wrong = {
    password: 'a wrong password, long enough to find',
    token: 'a-wrong-token-long-enough-to-find',
  }
  const cookie = await signInByPassword(url, PASSWORD)
  await expect(signInByPassword(url, wrong.password)).rejects.toThrow('303')
  const link = freshLink(lab)
  const byLink = (await fetch(link)).headers.get('set-cookie') ?? ''
  await fetch(link)
  for (const token of [API_TOKEN, wrong.token])
    await fetch(`${url}/api/v1/homes`, { headers: { authorization: `Bearer ${token}` } })
  await fetch(`${url}/sessions`, { headers: { cookie } })
  const sealedIn = (text: string) => text.split(';')[0]?.split('=')[1] ?? ''
  const secrets = [
    PASSWORD,
    VIEWER_PASSWORD,
    wrong.password,
    API_TOKEN,
    wrong.token,
    new URL(link).searchParams.get('code') ?? '',
    sealedIn(cookie),
    sealedIn(byLink),
  ]
  expect(secrets.map((secret) => secret.length > 15)).toEqual(secrets.map(() => true))
  const data = join(lab.folder, 'data')
  const files = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toContain('steward.db')
  const written = [
    lab.server.output(),
    ...files
      .filter(({ name }) => name !== 'cookie-key')
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')),
  ]
  for (const secret of secrets)
    expect(
      written.some((text) => text.includes(secret)),
      `${secret.slice(0, 8)}…`,
    ).toBe(false)
})

test('the sign-in page passes axe and fits every width', async ({ page }) => {
  await page.goto('/sign-in?message=wrong')
  await expectEveryViewport(page)
})
