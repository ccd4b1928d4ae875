/** Cross-site requests and response headers, through the guard of a real server. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAudit } from '../../../store/access/audit.ts'
import {
  actorOf,
  GUARD_ENV,
  type Guards,
  makeGuards,
  OPERATOR_TOKEN,
  PASSWORD,
  VIEWER_TOKEN,
} from '../../../testing/guard-lab.ts'

let guards: Guards
beforeEach(() => {
  guards = makeGuards()
})
afterEach(() => guards.close())
const openGuard: Guards['open'] = (env) => guards.open(env)

describe('requests from elsewhere', () => {
  it.each([
    'rebound.example',
    'rebound.example:9191',
    '127.0.0.1.evil.example',
    '127.0.0.1:9191@evil.example',
  ])('a Host of %j is refused before any other check', async (host) => {
    const { ask, store } = await openGuard()
    for (const path of ['/', '/api/health', '/_next/static/x.js', '/api/v1/homes/main/watch']) {
      const reply = await ask(path, { headers: { host, authorization: `Bearer ${OPERATOR_TOKEN}` } })
      expect(reply.status).toBe(421)
      expect(reply.body).toContain('STEWARD_ALLOWED_HOSTS')
    }
    expect(readAudit(store, 10)[0]).toMatchObject({ event: 'host-refused', address: '127.0.0.1' })
  })

  it.each(['/%', '/api/v1/%zz', '/api/v1/homes/%c0%ae/overview', '//'])(
    'the unreadable address %s is refused',
    async (path) => {
      const { ask } = await openGuard()
      expect((await ask(path, { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } })).status).toBe(400)
    },
  )

  it('an allowed host name is answered', async () => {
    const { ask } = await openGuard()
    expect((await ask('/api/health', { headers: { host: 'nas.lan:9191' } })).status).toBe(200)
  })

  it.each([
    ['a form on another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }],
    ['a page with no origin', { origin: 'null' }],
    ['a page with no origin that claims to be ours', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
    ['an old browser that sends neither', {}],
  ])('a write from %s is refused even with a valid cookie', async (_, headers) => {
    const { ask, signIn } = await openGuard()
    const { cookie } = await signIn(PASSWORD)
    for (const path of ['/sign-out', '/', '/api/v1/anything']) {
      expect(
        (await ask(path, { method: 'POST', headers: { cookie: cookie ?? '', ...headers } })).status,
      ).toBe(403)
    }
    expect(actorOf(await ask('/', { headers: { cookie: cookie ?? '' } }))).not.toBeNull()
  })

  it('our own form over plain HTTP is accepted with an Origin and no Sec-Fetch-Site', async () => {
    const { ask } = await openGuard()
    const headers = { host: 'nas.lan:9191', 'content-type': 'application/x-www-form-urlencoded' }
    const post = (origin: string) =>
      ask('/sign-in', {
        method: 'POST',
        headers: { ...headers, origin },
        body: new URLSearchParams({ password: PASSWORD }).toString(),
      })
    expect((await post('http://nas.lan:9191')).headers.location).toBe('/')
    expect((await post('http://nas.lan:9192')).status).toBe(403)
  })

  it('a sign-in form posted by another site is refused', async () => {
    const { signIn } = await openGuard()
    expect((await signIn(PASSWORD, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  it('internal headers and those of untrusted proxies are removed', async () => {
    const { ask } = await openGuard()
    const reply = await ask('/api/health', {
      headers: {
        'x-steward-actor': 'operator',
        'X-Steward-Anything': '1',
        'x-forwarded-for': '1.2.3.4',
        'x-forwarded-host': 'evil',
        'x-middleware-subrequest': 'x',
        forwarded: 'for=1',
      },
    })
    const { actor, headers } = JSON.parse(reply.body)
    expect(actor).toBeNull()
    for (const name of [
      'x-steward-anything',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-middleware-subrequest',
      'forwarded',
    ])
      expect(headers[name]).toBeUndefined()
  })

  it('the cookie is Secure and bound to this host only behind a trusted TLS proxy', async () => {
    const trusting = await openGuard({ ...GUARD_ENV, STEWARD_TRUST_PROXY: '1' })
    const https = { 'x-forwarded-proto': 'https' }
    const secure = await trusting.signIn(PASSWORD, https)
    expect(secure.headers['set-cookie']?.[0]).toMatch(/^__Host-steward-9191=.+; Secure$/)
    const cookie = secure.cookie ?? ''
    expect(actorOf(await trusting.ask('/', { headers: { cookie, ...https } }))).not.toBeNull()
    // Other services on this host could plant a cookie with the plain name.
    const plainName = cookie.replace('__Host-', '')
    expect(actorOf(await trusting.ask('/', { headers: { cookie: plainName, ...https } }))).toBeNull()
    expect((await trusting.signIn(PASSWORD)).headers['set-cookie']?.[0]).not.toContain('Secure')
    const plain = await openGuard()
    expect((await plain.signIn(PASSWORD, https)).headers['set-cookie']?.[0]).not.toContain('Secure')
  })

  it('two Stewards on one host do not share a cookie', async () => {
    const { signIn } = await openGuard({ ...GUARD_ENV, STEWARD_PORT: '9292' })
    expect((await signIn(PASSWORD)).cookie).toMatch(/^steward-9292=/)
  })
})

describe('tokens', () => {
  it('each grants its role, for the HTTP API only', async () => {
    const { ask } = await openGuard()
    expect(
      actorOf(await ask('/api/v1/homes', { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } })),
    ).toMatchObject({ role: 'operator', via: 'token' })
    expect(
      actorOf(await ask('/metrics', { headers: { authorization: `Bearer ${VIEWER_TOKEN}` } })),
    ).toMatchObject({ role: 'viewer' })
    expect((await ask('/', { headers: { authorization: `Bearer ${OPERATOR_TOKEN}` } })).status).toBe(303)
  })

  it.each([
    'Bearer ',
    'Bearer wrong',
    `Bearer ${OPERATOR_TOKEN}x`,
    `Basic ${OPERATOR_TOKEN}`,
    OPERATOR_TOKEN,
    `Bearer ${OPERATOR_TOKEN.slice(0, -1)}`,
  ])('%j is refused and recorded', async (authorization) => {
    const { ask, store } = await openGuard()
    const reply = await ask('/api/v1/homes', { headers: { authorization } })
    expect(reply.status).toBe(401)
    expect(JSON.parse(reply.body)).toMatchObject({ error: { code: 'unauthorized' } })
    expect(readAudit(store, 1)[0]?.event).toBe('token-refused')
  })
})

describe('bodies', () => {
  it.each([
    ['too large', 'application/x-www-form-urlencoded', `password=${'x'.repeat(10_000)}`, 413],
    ['of another type', 'application/json', JSON.stringify({ password: PASSWORD }), 415],
    [
      'with an unknown field',
      'application/x-www-form-urlencoded',
      `password=${encodeURIComponent(PASSWORD)}&role=operator`,
      400,
    ],
    ['without the password', 'application/x-www-form-urlencoded', 'x=1', 400],
  ])('a sign-in form %s is refused', async (_, type, body, status) => {
    const { ask } = await openGuard()
    const reply = await ask('/sign-in', {
      method: 'POST',
      headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
      body,
    })
    expect(reply.status).toBe(status)
    expect(reply.cookie).toBeNull()
  })
})

describe('every response', () => {
  it('has a fresh nonce and headers against framing, referrer leaks and type sniffing', async () => {
    const { ask } = await openGuard()
    const [one, two] = [await ask('/sign-in'), await ask('/sign-in')]
    const policy = String(one.headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'nonce-[A-Za-z0-9+/=]{20,}' 'strict-dynamic' 'self';/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(two.headers['content-security-policy']).not.toBe(policy)
    expect(one.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    expect(JSON.parse(one.body).headers['content-security-policy']).toBe(policy)
  })
})
