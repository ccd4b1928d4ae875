/** A bug of ours, made on purpose: the collector's questions fail. What people and scripts see of it. */
import { join } from 'node:path'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { expect, test } from '../support/fixtures.ts'

const INSIDE = 'a detail for the log alone'

/** Loaded into the server before everything else. */
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
  // Next tells the browser's console about the failure too, in words that carry no detail.
  expectedNoise: { pattern: /error occurred in the Server Components render|status of 500|React error #441/ },
})

/** The log lines about this reference, as the objects they are. */
const loggedUnder = (output: string, reference: string) =>
  output
    .split('\n')
    .filter((line) => line.includes(`"reference":"${reference}"`))
    .map((line) => JSON.parse(line))

test('a page that fails shows a reference and no detail; the log has both', async ({ page, lab }) => {
  const response = await page.goto('/')
  expect(response?.status()).toBe(500)
  await expect(page.getByRole('heading', { name: 'This page could not be made' })).toBeVisible()
  const reference = await page.locator('.font-mono').textContent()
  expect(reference).toMatch(/^\w{4,}$/)
  const shown = (await response?.text()) + (await page.content())
  expect(shown).not.toContain(INSIDE)
  expect(shown).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d/)
  // What the server prints arrives beside its answer.
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

test('the HTTP interface answers a failure with a reference and no detail', async ({ lab }) => {
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
