/** Password guessing through the guard of a real server. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAudit } from '../../../store/access/audit.ts'
import {
  actorOf,
  GUARD_ENV,
  type Guards,
  makeGuards,
  PASSWORD,
  VIEWER_PASSWORD,
} from '../../../testing/guard-lab.ts'

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

  it.each([
    ['viewer’s', VIEWER_PASSWORD],
    ['operator’s', PASSWORD],
  ])('the %s password does not reset the count of wrong ones', async (_, right) => {
    const { signIn } = await openGuard()
    for (let n = 0; n < 5; n += 1) await signIn(`guess ${n}`)
    expect((await signIn(right)).cookie).not.toBeNull()
    for (let n = 5; n < 10; n += 1) await signIn(`guess ${n}`)
    expect((await signIn(right)).status).toBe(429)
  })

  it('guesses from many addresses wait together, without keeping out people whose addresses are known', async () => {
    const { ask, signIn, link, moveClock } = await openGuard({ ...GUARD_ENV, STEWARD_TRUST_PROXY: '1' })
    const from = (address: string) => ({ 'x-forwarded-for': address })
    const { cookie } = await signIn(PASSWORD, from('192.0.2.1'))
    for (let n = 0; n < 60; n += 1)
      expect((await signIn('wrong', from(`2001:db8:0:${n}::1`))).headers.location).toBe(
        '/sign-in?message=wrong',
      )
    const refused = await signIn(PASSWORD, from('192.0.2.2'))
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '6' } })
    expect(refused.body).toContain('from all addresses')
    // Signed in, from a known address, by link, or after the wait: everyone who may come in comes in.
    expect(actorOf(await ask('/', { headers: { cookie: cookie ?? '' } }))).not.toBeNull()
    expect((await signIn('wrong', from('192.0.2.1'))).status).toBe(303)
    expect((await signIn(PASSWORD, from('192.0.2.1'))).cookie).not.toBeNull()
    expect((await ask(link())).cookie).not.toBeNull()
    moveClock(6_000)
    expect((await signIn(PASSWORD, from('192.0.2.2'))).cookie).not.toBeNull()
  })

  it('every spelling of an address counts as one, and anything else as the proxy’s own', async () => {
    const { signIn, store } = await openGuard({ ...GUARD_ENV, STEWARD_TRUST_PROXY: '1' })
    const addressesOf = async (spellings: readonly string[]) => {
      for (const spelling of spellings) await signIn('wrong', { 'x-forwarded-for': spelling })
      return new Set(readAudit(store, spellings.length).map(({ address }) => address))
    }
    expect(await addressesOf(['10.0.0.1:1001', '::ffff:10.0.0.1', '9.9.9.9, [::ffff:a00:1]:1002'])).toEqual(
      new Set(['10.0.0.1']),
    )
    expect(await addressesOf(['unknown', '10.0.0.1, _hidden'])).toEqual(new Set(['127.0.0.1']))
  })

  it('a link from the terminal works while passwords must wait', async () => {
    const { ask, signIn, link } = await openGuard()
    for (let n = 0; n < 10; n += 1) await signIn('wrong')
    expect((await ask(link())).cookie).not.toBeNull()
  })
})
