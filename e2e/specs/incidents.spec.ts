/** Incidents and limits in the browser: permissions, hostile text, and use without JavaScript. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { rememberHome } from '../../lib/store/homes.ts'
import { openStore } from '../../lib/store/open-store.ts'
import { writeIncident } from '../../lib/store/watch/incidents.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { anIncident } from '../../lib/testing/watch/incidents.ts'
import { expectNothingForAxe } from '../support/axe.ts'
import { expectEveryViewport } from '../support/every-viewport.ts'
import { API_TOKEN, expect, type Lab, test } from '../support/fixtures.ts'
import { expectNoHorizontalScroll } from '../support/no-horizontal-scroll.ts'

const VIEWER_PASSWORD = 'only looking at the stable'
const VIEWER_TOKEN = 'viewer-token-for-end-to-end-tests'
const EVIL = '<img src=x onerror=alert(1)>\u202etxt'

/** A kind that stays open for hours after it was last detected, so that the real detector keeps it. */
const OPEN = anIncident({ id: 'open-1', kind: 'leak-rate-rising', subject: '', title: `Leaks ${EVIL}` })

test.use({
  homes: {
    make: (folder: string) => {
      const path = smallHome(join(folder, 'home'), 'aug', Date.now()).path
      storeIncidents(folder, path)
      return {
        HERMES_HOME: path,
        STEWARD_PASSWORD: 'correct horse battery staple',
        STEWARD_VIEWER_PASSWORD: VIEWER_PASSWORD,
        STEWARD_VIEWER_TOKEN: VIEWER_TOKEN,
      }
    },
  },
})

function storeIncidents(folder: string, homePath: string): void {
  const opened = openStore(join(folder, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  const store = opened.value
  const homeNo = rememberHome(store, homePath)
  const nowMs = Date.now()
  writeIncident(store, homeNo, { ...OPEN, openedMs: nowMs - 60_000, lastSeenMs: nowMs })
  const values = Array.from({ length: 40 }, (_, no) => ({
    atMs: nowMs - (80 - no) * 5_000,
    value: 40_000 + no * 4_000,
  }))
  for (let no = 0; no < 60; no += 1)
    writeIncident(
      store,
      homeNo,
      anIncident({ id: `closed-${no}`, openedMs: nowMs - 400_000, closedMs: nowMs - no * 1_000, values }),
    )
  store.close()
}

async function signInAsViewer(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await page.getByLabel('Password').fill(VIEWER_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/$/)
}

/** A browser without JavaScript, signed in as the operator. */
async function withoutScripts(browser: Browser, lab: Lab, use: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: lab.server.url })
  await context.addCookies([lab.cookie])
  await use(await context.newPage())
  await context.close()
}

test.describe('limits', () => {
  test('an operator can save limits, override them for a source, and reset them', async ({ page }) => {
    await page.goto('/watch/limits')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Limits: the usual ones hold')
    await page.getByLabel('Burn per minute').fill('12345')
    await page.getByLabel('Money per day').fill('7.5')
    await page.getByText('Set limits of their own').first().click()
    await page.getByRole('group', { name: 'cron', exact: true }).getByLabel('Messages').fill('77')
    await page.getByRole('button', { name: 'Save the limits' }).click()
    await expect(page.getByText('Saved. They hold from the next look on, for all homes.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Limits: your own hold')
    await page.reload()
    await expect(page.getByLabel('Burn per minute')).toHaveValue('12345')
    await expect(page.getByLabel('Money per day')).toHaveValue('7.5')
    await expect(page.getByRole('group', { name: 'cron', exact: true }).getByLabel('Messages')).toHaveValue(
      '77',
    )
    await page.getByRole('button', { name: 'Back to usual' }).click()
    await expect(page.getByText('The usual limits hold again.')).toBeVisible()
    await expect(page.getByLabel('Burn per minute')).toHaveValue('50000')
  })

  test('can be set without JavaScript', async ({ browser, lab }) => {
    await withoutScripts(browser, lab, async (page) => {
      await page.goto('/watch/limits')
      await page.getByLabel('Cron runs per hour').fill('33')
      await page.getByRole('button', { name: 'Save the limits' }).click()
      await expect(page.getByText(/^Saved\./)).toBeVisible()
      await expect(page.getByLabel('Cron runs per hour')).toHaveValue('33')
      await page.getByRole('button', { name: 'Back to usual' }).click()
      await expect(page.getByLabel('Cron runs per hour')).toHaveValue('120')
    })
  })

  test.describe(() => {
    test.use({ signedIn: false })

    test('a viewer can read them but not change them, even by a direct call', async ({ page, lab }) => {
      await signInAsViewer(page)
      await page.goto('/watch/limits')
      await expect(page.getByText('You see the limits; an operator changes them')).toBeVisible()
      await expect(page.getByLabel('Burn per minute')).toBeDisabled()
      await expect(page.getByRole('button', { name: 'Save the limits' })).toHaveCount(0)
      await page.locator('form:has(input[name="home.tokensPerMinute"])').evaluate((form: HTMLFormElement) => {
        for (const fieldset of form.querySelectorAll('fieldset')) fieldset.disabled = false
        form.requestSubmit()
      })
      await expect(page.getByText('Only an operator may change limits. Nothing was saved.')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Limits: the usual ones hold')
      expect(lab.server.output()).not.toContain('Error')
    })
  })
})

test.describe('incidents', () => {
  test('open and closed ones are listed with links, the closed ones in pages', async ({ page }) => {
    await page.goto('/watch/incidents')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incidents: 1 is open')
    const closed = page.getByRole('table', { name: 'Closed incidents' })
    await expect(closed.getByRole('row')).toHaveCount(51)
    await page.getByRole('link', { name: 'Older' }).click()
    await expect(closed.getByRole('row')).toHaveCount(11)
    await page.getByRole('link', { name: 'Newest' }).click()
    await closed.getByRole('link').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('inbox-triage is looping')
    await expect(page.getByRole('img', { name: /196 K tokens a minute, limit 50 K/ })).toBeVisible()
    await page.getByText('The same numbers as a table').click()
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(41)
  })

  test('an operator can acknowledge, and deceptive names and notes are only text', async ({ page, lab }) => {
    let alerts = 0
    page.on('dialog', (dialog) => {
      alerts += 1
      return dialog.dismiss()
    })
    const banner = page.getByRole('banner').getByRole('link', { name: /^Leaks <img.*Open Watch$/ })
    // The first sample takes over open incidents.
    await expect
      .poll(async () => (await lab.api('/api/v1/homes/main/watch?once=1')).body)
      .toMatchObject({ state: { incidents: [{ id: 'open-1' }] } })
    await page.goto('/storage')
    await expect(banner).toBeVisible()
    await page.goto('/watch/incidents/open-1')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /^Leaks <img src=x onerror=alert\(1\)><U\+202E>txt$/,
    )
    await page.getByLabel('Note for the others, may be empty').fill(`I look at it ${EVIL}`)
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    await expect(page.getByText('Acknowledged. It closes by itself when the thing is over.')).toBeVisible()
    await expect(
      page.getByText('I look at it <img src=x onerror=alert(1)><U+202E>txt', { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'I look at it' })).toContainText('Acknowledged')
    await expect(page.getByText(/^Open for /)).toBeVisible()
    expect(alerts).toBe(0)
    await page.goto('/history')
    await expect(banner).toHaveCount(0)
    await expect(page.getByText('Incident acknowledged').first()).toBeVisible()
  })

  test('acknowledging works without JavaScript', async ({ browser, lab }) => {
    await withoutScripts(browser, lab, async (page) => {
      await page.goto('/watch/incidents/closed-7')
      await page.getByLabel('Note for the others, may be empty').fill('it was the cron job')
      await page.getByRole('button', { name: 'Acknowledge' }).click()
      await expect(page.getByText('it was the cron job', { exact: true })).toBeVisible()
    })
  })

  test.describe(() => {
    test.use({ signedIn: false })

    test('a viewer can read one but not acknowledge it, in the browser or over HTTP', async ({
      page,
      lab,
    }) => {
      await signInAsViewer(page)
      await page.goto('/watch/incidents/closed-9')
      await expect(page.getByText('An operator acknowledges; you are signed in as a viewer.')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Acknowledge' })).toHaveCount(0)
      const post = (token: string) =>
        fetch(`${lab.server.url}/api/v1/incidents/closed-9/acknowledge`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ note: 'over HTTP' }),
        })
      expect((await post(VIEWER_TOKEN)).status).toBe(403)
      expect((await post(API_TOKEN)).status).toBe(200)
      await page.reload()
      await expect(page.getByText('over HTTP', { exact: true })).toBeVisible()
    })
  })

  test('an unknown one has a page that says so', async ({ page }) => {
    const response = await page.goto('/watch/incidents/nothing')
    expect(response?.status()).toBe(404)
  })
  test.use({ expectedNoise: { pattern: /404/ } })
})

test('metrics need the token and contain no session names', async ({ lab }) => {
  const ask = (headers: Record<string, string>) => fetch(`${lab.server.url}/metrics`, { headers })
  expect((await ask({})).status).toBe(401)
  expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(401)
  const response = await ask({ authorization: `Bearer ${VIEWER_TOKEN}` })
  expect(response.status).toBe(200)
  const text = await response.text()
  expect(text).toMatch(/^steward_incidents_open\{home="main",kind="leak-rate-rising",level="warn"\} 1$/m)
  expect(text).toMatch(/^steward_sessions\{home="main"\} \d+$/m)
  expect(text).not.toContain('Leaks')
})

for (const path of [
  '/watch/limits',
  '/watch/incidents',
  '/watch/incidents/open-1',
  '/watch/incidents/closed-0',
]) {
  test(`${path} passes axe and fits every width`, async ({ page }) => {
    await page.goto(path)
    for (const summary of await page.locator('main summary').all()) await summary.click()
    await expectEveryViewport(page)
  })
}

test('a paused Hermes is named on Watch, in the home picker, with incidents and in the JSON', async ({
  page,
  lab,
}) => {
  const estop = join(lab.folder, 'home', 'ESTOP')
  const picker = page.getByRole('button', { name: /^Home: main\. / })
  const banner = page.getByRole('region', { name: /^Hermes paused/ })
  await page.goto('/watch')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Watch:')
  await expect(banner).toHaveCount(0)
  await expect(picker).toHaveAccessibleName('Home: main. Choose another')
  try {
    writeFileSync(estop, '')
    await expect(banner).toHaveAccessibleName('Hermes paused')
    await expect(banner).toContainText('No new cron runs or chat turns. Running work continues.')
    await expect(picker).toHaveAccessibleName('Home: main. Hermes paused. Choose another')

    const nowMs = Date.now()
    const body = {
      engaged_at: new Date(nowMs - 60_000).toISOString(),
      expires_at: new Date(nowMs + 3_600_000).toISOString(),
      reason: `${EVIL} ${'long '.repeat(100)}`,
    }
    writeFileSync(estop, JSON.stringify(body))
    await expect(banner).toHaveAccessibleName(/^Hermes paused since (\d+ \w+ )?\d\d:\d\d$/)
    await expect(banner).toContainText(/until (\d+ \w+ )?\d\d:\d\d/)
    await expect(banner).toContainText('<img src=x onerror=alert(1)>\uFFFDtxt')
    await expect(banner.getByText(/hermes resume$/)).toBeVisible()
    await expect(picker).toHaveAccessibleName(
      /^Home: main\. Hermes paused since .+ · until .+ · <img.+\. Choose another$/,
    )
    const card = page.getByRole('region', { name: /^Leaks/ })
    await expect(card.locator('[data-pause]')).toHaveText(/^Hermes paused since .+ · until .+ · <img/)
    for (const width of [1_440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoHorizontalScroll(page, `paused, ${width} px`)
      if (width !== 320) await expectNothingForAxe(page, `paused, ${width} px`)
    }

    for (const path of ['/watch/incidents', '/watch/incidents/open-1']) {
      await page.goto(path)
      await expect(banner).toContainText(/until (\d+ \w+ )?\d\d:\d\d/)
      await expectNoHorizontalScroll(page, path)
    }
    const [home] = await lab.homes()
    expect(home?.live.paused).toMatchObject({ since: body.engaged_at, until: body.expires_at, by: 'home' })
  } finally {
    rmSync(estop)
  }
  await page.goto('/watch')
  await expect(banner).toHaveCount(0)
})
