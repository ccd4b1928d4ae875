/** What people and scripts see of a bug. Collector requests fail on purpose. */
import { join } from 'node:path'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { expect, test } from '../support/fixtures.ts'
import { callServerAction, listServerActions } from '../support/server-actions.ts'

const INSIDE = 'a detail for the log alone'

/** Preloaded into the server. */
const BROKEN = `data:text/javascript,${encodeURIComponent(`
  import { Worker } from 'node:worker_threads'
  Worker.prototype.postMessage = () => { throw new Error('${INSIDE}') }
`)}`

test.use({
  homes: {
    make: (folder: string) => ({
      HERMES_HOME: smallHome(join(folder, 'home'), 'aug', Date.now()).path,
      NODE_OPTIONS: `--import=${BROKEN}`,
    }),
  },
  // Next also logs the failure to the browser console, without details.
  expectedNoise: { pattern: /error occurred in the Server Components render|status of 500|React error #441/ },
})

/** The parsed log lines with this reference. */
const loggedUnder = (output: string, reference: string) =>
  output
    .split('\n')
    .filter((line) => line.includes(`"reference":"${reference}"`))
    .map((line) => JSON.parse(line))

test('a failed page shows a reference without details, and the log has both', async ({ page, lab }) => {
  const response = await page.goto('/')
  expect(response?.status()).toBe(500)
  await expect(page.getByRole('heading', { name: 'This page could not be made' })).toBeVisible()
  const reference = await page.locator('.font-mono').textContent()
  expect(reference).toMatch(/^\w{4,}$/)
  const shown = (await response?.text()) + (await page.content())
  expect(shown).not.toContain(INSIDE)
  expect(shown).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d/)
  // Server output may arrive after the response.
  const logged = () => loggedUnder(lab.server.output(), reference ?? '')
  await expect.poll(logged).toMatchObject([
    {
      level: 'error',
      message: 'request failed',
      method: 'GET',
      path: '/',
      error: expect.stringContaining(INSIDE),
    },
  ])
})

test('a failed API request returns a reference without details', async ({ lab }) => {
  const { status, body } = await lab.api('/api/v1/homes/main/overview')
  expect(status).toBe(503)
  const text = JSON.stringify(body)
  expect(text).not.toContain(INSIDE)
  const reference = /under (\w{8})\./.exec(text)?.[1]
  await expect
    .poll(() => loggedUnder(lab.server.output(), reference ?? ''))
    .toMatchObject([
      {
        level: 'error',
        message: 'request failed',
        path: '/api/v1/homes/main/overview',
        error: expect.stringContaining(`Error: ${INSIDE}`),
      },
    ])
})

test('an action that fails is a 500 and logged as an error, not a body that cannot be decoded', async ({
  lab,
}) => {
  const action = listServerActions().find(({ name }) => name === 'countAgain')
  if (action === undefined) throw new Error('there is no such action')
  const cookie = `${lab.cookie.name}=${lab.cookie.value}`
  const logged = lab.server.output().length
  expect((await callServerAction(lab, action, cookie, { home: 'main' })).status).toBe(500)
  const errors = () => lab.server.output().slice(logged)
  await expect.poll(errors).toMatch(/"level":"error","message":"request failed".*"method":"POST"/)
  expect(errors()).not.toContain('request body not decoded')
})
