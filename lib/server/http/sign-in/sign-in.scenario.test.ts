/** Signing in and out through the guard of a real server. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import { actorOf, type Guards, makeGuards, PASSWORD, VIEWER_PASSWORD } from '../../../testing/guard-lab.ts'
import { SignInLinks } from './sign-in-links.ts'

let guards: Guards
beforeEach(() => {
  guards = makeGuards()
})
afterEach(() => guards.close())
const openGuard: Guards['open'] = (env) => guards.open(env)

describe('signing in', () => {
  it('no route is accessible without a credential', async () => {
    const { ask } = await openGuard()
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
    expect((await ask('/', { headers: { cookie: 'steward-9191=Fe26.2*1*forged' } })).headers.location).toBe(
      '/sign-in',
    )
  })

  it('a password grants its role, and the cookie is hidden from scripts and other sites', async () => {
    const { ask, signIn } = await openGuard()
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

  it('a wrong password is refused', async () => {
    const { signIn } = await openGuard()
    for (const wrong of ['', 'x', `${PASSWORD} `, PASSWORD.toUpperCase(), 'x'.repeat(2_000)]) {
      expect((await signIn(wrong)).cookie).toBeNull()
    }
  })

  it('a one-time link works once within ten minutes and leaves no code in the address', async () => {
    const { ask, link, moveClock } = await openGuard({})
    const once = link()
    const first = await ask(once)
    expect(first).toMatchObject({
      status: 200,
      headers: { refresh: '0; url=/', 'referrer-policy': 'no-referrer' },
    })
    expect(first.body).not.toContain(once.split('=')[1])
    expect(actorOf(await ask('/', { headers: { cookie: first.cookie ?? '' } }))).toMatchObject({
      role: 'operator',
      via: 'link',
    })
    const stolen = await ask(once)
    expect(stolen.cookie).toBeNull()
    expect(stolen.headers.location).toBe('/sign-in?message=link-used')
    const late = link()
    moveClock(11 * MINUTE_MS)
    expect((await ask(late)).cookie).toBeNull()
  })

  it('if two browsers use one link at once, only one is signed in', async () => {
    const { ask, link } = await openGuard({})
    const once = link()
    const replies = await Promise.all(Array.from({ length: 20 }, () => ask(once)))
    expect(replies.filter(({ cookie }) => cookie !== null)).toHaveLength(1)
  })

  it('a link made by another process works', async () => {
    const { ask, store } = await openGuard({})
    const { code } = new SignInLinks(store).make(Date.now())
    expect((await ask(`/sign-in?code=${code}`)).cookie).not.toBeNull()
  })

  it('signing in replaces the browser’s cookie and ends the old sign-in', async () => {
    const { ask, signIn } = await openGuard()
    const first = await signIn(VIEWER_PASSWORD)
    const second = await signIn(PASSWORD, { cookie: first.cookie ?? '' })
    expect(second.cookie).not.toBe(first.cookie)
    expect(actorOf(await ask('/', { headers: { cookie: first.cookie ?? '' } }))).toBeNull()
    expect(actorOf(await ask('/', { headers: { cookie: second.cookie ?? '' } }))).toMatchObject({
      role: 'operator',
    })
  })

  it('a cookie planted by someone else never becomes a sign-in', async () => {
    const { ask, signIn } = await openGuard()
    const planted = 'steward-9191=planted-by-an-attacker'
    const reply = await signIn(PASSWORD, { cookie: planted })
    expect(reply.cookie).not.toBe(planted)
    expect(actorOf(await ask('/', { headers: { cookie: planted } }))).toBeNull()
  })
})

describe('signing out', () => {
  it('ends only this browser’s sign-in', async () => {
    const { ask, signIn } = await openGuard()
    const [one, two] = [await signIn(PASSWORD), await signIn(PASSWORD)]
    await ask('/sign-out', {
      method: 'POST',
      headers: { cookie: one.cookie ?? '', 'sec-fetch-site': 'same-origin' },
    })
    expect(actorOf(await ask('/', { headers: { cookie: one.cookie ?? '' } }))).toBeNull()
    expect(actorOf(await ask('/', { headers: { cookie: two.cookie ?? '' } }))).not.toBeNull()
  })

  it('everywhere ends every sign-in', async () => {
    const { ask, signIn, signIns } = await openGuard()
    const [operator, viewer] = [await signIn(PASSWORD), await signIn(VIEWER_PASSWORD)]
    expect(signIns.signOutEverywhere()).toBe(2)
    for (const { cookie } of [operator, viewer])
      expect(actorOf(await ask('/', { headers: { cookie: cookie ?? '' } }))).toBeNull()
  })

  it('a sign-in ends after twelve idle hours, and activity extends it', async () => {
    const { ask, signIn, moveClock } = await openGuard()
    const { cookie } = await signIn(PASSWORD)
    const visit = () => ask('/', { headers: { cookie: cookie ?? '' } })
    for (let step = 0; step < 3; step += 1) {
      moveClock(11 * HOUR_MS)
      expect(actorOf(await visit())).not.toBeNull()
    }
    moveClock(12 * HOUR_MS + MINUTE_MS)
    expect(actorOf(await visit())).toBeNull()
    moveClock(-12 * HOUR_MS)
    expect(actorOf(await visit())).toBeNull()
  })

  it('a sign-in ends after 30 days, however active, and so does its stream', async () => {
    const { ask, signIn, openStream, signIns, moveClock, now } = await openGuard()
    const cookie = (await signIn(PASSWORD)).cookie ?? ''
    const visit = () => ask('/', { headers: { cookie } })
    const { ended } = await openStream(cookie)
    for (let hours = 0; hours + 10 <= 30 * 24; hours += 10) {
      moveClock(10 * HOUR_MS)
      signIns.sweep(now())
      expect(actorOf(await visit())).not.toBeNull()
    }
    moveClock(MINUTE_MS)
    expect(actorOf(await visit())).toBeNull()
    await ended
    const second = await openGuard()
    expect(actorOf(await second.ask('/', { headers: { cookie } }))).toBeNull()
  })

  it('a restart keeps sign-ins and sign-outs', async () => {
    const first = await openGuard()
    const [stays, leaves] = [await first.signIn(PASSWORD), await first.signIn(PASSWORD)]
    await first.ask('/sign-out', {
      method: 'POST',
      headers: { cookie: leaves.cookie ?? '', 'sec-fetch-site': 'same-origin' },
    })
    const second = await openGuard()
    expect(actorOf(await second.ask('/', { headers: { cookie: stays.cookie ?? '' } }))).not.toBeNull()
    expect(actorOf(await second.ask('/', { headers: { cookie: leaves.cookie ?? '' } }))).toBeNull()
  })
})

describe('open streams and links when a sign-in ends', () => {
  const signOut = { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } }

  it('signing out ends only this browser’s streams', async () => {
    const { ask, signIn, openStream, signIns } = await openGuard()
    const [leaves, stays] = [(await signIn(PASSWORD)).cookie ?? '', (await signIn(PASSWORD)).cookie ?? '']
    const [mine, other] = [await openStream(leaves), await openStream(stays)]
    let isOtherOpen = true
    other.ended.then(() => (isOtherOpen = false))
    await ask('/sign-out', { ...signOut, headers: { ...signOut.headers, cookie: leaves } })
    await mine.ended
    expect(isOtherOpen).toBe(true)
    signIns.signOutEverywhere()
    await other.ended
  })

  it('twelve idle hours end them without a request', async () => {
    const { signIn, openStream, signIns, moveClock, now } = await openGuard()
    const { ended } = await openStream((await signIn(VIEWER_PASSWORD)).cookie ?? '')
    moveClock(12 * HOUR_MS + MINUTE_MS)
    signIns.sweep(now())
    await ended
  })

  it('signing out everywhere revokes unused links', async () => {
    const { ask, link, signIns } = await openGuard()
    const unused = link()
    signIns.signOutEverywhere()
    expect((await ask(unused)).cookie).toBeNull()
  })
})

describe('a changed password', () => {
  it.each([
    ['is another', { STEWARD_PASSWORD: 'another one altogether', STEWARD_VIEWER_PASSWORD: VIEWER_PASSWORD }],
    ['is gone', { STEWARD_VIEWER_PASSWORD: VIEWER_PASSWORD }],
    ['opens the other role', { STEWARD_PASSWORD: VIEWER_PASSWORD, STEWARD_VIEWER_PASSWORD: PASSWORD }],
  ])('ends the sign-ins it opened when it %s, but not those by link', async (_, env) => {
    const before = await openGuard()
    const byPassword = (await before.signIn(PASSWORD)).cookie ?? ''
    const byLink = (await before.ask(before.link())).cookie ?? ''
    const after = await openGuard(env)
    expect(actorOf(await after.ask('/', { headers: { cookie: byPassword } }))).toBeNull()
    expect(actorOf(await after.ask('/', { headers: { cookie: byLink } }))).toMatchObject({ role: 'operator' })
    // Restoring the old password does not restore its sign-ins.
    const back = await openGuard()
    expect(actorOf(await back.ask('/', { headers: { cookie: byPassword } }))).toBeNull()
  })
})
