/** Password guessing through the guard of a real server. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAudit } from '../../../store/access/audit.ts'
import { actorOf, GUARD_ENV, type Guards, makeGuards, PASSWORD } from '../../../testing/guard-lab.ts'

let guards: Guards
beforeEach(() => {
  guards = makeGuards()
})
afterEach(() => guards.close())
const openGuard: Guards['open'] = (env) => guards.open(env)

describe('password guessing', () => {
  it('only ten of two hundred simultaneous guesses are checked, and operators can work', async () => {
    const { ask, signIn, store } = await openGuard()
    const { cookie } = await signIn(PASSWORD)
    const guesses = Promise.all(Array.from({ length: 200 }, (_, n) => signIn(`guess ${n}`)))
    for (let n = 0; n < 20; n += 1)
      expect(actorOf(await ask('/', { headers: { cookie: cookie ?? '' } }))).not.toBeNull()
    const replies = await guesses
    expect(replies.every((reply) => reply.cookie === null)).toBe(true)
    expect(
      replies.filter(({ headers }) => headers.location === '/sign-in?message=wrong').length,
    ).toBeLessThanOrEqual(10)
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(190)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(
      readAudit(store, 1_000).filter(({ event }) => event === 'sign-in-refused').length,
    ).toBeLessThanOrEqual(31)
  })

  it('the wait grows and ends, and then the right password works', async () => {
    const { signIn, moveClock } = await openGuard()
    const waits: number[] = []
    for (let n = 0; n < 10; n += 1) await signIn('wrong')
    for (let round = 0; round < 4; round += 1) {
      const blocked = await signIn(PASSWORD)
      expect(blocked.status).toBe(429)
      waits.push(Number(blocked.headers['retry-after']))
      moveClock((waits.at(-1) ?? 0) * 1_000)
      if (round < 3) expect((await signIn('wrong')).headers.location).toBe('/sign-in?message=wrong')
    }
    expect(waits).toEqual([60, 120, 240, 300])
    expect((await signIn(PASSWORD)).headers.location).toBe('/')
  })

  it('a wait applies to one address, and a client cannot claim another', async () => {
    const trusting = await openGuard({ ...GUARD_ENV, STEWARD_TRUST_PROXY: '1' })
    for (let n = 0; n < 10; n += 1) await trusting.signIn('wrong', { 'x-forwarded-for': '10.0.0.1' })
    expect((await trusting.signIn(PASSWORD, { 'x-forwarded-for': '10.0.0.1' })).status).toBe(429)
    expect((await trusting.signIn(PASSWORD, { 'x-forwarded-for': '10.0.0.2' })).status).toBe(303)
    // One household may have a whole /64 of addresses.
    for (let n = 0; n < 10; n += 1)
      await trusting.signIn('wrong', { 'x-forwarded-for': `2001:db8:0:1::${n}` })
    expect((await trusting.signIn(PASSWORD, { 'x-forwarded-for': '2001:db8:0:1:ffff::1' })).status).toBe(429)
    expect((await trusting.signIn(PASSWORD, { 'x-forwarded-for': '2001:db8:0:2::1' })).status).toBe(303)
    const plain = await openGuard()
    for (let n = 0; n < 10; n += 1) await plain.signIn('wrong', { 'x-forwarded-for': `10.0.0.${n}` })
    expect((await plain.signIn(PASSWORD, { 'x-forwarded-for': '10.0.0.99' })).status).toBe(429)
  })

  it('a link from the terminal works while passwords must wait', async () => {
    const { ask, signIn, link } = await openGuard()
    for (let n = 0; n < 10; n += 1) await signIn('wrong')
    expect((await ask(link())).cookie).not.toBeNull()
  })
})
