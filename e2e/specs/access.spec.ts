/** Access over HTTP: tokens, host names, roles, and the audit log. */
import { join } from 'node:path'
import { PUBLIC_FILES } from '../../lib/server/http/guard/public-paths.ts'
import { captureHome } from '../../lib/testing/capture-home.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { askAs } from '../support/ask-as.ts'
import { PRUNE_SESSIONS, requestPlan } from '../support/clean-lab.ts'
import { expect, test } from '../support/fixtures.ts'
import { signInByPassword } from '../support/password-cookie.ts'
import { callServerAction, listServerActions } from '../support/server-actions.ts'

const VIEWER_PASSWORD = 'only looking at the stable'

test.use({
  homes: {
    make: (folder: string) => ({
      HERMES_HOME: smallHome(join(folder, 'home'), 'aug', Date.now()).path,
      STEWARD_ALLOWED_HOSTS: 'nas.lan',
      STEWARD_PASSWORD: 'correct horse battery staple',
      STEWARD_VIEWER_PASSWORD: VIEWER_PASSWORD,
    }),
  },
})

test('the health probe is public and reveals nothing about the home', async ({ lab }) => {
  const response = await fetch(`${lab.server.url}/api/health`)
  expect(response.status).toBe(200)
  expect(Object.keys(await response.json()).sort()).toEqual(['status', 'version'])
})

test('the HTTP API needs its token, on existing and unknown URLs', async ({ lab }) => {
  for (const path of ['/api/v1/homes', '/api/v1/homes/main/overview', '/api/v1/nothing']) {
    const bare = await fetch(lab.server.url + path)
    expect(bare.status).toBe(401)
    expect(await bare.json()).toMatchObject({ error: { code: 'unauthorized' } })
    const wrong = await fetch(lab.server.url + path, {
      headers: { authorization: 'Bearer another-token-of-24-characters' },
    })
    expect(wrong.status).toBe(401)
  }
  expect((await lab.api('/api/v1/homes')).status).toBe(200)
  expect(await lab.api('/api/v1/nothing')).toMatchObject({
    status: 404,
    body: { error: { code: 'not-found' } },
  })
  expect(await lab.api('/api/v1/homes/other/overview')).toMatchObject({
    status: 404,
    body: { error: { code: 'not-found' } },
  })
})

test('on every URL a foreign Host gets only the setting to copy', async ({ lab }) => {
  for (const path of [
    '/',
    '/api/health',
    '/api/v1/homes',
    '/api/v1/homes/main/overview',
    '/api/v1/homes/main/watch',
  ]) {
    const refused = await askAs(lab.server.url, 'rebound.example', path)
    expect(refused.status).toBe(421)
    // Requesting a protocol upgrade must not bypass the guard.
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-key': 'AAAA',
      'sec-websocket-version': '13',
    }
    expect((await askAs(lab.server.url, 'rebound.example', path, upgrade)).status).toBe(421)
    expect(refused.body).toContain('STEWARD_ALLOWED_HOSTS')
    expect(refused.body).not.toContain('transcripts')
  }
  expect((await askAs(lab.server.url, 'nas.lan:9191', '/api/v1/homes')).status).toBe(200)
})

test('odd home names are not found', async ({ lab }) => {
  for (const name of [
    '..',
    '%2e%2e',
    '..%2f..%2fetc',
    '*',
    'main%00',
    'x'.repeat(3_000),
    '__proto__',
    'constructor',
  ]) {
    const { status } = await lab.api(`/api/v1/homes/${name}/overview`)
    expect([400, 404]).toContain(status)
  }
  expect((await lab.api('/api/v1/homes')).status).toBe(200)
})

test('an event stream ends when its browser signs out', async ({ lab }) => {
  const cookie = await signInByPassword(lab.server.url, VIEWER_PASSWORD)
  const stream = await fetch(`${lab.server.url}/api/v1/homes/main/watch`, { headers: { cookie } })
  const reader = stream.body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('retry:')
  await fetch(`${lab.server.url}/sign-out`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: lab.server.url },
  })
  const readOn = async (): Promise<'ended'> => {
    for (;;) {
      const next = await reader?.read().catch(() => null)
      if (next === null || next === undefined || next.done) return 'ended'
    }
  }
  expect(await readOn()).toBe('ended')
})

/** Actions that viewers may call. All others, including new ones, need an operator. */
const FOR_VIEWERS = [
  'countAgain',
  'countDatabase',
  'planAgain',
  'previewCheckpoints',
  'previewClosing',
  'previewSessions',
  'recentReceipts',
  'rememberColumns',
  'restoreReceipt',
  'startCleanup',
  'startFinding',
]
/** Forms respond with a URL instead of a result. */
const FORMS = ['acknowledgeForm', 'saveLimits', 'resetLimits', 'startCleanup', 'startFinding']

/** With `nosniff`, a browser drops an icon or manifest of the wrong type. */
const PUBLIC_FILE_TYPES = {
  '/apple-touch-icon.png': 'image/png',
  '/favicon.ico': 'image/x-icon',
  '/icon-192.png': 'image/png',
  '/icon-512.png': 'image/png',
  '/icon-maskable-512.png': 'image/png',
  '/icon.svg': 'image/svg+xml',
  '/robots.txt': 'text/plain; charset=UTF-8',
  '/site.webmanifest': 'application/manifest+json',
}

test('icons, manifest and robots.txt are served signed out, with the right type and security headers', async ({
  lab,
}) => {
  expect(Object.keys(PUBLIC_FILE_TYPES)).toEqual([...PUBLIC_FILES])
  for (const [path, type] of Object.entries(PUBLIC_FILE_TYPES)) {
    const file = await fetch(`${lab.server.url}${path}`, { redirect: 'manual' })
    expect([path, file.status, file.headers.get('content-type')]).toEqual([path, 200, type])
    expect(file.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0)
  }
  expect(await (await fetch(`${lab.server.url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n')
  const unlisted = await fetch(`${lab.server.url}/icon-64.png`, { redirect: 'manual' })
  expect([unlisted.status, unlisted.headers.get('location')]).toEqual([303, '/sign-in'])
})

test.describe('signed out', () => {
  test.use({ signedIn: false })

  test('a browser loads the manifest without an error', async ({ lab, page, context }) => {
    await page.goto(`${lab.server.url}/sign-in`)
    const devtools = await context.newCDPSession(page)
    const manifest = await devtools.send('Page.getAppManifest')
    expect(manifest.errors).toEqual([])
    expect(manifest.url).toBe(`${lab.server.url}/site.webmanifest`)
    expect(JSON.parse(manifest.data ?? '{}')).toMatchObject({ name: 'Hermes Steward', start_url: '/' })
  })
})

test('viewers are refused every operator action, and the home stays unchanged', async ({ lab }) => {
  const home = join(lab.folder, 'home')
  const plan = await requestPlan(lab, [PRUNE_SESSIONS])
  const before = captureHome(home)
  const inputs: Record<string, unknown> = {
    approvePlan: { planId: plan.id, digest: plan.digest, except: [], consent: null },
    purgeKept: { receiptId: 'none', consent: 'delete 1 from main' },
    emptyTrash: { home: 'main', consent: 'delete 1 from main' },
    pauseReads: { home: 'main', paused: true },
    acknowledgeIncident: { home: 'main', incident: 'none', note: '' },
    pauseJob: { home: 'main', incident: 'none', job: 'a1a1a1a1a1a1' },
  }
  const cookie = await signInByPassword(lab.server.url, VIEWER_PASSWORD)
  const actions = listServerActions().filter(({ name }) => !FORMS.includes(name))
  expect(actions.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'approvePlan',
      'stopCleanup',
      'stopAgentRun',
      'purgeKept',
      'emptyTrash',
      'pauseJob',
      'pauseReads',
      'acknowledgeIncident',
    ]),
  )
  for (const action of actions) {
    const answer = await (await callServerAction(lab, action, cookie, inputs[action.name] ?? {})).text()
    const isRefused = answer.includes('"operator-only"')
    expect(isRefused, `${action.name}: ${answer}`).toBe(!FOR_VIEWERS.includes(action.name))
  }
  expect(captureHome(home)).toEqual(before)
})

test('a form action treats any other body as an empty form', async ({ lab }) => {
  const cookie = `${lab.cookie.name}=${lab.cookie.value}`
  const forms = listServerActions().filter(({ name }) => FORMS.includes(name))
  expect(forms.length).toBeGreaterThanOrEqual(FORMS.length)
  for (const action of forms)
    for (const sent of [{}, 'words', null, [1, 2]]) {
      const { status } = await callServerAction(lab, action, cookie, sent)
      // Redirected by 303, or inside a 200 if Next stays on the same page.
      expect([200, 303], `${action.name} ${JSON.stringify(sent)}`).toContain(status)
    }
})

test('images are not resized', async ({ lab }) => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${lab.server.url}/_next/image?url=%2Ficon-192.png&w=64&q=75`, { headers, redirect: 'manual' })
  expect((await ask({ cookie: `${lab.cookie.name}=${lab.cookie.value}` })).status).toBe(404)
  expect((await ask({})).status).toBe(303)
})

test('sign-ins, plans and refusals do not hide actions: the audit log lists them separately, in pages', async ({
  page,
  lab,
}) => {
  const { url } = lab.server
  for (let n = 0; n < 32; n += 1) {
    await askAs(url, `flood-${n}.example`, '/')
    await fetch(`${url}/api/v1/homes`, { headers: { authorization: `Bearer wrong-${n}` } })
    await fetch(`${url}/sign-out`, { method: 'POST', headers: { origin: 'https://evil.example' } })
  }
  await signInByPassword(url, VIEWER_PASSWORD)
  await requestPlan(lab, [PRUNE_SESSIONS])
  await page.goto('/history')
  const record = page.locator('#record')
  const rows = record.locator('tbody')
  await expect(record.getByRole('heading', { name: 'Who did what' })).toBeVisible()
  for (const hidden of ['Signed in', 'Plan made', 'Host name refused'])
    await expect(rows.getByText(hidden)).toHaveCount(0)
  await record.getByRole('link', { name: 'Sign-ins and plans' }).click()
  await expect(rows.getByText('Signed in').first()).toBeVisible()
  await expect(rows.getByText('Plan made').first()).toBeVisible()
  await expect(rows.getByText('Host name refused')).toHaveCount(0)
  await record.getByRole('link', { name: 'Refused' }).click()
  await expect(record.getByRole('heading', { name: 'Who was refused' })).toBeVisible()
  await expect(record.locator('tbody tr')).toHaveCount(60)
  await expect(rows.getByText('Signed in')).toHaveCount(0)
  await record.getByRole('link', { name: 'Older' }).click()
  await expect(page).toHaveURL(/audit=refused\.\d+/)
  await expect(record.getByRole('link', { name: 'Newest' })).toBeVisible()
  expect(await record.locator('tbody tr').count()).toBeGreaterThan(20)
})
