/**
 * Hostile and valid URLs, five hundred here and ten thousand in `npm run torture`. No route may leak a file or
 * crash.
 */
import { Agent, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import fc from 'fast-check'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { ORPHANS, PRUNE_SESSIONS, requestPlan } from '../support/clean-lab.ts'
import { API_TOKEN, expect, type Lab, test } from '../support/fixtures.ts'
import { plantedIn, plantSecrets } from '../support/homes/planted-secrets.ts'
import { type HostileCall, hostileCalls, unlisted } from '../support/hostile-addresses.ts'
import { listRoutes } from '../support/route-list.ts'

test.use({
  homes: {
    make: (folder: string) => {
      const { path } = smallHome(join(folder, 'home'), 'mar', Date.now())
      plantSecrets(path)
      return { HERMES_HOME: path }
    },
  },
})
test.setTimeout(300_000)

const CASES = Number(process.env.TORTURE_ADDRESSES ?? 500)
const AT_ONCE = 8
/** A session that has a request dump. */
const DUMPED = 'twin'

type Answer = { readonly status: number; readonly body: string }

/** Sends the URL unchanged, because fetch() would normalize it. */
function asker({ server, cookie }: Lab, agent: Agent): (call: HostileCall) => Promise<Answer> {
  const { hostname, port } = new URL(server.url)
  return ({ method, path, body }) =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(
        {
          hostname,
          port,
          agent,
          path,
          method,
          headers: {
            host: `${hostname}:${port}`,
            authorization: `Bearer ${API_TOKEN}`,
            // Scripts post without a cookie. With one, the guard would refuse the missing origin first.
            ...(body === null
              ? { cookie: `${cookie.name}=${cookie.value}` }
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          },
        },
        (reply) => {
          let text = ''
          reply.on('data', (chunk) => (text += chunk))
          reply.on('end', () => resolve({ status: reply.statusCode ?? 0, body: text }))
        },
      )
      sent.on('error', reject)
      sent.end(body ?? undefined)
    })
}

/** The machine's users, a SQLite header, internals and planted secrets must never be in a response. */
const givesAway = (body: string): boolean =>
  plantedIn(body).length > 0 ||
  /root:[^:]*:0:0|SQLite format 3|default: anthropic|node_modules\/|\sat [^\n]{1,300}?\.[jt]s:\d+/.test(body)

test('the list includes every route', () => {
  expect(unlisted()).toEqual([])
})

test('no URL leads to a file of the home or the machine', async ({ lab }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const ask = asker(lab, agent)
  const calls = fc.sample(hostileCalls, { numRuns: CASES, seed: 20261116 })
  expect(calls).toHaveLength(CASES)
  const failures: string[] = []
  const rest = calls.values()
  const askOn = async () => {
    for (const call of rest) {
      const { status, body } = await ask(call)
      if (status >= 500 || givesAway(body)) failures.push(`${status} ${call.method} ${call.path}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOn))
  expect(failures).toEqual([])
  expect((await lab.api('/api/v1/homes')).status).toBe(200)
  expect(lab.server.output()).not.toMatch(/(\n|\\n)\s+at .+:\d+:\d+/)
  agent.destroy()
})

test('.env, auth.json and request dump bodies are in no page, response, export or log', async ({ lab }) => {
  const plan = await requestPlan(lab, [{ ...PRUNE_SESSIONS, policy: { olderThanDays: 0 } }, ORPHANS])
  const agent = new Agent()
  const ask = asker(lab, agent)
  const approved = await ask({
    method: 'POST',
    path: `/api/v1/plans/${plan.id}/approve`,
    body: JSON.stringify({ digest: plan.digest }),
  })
  expect(approved.status).toBe(202)
  const receiptId: string = JSON.parse(approved.body).receiptId
  const { id: planId } = await requestPlan(lab, [ORPHANS])
  const known: Record<string, string> = { home: 'main', planId, receiptId }
  const idOf = (path: string) =>
    path.includes('/sessions/') ? DUMPED : path.includes('/plans/') ? planId : receiptId
  const paths = listRoutes()
    .filter(({ methods, path }) => methods.includes('GET') && !path.endsWith('/watch'))
    .map(({ path }) => path.replace(/\[(\.{3})?(\w+)\]/g, (_, __, name) => known[name] ?? idOf(path)))
  const extra = ['', '?format=csv', '?path=sessions', '?at=sessions', '?once=1&history=1', '?q=request_dump']
  let seen = ''
  for (const path of [...paths, '/watch', '/api/v1/homes/main/watch?once=1'])
    for (const query of path.includes('?') ? [''] : extra) {
      const { status, body } = await ask({ method: 'GET', path: path + query, body: null })
      expect(status, path + query).toBeLessThan(500)
      expect(plantedIn(body), path + query).toEqual([])
      seen += body
    }
  // The files are listed. Only their contents are secret.
  expect(seen).toContain('request_dump_')
  expect(plantedIn(lab.server.output())).toEqual([])
  agent.destroy()
})
