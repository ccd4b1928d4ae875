/** Ten thousand hostile addresses: no route gives away a file, none falls over. */
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { smallHome } from '../lib/testing/presets/small-home.ts'
import { expect, TOKEN, test } from './fixtures.ts'

test.use({
  homes: {
    lay: (folder: string) => ({ HERMES_HOME: smallHome(join(folder, 'home'), 'mar', Date.now()).path }),
  },
})
test.setTimeout(300_000)

type Route = (bad: string) => string

const CASES = 10_000
const AT_ONCE = 8
const piece = fc.oneof(
  fc.constantFrom(
    '..',
    '.',
    '%2e%2e',
    '%2E%2e',
    '..%2f',
    '%2f',
    '%5c',
    '..\\',
    '%00',
    '%0a',
    '%c0%ae',
    '....//',
    '~',
    '*',
    'etc',
    'passwd',
    '.env',
    'auth.json',
    'state.db',
    'config.yaml',
    'file:',
    '__proto__',
    'constructor',
    '%',
    '%zz',
    '%F0%9F%92%A9',
    ';',
    '//',
  ),
  fc.string({ maxLength: 12 }).map(encodeURIComponent),
)
const hostile = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('/'))
const CALLS: readonly Route[] = [
  (bad) => `/api/v1/homes/${bad}/overview`,
  (bad) => `/api/v1/homes/main/overview?${bad}=${bad}`,
  (bad) => `/api/v1/homes/main/sessions/${bad}`,
  (bad) => `/api/v1/homes/main/sessions/${bad}/messages?before=${bad}`,
  (bad) => `/api/v1/homes/main/sessions?q=${bad}&cursor=${bad}&sort=${bad}`,
  (bad) => `/api/v1/homes/main/storage?path=${bad}`,
  (bad) => `/api/v1/homes/${bad}/checkpoints?q=${bad}&cursor=${bad}`,
  (bad) => `/api/v1/homes/main/gateway?platform=${bad}&cursor=${bad}`,
  (bad) => `/api/v1/plans/${bad}`,
  (bad) => `/api/v1/plans/${bad}/items?cursor=${bad}&reason=${bad}`,
  (bad) => `/api/v1/receipts/${bad}?cursor=${bad}`,
  (bad) => `/api/v1/homes/${bad}/incidents?cursor=${bad}`,
  (bad) => `/api/v1/incidents/${bad}`,
  (bad) => `/api/v1/${bad}`,
  (bad) => `/api/${bad}`,
]
const PAGES: readonly Route[] = [
  (bad) => `/?home=${bad}&range=${bad}&age=${bad}`,
  (bad) => `/sessions/${bad}?home=${bad}`,
  (bad) => `/storage?at=${bad}`,
  (bad) => `/cleanup/${bad}`,
  (bad) => `/history/${bad}`,
  (bad) => `/sign-in?code=${bad}&said=${bad}`,
  (bad) => `/_next/static/${bad}`,
  (bad) => `/${bad}`,
]
/** A page costs ten times a call, and takes its parameters to the same questions. */
const address = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(fc.constantFrom(...CALLS), hostile) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom(...PAGES), hostile) },
)

test('no address leads to a file of the home or the machine', async ({ lab }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const { hostname, port } = new URL(lab.server.url)
  const ask = (path: string) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const sent = httpRequest(
        {
          hostname,
          port,
          agent,
          path,
          headers: {
            host: `${hostname}:${port}`,
            authorization: `Bearer ${TOKEN}`,
            cookie: `${lab.cookie.name}=${lab.cookie.value}`,
          },
        },
        (reply) => {
          let body = ''
          reply.on('data', (chunk) => (body += chunk))
          reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body }))
        },
      )
      sent.on('error', reject)
      sent.end()
    })
  const paths = fc.sample(address, { numRuns: CASES, seed: 20261116 }).map(([route, bad]) => route(bad))
  expect(paths).toHaveLength(CASES)
  const failures: string[] = []
  const rest = paths.values()
  const askOn = async () => {
    for (const path of rest) {
      const { status, body } = await ask(path)
      // The made home's secrets, the machine's users, a SQLite header: none may ever be in an answer.
      const leaked =
        /root:[^:]*:0:0|SQLite format 3|default: anthropic|node_modules\/|\sat [^\n]{1,300}?\.[jt]s:\d+/.test(
          body,
        )
      if (status >= 500 || leaked) failures.push(`${status} ${path}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOn))
  expect(failures).toEqual([])
  expect((await lab.api('/api/v1/homes')).status).toBe(200)
  expect(lab.server.output()).not.toMatch(/\n\s+at .+:\d+:\d+/)
  agent.destroy()
})
