/** What the guard records, what it never records, and how much is kept. */
import { chmodSync, lstatSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '../../../domain/access/actor.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import {
  type AuditEntry,
  type AuditEvent,
  type AuditKind,
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

  it('a flood of a viewer’s sign-ins is counted, and hides neither an operator’s nor what was done', async () => {
    const { recorder, store } = await openGuard()
    const minute = 29_000_000 * MINUTE_MS
    const by = (role: Role, event: AuditEvent): AuditEntry => ({ ...entry(minute, event), role })
    for (let n = 0; n < 100; n += 1)
      for (const event of ['signed-in', 'signed-out', 'plan-made'] as const)
        recorder.record(by('viewer', event))
    recorder.record(by('operator', 'signed-in'))
    for (let n = 0; n < 40; n += 1) recorder.record(by('operator', 'plan-approved'))
    recorder.sweep(minute + MINUTE_MS)
    const kept = readAudit(store, 1_000)
    const of = (role: Role, event: AuditEvent) =>
      kept.filter((each) => each.role === role && each.event === event).length
    expect([of('viewer', 'signed-in'), of('viewer', 'signed-out'), of('viewer', 'plan-made')]).toEqual([
      31, 31, 31,
    ])
    expect([of('operator', 'signed-in'), of('operator', 'plan-approved')]).toEqual([1, 40])
    expect(kept[0]).toMatchObject({ role: 'viewer', detail: 'and 70 more like this within the same minute' })
  })

  it('ten thousand sign-ins and plans of each role are kept, and a viewer’s displace none of an operator’s', async () => {
    const { store, now } = await openGuard()
    const add = (role: Role, event: AuditEvent, atMs: number) =>
      recordAudit(store, { ...entry(atMs, event), role })
    add('operator', 'signed-in', now())
    add('operator', 'plan-approved', now())
    store.db.transaction(() => {
      for (let n = 0; n < 10_500; n += 1) add('viewer', n % 2 === 0 ? 'plan-made' : 'signed-in', now() + n)
    })()
    const kept = readAudit(store, 20_000)
    expect(kept.length).toBeGreaterThanOrEqual(10_002)
    expect(kept.length).toBeLessThanOrEqual(10_102)
    expect(kept.slice(-2).map(({ event, role }) => [event, role])).toEqual([
      ['plan-approved', 'operator'],
      ['signed-in', 'operator'],
    ])
    expect(() => store.db.exec("DELETE FROM audit WHERE role = 'viewer'")).toThrow('newest entries')
    expect(() => store.db.exec("DELETE FROM audit WHERE event = 'signed-in'")).toThrow('newest entries')
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
    expect(() => store.db.exec("DELETE FROM audit WHERE event = 'host-refused'")).toThrow('newest entries')
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

  it('actions, routine and refusals are listed separately, page by page', async () => {
    const { store } = await openGuard()
    for (let n = 0; n < 5; n += 1) {
      recordAudit(store, entry(n, 'plan-approved'))
      recordAudit(store, { ...entry(n, 'plan-made'), role: 'viewer' })
      recordAudit(store, { ...entry(n, 'signed-in'), role: 'operator' })
      recordAudit(store, entry(n, 'host-refused'))
    }
    const page = (kind: AuditKind, before: number | null) => readAuditPage(store, { kind, before, limit: 3 })
    const first = page('done', null)
    expect(first.map(({ event, atMs }) => [event, atMs])).toEqual(
      [4, 3, 2].map((at) => ['plan-approved', at]),
    )
    expect(page('done', first.at(-1)?.id ?? null).map(({ atMs }) => atMs)).toEqual([1, 0])
    expect(page('routine', null).map(({ event }) => event)).toEqual(['signed-in', 'plan-made', 'signed-in'])
    expect(page('refused', null).map(({ event }) => event)).toEqual(Array(3).fill('host-refused'))
  })

  it('at most a hundred sign-ins of a role are kept, and the least recently seen are removed permanently', async () => {
    const { signIns, store, now } = await openGuard({})
    const secretsOf = (role: Role, times: number) =>
      Array.from({ length: times }, (_, n) => signIns.signIn(role, { via: 'link' }, now() + n, null).secret)
    const known = (secrets: readonly string[]) =>
      secrets.filter((secret) => signIns.find(secret, now() + 2 * MINUTE_MS) !== null)
    const operators = secretsOf('operator', 3)
    const viewers = secretsOf('viewer', 105)
    expect(known(viewers)).toEqual(viewers.slice(5))
    expect(known(operators)).toEqual(operators)
    const stored = () => readSignIns(store).map(({ role }) => role)
    expect(stored().filter((role) => role === 'viewer')).toHaveLength(100)
    expect(stored()).toHaveLength(103)
    signIns.sweep(now() + 13 * HOUR_MS)
    expect([...known(operators), ...known(viewers)]).toEqual([])
    expect(stored()).toEqual([])
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
