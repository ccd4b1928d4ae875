/** Getting in, in a real browser: by password, by link, in two roles, and out again. */

import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { SignInLinks } from '../lib/runtime/doors/sign-in-links.ts'
import { openStore } from '../lib/store/open-store.ts'
import { smallHome } from '../lib/testing/presets/small-home.ts'
import { axeOn } from './axe.ts'
import { expect, type Lab, test } from './fixtures.ts'

const PASSWORD = 'correct horse battery staple'
const VIEWER_PASSWORD = 'only looking at the stable'

test.use({
  signedIn: false,
  homes: {
    lay: (folder: string) => ({
      HERMES_HOME: smallHome(join(folder, 'home'), 'aug', Date.now()).path,
      STEWARD_PASSWORD: PASSWORD,
      STEWARD_VIEWER_PASSWORD: VIEWER_PASSWORD,
      STEWARD_READ_ONLY: '1',
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

test('an operator signs in by password, sees who they are, and out again', async ({ page }) => {
  await signIn(page, PASSWORD)
  await expect(page).toHaveURL(/\/$/)
  await expect(page.getByRole('navigation').getByText('operator', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByRole('status').getByText('Signed out')).toBeVisible()
  const again = await page.context().newPage()
  await again.goto('/')
  await expect(again.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test('a wrong password says so and stays at the door', async ({ page }) => {
  await signIn(page, 'wrong')
  await expect(page.getByRole('status').getByText('That password opens nothing')).toBeVisible()
  await expect(page.getByLabel('Password')).toHaveValue('')
})

test('a viewer sees everything and has no button that rules', async ({ page }) => {
  await signIn(page, VIEWER_PASSWORD)
  await expect(page.getByRole('navigation').getByText('viewer', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toHaveCount(0)
})

test('a one-time link leaves nothing secret in the address, and a second use is refused', async ({
  page,
  lab,
  browser,
}) => {
  const link = freshLink(lab)
  await page.goto(link)
  await expect(page).toHaveURL(`${lab.server.url}/`)
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

test('a server action is refused without a cookie and with a viewer’s, and works for an operator', async ({
  page,
  lab,
  browser,
}) => {
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
  // Everybody is out now, the viewer too.
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
  // Malformed, and larger than any action takes: refused, and nothing of our insides told.
  for (const body of ['[{"home":', 'not a body at all', `[{"home":"${'x'.repeat(2_000_000)}"}]`]) {
    const answer = await call(fresh, lab.server.url, body)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await answer.text()).not.toMatch(/\bat \S+ \(|node_modules/)
  }
  await other.reload()
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await context.close()
})

for (const colorScheme of ['dark', 'light'] as const) {
  for (const width of [390, 1440]) {
    test(`the sign-in page has no axe violations, ${colorScheme} at ${width} px`, async ({ page }) => {
      await page.addInitScript((theme) => localStorage.setItem('theme', theme), colorScheme)
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/sign-in?said=wrong')
      expect((await axeOn(page).analyze()).violations).toEqual([])
    })
  }
}
