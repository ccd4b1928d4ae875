/** The door with a real server behind it that says who was let in. */
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { readAudit } from '../../store/audit.ts'
import { openStore, type Store } from '../../store/open-store.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { readSettings } from '../settings.ts'
import { actorHeader } from './actor-header.ts'
import { atTheDoor } from './door.ts'
import { PasswordCheck } from './password-check.ts'
import { Recorder } from './recorder.ts'
import { cookieKey } from './secrets.ts'
import { SignInDesk } from './sign-in-desk.ts'

const PASSWORD = 'correct horse battery staple'
const VIEWER_PASSWORD = 'only looking at the stable'
const TOKEN = 'operator-token-of-enough-length'
const VIEWER_TOKEN = 'viewer-token-of-enough-length'
const ENV = {
  STEWARD_PASSWORD: PASSWORD,
  STEWARD_VIEWER_PASSWORD: VIEWER_PASSWORD,
  STEWARD_TOKEN: TOKEN,
  STEWARD_VIEWER_TOKEN: VIEWER_TOKEN,
  STEWARD_ALLOWED_HOSTS: 'nas.lan',
}

type Reply = { status: number; headers: IncomingHttpHeaders; body: string; cookie: string | null }
type Lab = {
  ask: (
    path: string,
    options?: { method?: string; headers?: Record<string, string>; body?: string },
  ) => Promise<Reply>
  signIn: (password: string, headers?: Record<string, string>) => Promise<Reply>
  desk: SignInDesk
  store: Store
  moveClock: (ms: number) => void
}

let temp: TempHome
const servers: Server[] = []
beforeEach(() => {
  temp = tempHome()
})
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
  temp.cleanup()
})

async function openDoor(env: Record<string, string> = ENV): Promise<Lab> {
  const settings = readSettings({ STEWARD_DATA: join(temp.root, 'data'), ...env })
  if (!settings.ok) throw new Error(settings.fault)
  const opened = openStore(settings.value.dataDir)
  if (!opened.ok) throw new Error(opened.fault.detail)
  const store = opened.value
  let nowMs = Date.now()
  const clock = () => nowMs
  const desk = new SignInDesk(store, nowMs)
  const parts = {
    settings: settings.value,
    desk,
    passwords: new PasswordCheck(settings.value.credentials),
    recorder: new Recorder(store, nowMs),
    cookieKey: cookieKey(settings.value.dataDir),
    clock,
  }
  const server = createServer(async (request, response) => {
    if (await atTheDoor(parts, request, response)) return
    const header = request.headers[actorHeader.name]
    response.end(
      JSON.stringify({
        actor: actorHeader.read(typeof header === 'string' ? header : null),
        headers: request.headers,
      }),
    )
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const ask: Lab['ask'] = (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve, reject) => {
      const sent = httpRequest(
        { host: '127.0.0.1', port, path, method, headers: { host: `127.0.0.1:${port}`, ...headers } },
        (reply) => {
          let text = ''
          reply.on('data', (chunk) => (text += chunk))
          reply.on('end', () =>
            resolve({
              status: reply.statusCode ?? 0,
              headers: reply.headers,
              body: text,
              cookie: reply.headers['set-cookie']?.[0]?.split(';')[0] ?? null,
            }),
          )
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  const signIn: Lab['signIn'] = (password, headers = {}) =>
    ask('/sign-in', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
      body: new URLSearchParams({ password }).toString(),
    })
  return { ask, signIn, desk, store, moveClock: (ms) => (nowMs += ms) }
}

const actorOf = (reply: Reply) => (reply.status === 200 ? JSON.parse(reply.body).actor : null)

describe('signing in', () => {
  it('nobody is let in without a credential, wherever they knock', async () => {
    const { ask } = await openDoor()
    for (const path of [
      '/',
      '/anything',
      '/_next/data/x.json',
      '/api',
      '/api/v1/homes',
      '/metrics',
      '//evil',
      '/%2e%2e/etc/passwd',
    ]) {
      expect([303, 401]).toContain((await ask(path)).status)
    }
    expect((await ask('/', { headers: { cookie: 'steward=Fe26.2*1*forged' } })).headers.location).toBe(
      '/sign-in',
    )
  })

  it('a password opens its own role, and the cookie is out of reach of scripts and other sites', async () => {
    const { ask, signIn } = await openDoor()
    for (const [password, role] of [
      [PASSWORD, 'operator'],
      [VIEWER_PASSWORD, 'viewer'],
    ] as const) {
      const reply = await signIn(password)
      expect(reply.status).toBe(303)
      expect(reply.headers.location).toBe('/')
      expect(reply.headers['set-cookie']?.[0]).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
      expect(reply.cookie).not.toContain(password)
      expect(actorOf(await ask('/', { headers: { cookie: reply.cookie ?? '' } }))).toMatchObject({
        role,
        via: 'password',
      })
    }
  })

  it('a wrong password opens nothing', async () => {
    const { signIn } = await openDoor()
    for (const wrong of ['', 'x', `${PASSWORD} `, PASSWORD.toUpperCase(), 'x'.repeat(2_000)]) {
      expect((await signIn(wrong)).cookie).toBeNull()
    }
  })

  it('a one-time link works once, in the first ten minutes, and leaves no code in the address', async () => {
    const { ask, desk, moveClock } = await openDoor({})
    const link = `/sign-in?code=${desk.makeCode(Date.now())}`
    const first = await ask(link)
    expect(first.headers.location).toBe('/')
    expect(actorOf(await ask('/', { headers: { cookie: first.cookie ?? '' } }))).toMatchObject({
      role: 'operator',
      via: 'link',
    })
    const stolen = await ask(link)
    expect(stolen.cookie).toBeNull()
    expect(stolen.headers.location).toBe('/sign-in?said=link-used')
    const late = `/sign-in?code=${desk.makeCode(Date.now())}`
    moveClock(11 * MINUTE_MS)
    expect((await ask(late)).cookie).toBeNull()
  })

  it('two browsers racing for one link: one gets in', async () => {
    const { ask, desk } = await openDoor({})
    const link = `/sign-in?code=${desk.makeCode(Date.now())}`
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(link)))
    expect(replies.filter(({ cookie }) => cookie !== null)).toHaveLength(1)
  })

  it('a link made by another process works here', async () => {
    const { ask, store } = await openDoor({})
    const code = new SignInDesk(store, Date.now()).makeCode(Date.now())
    expect((await ask(`/sign-in?code=${code}`)).headers.location).toBe('/')
  })

  it('a cookie from before signing in is not the cookie after it, and ends', async () => {
    const { ask, signIn } = await openDoor()
    const first = await signIn(VIEWER_PASSWORD)
    const second = await signIn(PASSWORD, { cookie: first.cookie ?? '' })
    expect(second.cookie).not.toBe(first.cookie)
    expect(actorOf(await ask('/', { headers: { cookie: first.cookie ?? '' } }))).toBeNull()
    expect(actorOf(await ask('/', { headers: { cookie: second.cookie ?? '' } }))).toMatchObject({
      role: 'operator',
    })
  })

  it('a cookie chosen by somebody else never becomes a sign-in', async () => {
    const { ask, signIn } = await openDoor()
    const planted = 'steward=planted-by-an-attacker'
    const reply = await signIn(PASSWORD, { cookie: planted })
    expect(reply.cookie).not.toBe(planted)
    expect(actorOf(await ask('/', { headers: { cookie: planted } }))).toBeNull()
  })
})

describe('signing out', () => {
  it('ends this browser and no other', async () => {
    const { ask, signIn } = await openDoor()
    const [one, two] = [await signIn(PASSWORD), await signIn(PASSWORD)]
    await ask('/sign-out', {
      method: 'POST',
      headers: { cookie: one.cookie ?? '', 'sec-fetch-site': 'same-origin' },
    })
    expect(actorOf(await ask('/', { headers: { cookie: one.cookie ?? '' } }))).toBeNull()
    expect(actorOf(await ask('/', { headers: { cookie: two.cookie ?? '' } }))).not.toBeNull()
  })

  it('everywhere ends all of them', async () => {
    const { ask, signIn, desk } = await openDoor()
    const [operator, viewer] = [await signIn(PASSWORD), await signIn(VIEWER_PASSWORD)]
    expect(desk.signOutEverywhere()).toBe(2)
    for (const { cookie } of [operator, viewer])
      expect(actorOf(await ask('/', { headers: { cookie: cookie ?? '' } }))).toBeNull()
  })

  it('twelve idle hours end a sign-in, use keeps it', async () => {
    const { ask, signIn, moveClock } = await openDoor()
    const { cookie } = await signIn(PASSWORD)
    const look = () => ask('/', { headers: { cookie: cookie ?? '' } })
    for (let step = 0; step < 3; step += 1) {
      moveClock(11 * HOUR_MS)
      expect(actorOf(await look())).not.toBeNull()
    }
    moveClock(12 * HOUR_MS + MINUTE_MS)
    expect(actorOf(await look())).toBeNull()
    moveClock(-12 * HOUR_MS)
    expect(actorOf(await look())).toBeNull()
  })

  it('a restart signs nobody out and forgets nobody signed out', async () => {
    const first = await openDoor()
    const [stays, leaves] = [await first.signIn(PASSWORD), await first.signIn(PASSWORD)]
    await first.ask('/sign-out', {
      method: 'POST',
      headers: { cookie: leaves.cookie ?? '', 'sec-fetch-site': 'same-origin' },
    })
    const second = await openDoor()
    expect(actorOf(await second.ask('/', { headers: { cookie: stays.cookie ?? '' } }))).not.toBeNull()
    expect(actorOf(await second.ask('/', { headers: { cookie: leaves.cookie ?? '' } }))).toBeNull()
  })
})

describe('guessing', () => {
  it('two hundred wrong passwords at once: ten are weighed, the signed-in operator works on', async () => {
    const { ask, signIn, store } = await openDoor()
    const { cookie } = await signIn(PASSWORD)
    const guesses = Promise.all(Array.from({ length: 200 }, (_, n) => signIn(`guess ${n}`)))
    for (let n = 0; n < 20; n += 1)
      expect(actorOf(await ask('/', { headers: { cookie: cookie ?? '' } }))).not.toBeNull()
    const replies = await guesses
    expect(replies.every((reply) => reply.cookie === null)).toBe(true)
    expect(
      replies.filter(({ headers }) => headers.location === '/sign-in?said=wrong').length,
    ).toBeLessThanOrEqual(10)
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(190)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(
      readAudit(store, 1_000).filter(({ event }) => event === 'sign-in-refused').length,
    ).toBeLessThanOrEqual(31)
  })

  it('the wait grows, ends, and the right password then works', async () => {
    const { signIn, moveClock } = await openDoor()
    const waits: number[] = []
    for (let n = 0; n < 10; n += 1) await signIn('wrong')
    for (let round = 0; round < 8; round += 1) {
      const blocked = await signIn(PASSWORD)
      expect(blocked.status).toBe(429)
      waits.push(Number(blocked.headers['retry-after']))
      moveClock((waits.at(-1) ?? 0) * 1_000)
      if (round < 7) expect((await signIn('wrong')).headers.location).toBe('/sign-in?said=wrong')
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300])
    expect((await signIn(PASSWORD)).headers.location).toBe('/')
  })

  it('one address waiting keeps no other waiting; a client cannot claim to be another', async () => {
    const trusting = await openDoor({ ...ENV, STEWARD_TRUST_PROXY: '1' })
    for (let n = 0; n < 10; n += 1) await trusting.signIn('wrong', { 'x-forwarded-for': '10.0.0.1' })
    expect((await trusting.signIn(PASSWORD, { 'x-forwarded-for': '10.0.0.1' })).status).toBe(429)
    expect((await trusting.signIn(PASSWORD, { 'x-forwarded-for': '10.0.0.2' })).status).toBe(303)
    const plain = await openDoor()
    for (let n = 0; n < 10; n += 1) await plain.signIn('wrong', { 'x-forwarded-for': `10.0.0.${n}` })
    expect((await plain.signIn(PASSWORD, { 'x-forwarded-for': '10.0.0.99' })).status).toBe(429)
  })

  it('while the password waits, a link from the terminal still lets the operator in', async () => {
    const { ask, signIn, desk } = await openDoor()
    for (let n = 0; n < 10; n += 1) await signIn('wrong')
    expect((await ask(`/sign-in?code=${desk.makeCode(Date.now())}`)).headers.location).toBe('/')
  })
})

describe('what comes from elsewhere', () => {
  it.each([
    'rebound.example',
    'rebound.example:9191',
    '127.0.0.1.evil.example',
    '127.0.0.1:9191@evil.example',
  ])('a Host of %j is refused before anything else is looked at', async (host) => {
    const { ask, store } = await openDoor()
    for (const path of ['/', '/api/health', '/_next/static/x.js', '/api/v1/homes/main/watch']) {
      const reply = await ask(path, { headers: { host, authorization: `Bearer ${TOKEN}` } })
      expect(reply.status).toBe(421)
      expect(reply.body).toContain('STEWARD_ALLOWED_HOSTS')
    }
    expect(readAudit(store, 10)[0]).toMatchObject({ event: 'host-refused', address: '127.0.0.1' })
  })

  it.each(['/%', '/api/v1/%zz', '/api/v1/homes/%c0%ae/overview', '//'])(
    'the unreadable address %s is refused',
    async (path) => {
      const { ask } = await openDoor()
      expect((await ask(path, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(400)
    },
  )

  it('a name the operator allowed is answered', async () => {
    const { ask } = await openDoor()
    expect((await ask('/api/health', { headers: { host: 'nas.lan:9191' } })).status).toBe(200)
  })

  it.each([
    ['a form on another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another port of this machine', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:1' }],
    ['a page with no origin', { origin: 'null' }],
    ['an old browser that says neither', {}],
  ])('a write from %s is refused although the cookie is right', async (_, headers) => {
    const { ask, signIn } = await openDoor()
    const { cookie } = await signIn(PASSWORD)
    for (const path of ['/sign-out', '/', '/api/v1/anything']) {
      expect(
        (await ask(path, { method: 'POST', headers: { cookie: cookie ?? '', ...headers } })).status,
      ).toBe(403)
    }
    expect(actorOf(await ask('/', { headers: { cookie: cookie ?? '' } }))).not.toBeNull()
  })

  it('our own form, whose origin the browser names null because pages send no referrer, is taken', async () => {
    const { signIn } = await openDoor()
    expect(
      (await signIn(PASSWORD, { 'sec-fetch-site': 'same-origin', origin: 'null' })).headers.location,
    ).toBe('/')
  })

  it('a sign-in form posted by another site is refused', async () => {
    const { signIn } = await openDoor()
    expect((await signIn(PASSWORD, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  it('headers that only the door may write are taken off, proxies’ words too', async () => {
    const { ask } = await openDoor()
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

  it('behind a trusted TLS proxy the cookie is Secure, and only then', async () => {
    const trusting = await openDoor({ ...ENV, STEWARD_TRUST_PROXY: '1' })
    expect(
      (await trusting.signIn(PASSWORD, { 'x-forwarded-proto': 'https' })).headers['set-cookie']?.[0],
    ).toContain('; Secure')
    expect((await trusting.signIn(PASSWORD)).headers['set-cookie']?.[0]).not.toContain('Secure')
    const plain = await openDoor()
    expect(
      (await plain.signIn(PASSWORD, { 'x-forwarded-proto': 'https' })).headers['set-cookie']?.[0],
    ).not.toContain('Secure')
  })
})

describe('tokens', () => {
  it('each opens its role, for the HTTP interface only', async () => {
    const { ask } = await openDoor()
    expect(
      actorOf(await ask('/api/v1/homes', { headers: { authorization: `Bearer ${TOKEN}` } })),
    ).toMatchObject({ role: 'operator', via: 'token' })
    expect(
      actorOf(await ask('/metrics', { headers: { authorization: `Bearer ${VIEWER_TOKEN}` } })),
    ).toMatchObject({ role: 'viewer' })
    expect((await ask('/', { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(303)
  })

  it.each([
    'Bearer ',
    'Bearer wrong',
    `Bearer ${TOKEN}x`,
    `Basic ${TOKEN}`,
    TOKEN,
    `Bearer ${TOKEN.slice(0, -1)}`,
  ])('%j is refused and recorded', async (authorization) => {
    const { ask, store } = await openDoor()
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
      'with a field nobody asked for',
      'application/x-www-form-urlencoded',
      `password=${encodeURIComponent(PASSWORD)}&role=operator`,
      400,
    ],
    ['without the password', 'application/x-www-form-urlencoded', 'x=1', 400],
  ])('a sign-in form %s is refused', async (_, type, body, status) => {
    const { ask } = await openDoor()
    const reply = await ask('/sign-in', {
      method: 'POST',
      headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
      body,
    })
    expect(reply.status).toBe(status)
    expect(reply.cookie).toBeNull()
  })
})

describe('what every answer carries', () => {
  it('a fresh nonce, no framing, no referrer, no guessing of types', async () => {
    const { ask } = await openDoor()
    const [one, two] = [await ask('/sign-in'), await ask('/sign-in')]
    const policy = String(one.headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'nonce-[A-Za-z0-9+/=]{20,}' 'strict-dynamic' 'self';/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(two.headers['content-security-policy']).not.toBe(policy)
    expect(one.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
    expect(JSON.parse(one.body).headers['content-security-policy']).toBe(policy)
  })
})

describe('records', () => {
  it('who came and went, from where, when; and nothing changes them afterwards', async () => {
    const { ask, signIn, store } = await openDoor()
    await signIn('wrong')
    const { cookie } = await signIn(PASSWORD)
    await ask('/sign-out', {
      method: 'POST',
      headers: { cookie: cookie ?? '', 'sec-fetch-site': 'same-origin' },
    })
    const entries = readAudit(store, 10).reverse()
    expect(entries.map(({ event, role, address }) => [event, role, address])).toEqual([
      ['sign-in-refused', null, '127.0.0.1'],
      ['signed-in', 'operator', '127.0.0.1'],
      ['signed-out', 'operator', '127.0.0.1'],
    ])
    expect(JSON.stringify(entries)).not.toContain(PASSWORD)
    expect(() => store.db.exec("UPDATE audit SET actor = 'somebody else'")).toThrow('append-only')
    expect(() => store.db.exec('DELETE FROM audit')).toThrow('keeps a year')
  })

  it('neither passwords, tokens, codes nor cookies are stored as they are', async () => {
    const { signIn, store, desk } = await openDoor()
    const { cookie } = await signIn(PASSWORD)
    const code = desk.makeCode(Date.now())
    const stored = JSON.stringify(
      ['sign_in', 'sign_in_code', 'audit', 'setting'].map((table) =>
        store.db.prepare(`SELECT * FROM ${table}`).all(),
      ),
    )
    for (const secret of [PASSWORD, TOKEN, code, cookie ?? 'no cookie']) expect(stored).not.toContain(secret)
  })
})

describe('a disk without room', () => {
  it('signing in works without our database', async () => {
    const desk = new SignInDesk(null, Date.now())
    const code = desk.makeCode(Date.now())
    expect(desk.takeCode(code, Date.now())).toBe(true)
    expect(desk.takeCode(code, Date.now())).toBe(false)
    const { secret } = desk.signIn('operator', 'link', Date.now(), null)
    expect(desk.find(secret, Date.now())).toMatchObject({ role: 'operator' })
  })
})
