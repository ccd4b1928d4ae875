/** What the guard records, what it never records, and how much is kept. */
import { chmodSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import {
  type AuditEntry,
  type AuditEvent,
  readAudit,
  readAuditPage,
  recordAudit,
} from '../../../store/access/audit.ts'
import { readSignIns } from '../../../store/access/sign-ins.ts'
import type { Store } from '../../../store/open-store.ts'
import {
  actorOf,
  type GuardLab,
  type Guards,
  makeGuards,
  OPERATOR_TOKEN,
  PASSWORD,
} from '../../../testing/guard-lab.ts'
import { SignInSessions } from '../sign-in/sign-in-sessions.ts'

let guards: Guards
beforeEach(() => {
  guards = makeGuards()
})
afterEach(() => guards.close())
const openGuard: Guards['open'] = (env) => guards.open(env)

describe('records', () => {
  it('sign-ins and sign-outs are recorded, and their entries cannot be changed', async () => {
    const { ask, signIn, store } = await openGuard()
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
    expect(() => store.db.exec('DELETE FROM audit')).toThrow('the audit keeps')
  })

  it('passwords, tokens, codes and cookies are never stored in plain text', async () => {
    const { signIn, store, link } = await openGuard()
    const { cookie } = await signIn(PASSWORD)
    const code = link().split('=')[1] ?? 'no code'
    const stored = JSON.stringify(
      ['sign_in', 'sign_in_code', 'audit', 'setting'].map((table) =>
        store.db.prepare(`SELECT * FROM ${table}`).all(),
      ),
    )
    for (const secret of [PASSWORD, OPERATOR_TOKEN, code, cookie ?? 'no cookie'])
      expect(stored).not.toContain(secret)
  })
})

it('a cookie key with loose permissions is made private', async () => {
  await openGuard()
  const path = join(guards.temp.root, 'data', 'cookie-key')
  chmodSync(path, 0o644)
  await openGuard()
  expect(lstatSync(path).mode & 0o777).toBe(0o600)
})

describe('how much is kept', () => {
  const entry = (atMs: number, event: AuditEvent): AuditEntry => ({
    atMs,
    event,
    actor: 'nobody',
    role: null,
    address: '10.0.0.1',
    detail: '',
  })

  it('a flood of one kind of refusal hides no other, and its count needs no further refusal', async () => {
    const { recorder, store } = await openGuard()
    const minute = 29_000_000 * MINUTE_MS
    for (let n = 0; n < 100; n += 1) recorder.record(entry(minute + n, 'host-refused'))
    recorder.record(entry(minute + 500, 'token-refused'))
    recorder.sweep(minute + 600)
    expect(readAudit(store, 200)).toHaveLength(31)
    recorder.sweep(minute + MINUTE_MS)
    const [last, token] = readAudit(store, 200)
    expect(last).toMatchObject({
      event: 'host-refused',
      detail: 'and 70 more like this within the same minute',
    })
    expect(token).toMatchObject({ event: 'token-refused' })
    for (let n = 0; n < 31; n += 1) recorder.record(entry(minute + 2 * MINUTE_MS, 'action-refused'))
    recorder.close(minute + 2 * MINUTE_MS)
    expect(readAudit(store, 1)).toMatchObject([
      { event: 'action-refused', detail: 'and 1 more like this within the same minute' },
    ])
  })

  it('ten thousand refusals and every action by people are kept', async () => {
    const { store, now } = await openGuard()
    recordAudit(store, entry(now(), 'plan-approved'))
    store.db.transaction(() => {
      for (let n = 0; n < 10_500; n += 1) recordAudit(store, entry(now() + n, 'host-refused'))
    })()
    const kept = readAudit(store, 20_000)
    expect(kept.length).toBeGreaterThanOrEqual(10_001)
    expect(kept.length).toBeLessThanOrEqual(10_101)
    expect(kept.at(-1)).toMatchObject({ event: 'plan-approved' })
    expect(kept[0]?.atMs).toBe(now() + 10_499)
    expect(() => store.db.exec("DELETE FROM audit WHERE event = 'host-refused'")).toThrow('newest refusals')
    expect(() => store.db.exec("DELETE FROM audit WHERE event = 'plan-approved'")).toThrow('keeps a year')
  })

  it('entries older than a year are dropped while the server runs', async () => {
    const { recorder, store, now } = await openGuard()
    recordAudit(store, entry(now() - 400 * DAY_MS, 'plan-approved'))
    recorder.sweep(now() + MINUTE_MS)
    expect(readAudit(store, 10)).toHaveLength(1)
    recorder.sweep(now() + DAY_MS)
    expect(readAudit(store, 10)).toHaveLength(0)
  })

  it('refusals and actions are listed separately, page by page', async () => {
    const { store } = await openGuard()
    for (let n = 0; n < 5; n += 1) {
      recordAudit(store, entry(n, 'plan-made'))
      recordAudit(store, entry(n, 'host-refused'))
    }
    const page = (refusals: boolean, before: number | null) =>
      readAuditPage(store, { refusals, before, limit: 3 })
    const first = page(false, null)
    expect(first.map(({ event, atMs }) => [event, atMs])).toEqual([4, 3, 2].map((at) => ['plan-made', at]))
    expect(page(false, first.at(-1)?.id ?? null).map(({ atMs }) => atMs)).toEqual([1, 0])
    expect(page(true, null).map(({ event }) => event)).toEqual(Array(3).fill('host-refused'))
  })

  it('at most two hundred sign-ins are kept, and the least recently seen are removed permanently', async () => {
    const { signIns, store, now } = await openGuard({})
    const secrets = Array.from(
      { length: 205 },
      (_, n) => signIns.signIn('operator', { via: 'link' }, now() + n, null).secret,
    )
    const known = () => secrets.filter((secret) => signIns.find(secret, now() + 2 * MINUTE_MS) !== null)
    expect(known()).toEqual(secrets.slice(5))
    expect(readSignIns(store)).toHaveLength(200)
    signIns.sweep(now() + 13 * HOUR_MS)
    expect(known()).toEqual([])
    expect(readSignIns(store)).toEqual([])
  })
})

describe('a full disk', () => {
  it('does not prevent signing in, even without our database', () => {
    const signIns = new SignInSessions(null, Date.now())
    const { code, isStored } = signIns.links.make(Date.now())
    expect(isStored).toBe(false)
    expect(signIns.links.take(code, Date.now())).toBe(true)
    expect(signIns.links.take(code, Date.now())).toBe(false)
    const { secret } = signIns.signIn('operator', { via: 'link' }, Date.now(), null)
    expect(signIns.find(secret, Date.now())).toMatchObject({ role: 'operator' })
  })

  it('does not let a link work twice, and the link is deleted later', async () => {
    const { ask, link, store, signIns, now } = await openGuard({})
    const once = link()
    refuseDeletes(store)
    expect((await ask(once)).cookie).not.toBeNull()
    store.db.exec('DROP TRIGGER no_room')
    expect((await ask(once)).cookie).toBeNull()
    signIns.sweep(now())
    expect(store.db.prepare('SELECT count(*) FROM sign_in_code').pluck().get()).toBe(0)
  })

  it.each([
    [
      'of one browser',
      ({ ask }: GuardLab, cookie: string) =>
        ask('/sign-out', { method: 'POST', headers: { cookie, 'sec-fetch-site': 'same-origin' } }),
    ],
    ['everywhere', ({ signIns }: GuardLab) => signIns.signOutEverywhere()],
  ])('signing out %s is not undone by a restart', async (_, signOut) => {
    const first = await openGuard({})
    const cookie = (await first.ask(first.link())).cookie ?? ''
    refuseDeletes(first.store)
    await signOut(first, cookie)
    expect(actorOf(await first.ask('/', { headers: { cookie } }))).toBeNull()
    first.store.db.exec('DROP TRIGGER no_room; DROP TRIGGER no_room_either')
    const second = await openGuard({})
    expect(actorOf(await second.ask('/', { headers: { cookie } }))).toBeNull()
  })
})

function refuseDeletes(store: Store): void {
  store.db.exec(`
    CREATE TRIGGER no_room BEFORE DELETE ON sign_in_code BEGIN SELECT RAISE(ABORT, 'disk is full'); END;
    CREATE TRIGGER no_room_either BEFORE DELETE ON sign_in BEGIN SELECT RAISE(ABORT, 'disk is full'); END;
  `)
}
