/** Plan, approve, receipt and restore over the HTTP API, and every refused role. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { captureHome } from '../../lib/testing/capture-home.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { API_TOKEN, expect, type Lab, test } from '../support/fixtures.ts'
import { planOrphan } from '../support/plan-orphan.ts'

const VIEWER = 'token-of-somebody-who-only-looks'

test.use({
  homes: {
    make: (folder: string) => ({
      HERMES_HOME: smallHome(join(folder, 'home'), 'aug', Date.now()).path,
      STEWARD_VIEWER_TOKEN: VIEWER,
    }),
  },
})

type Body = Record<string, unknown>

async function post(
  lab: Lab,
  path: string,
  body: unknown,
  token = API_TOKEN,
): Promise<{ status: number; body: Body }> {
  const response = await fetch(lab.server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

const pruneAll = (disposition: string) => ({
  steps: [{ action: 'prune-sessions', policy: { olderThanDays: 0, includeShelved: true } }],
  disposition,
})

/** Limited by the test's own timeout. */
async function ended(lab: Lab, receiptId: string): Promise<Body> {
  let receipt: Body = {}
  await expect
    .poll(
      async () => {
        receipt = (await lab.api(`/api/v1/receipts/${receiptId}`)).body as Body
        return receipt.state
      },
      { timeout: 50_000 },
    )
    .not.toBe('running')
  return receipt
}

const homeOf = (lab: Lab): string => join(lab.folder, 'home')

function sessionsIn(home: string): number {
  const db = new Database(join(home, 'state.db'), { readonly: true })
  try {
    return Number(db.prepare('SELECT count(*) FROM sessions').pluck().get())
  } finally {
    db.close()
  }
}

test('a plan is made by a viewer, approved by an operator, runs once, and everything is restored', async ({
  lab,
}) => {
  const before = captureHome(homeOf(lab))
  const made = await post(lab, '/api/v1/homes/main/plans', pruneAll('archive'), VIEWER)
  expect(made.status).toBe(200)
  const { id, digest, totals } = made.body as {
    id: string
    digest: string
    totals: { act: { items: number } }
  }
  expect(totals.act.items).toBeGreaterThan(10)
  const approval = { digest, except: [] }

  expect((await post(lab, `/api/v1/plans/${id}/approve`, approval, VIEWER)).status).toBe(403)
  expect(
    (await post(lab, `/api/v1/plans/${id}/approve`, { ...approval, digest: 'x'.repeat(64) })).status,
  ).toBe(409)
  expect(captureHome(homeOf(lab))).toEqual(before)

  const clicks = await Promise.all([1, 2, 3].map(() => post(lab, `/api/v1/plans/${id}/approve`, approval)))
  expect(clicks.map(({ status }) => status).sort()).toEqual([202, 409, 409])
  const receiptId = String(clicks.find(({ status }) => status === 202)?.body.receiptId)
  const receipt = await ended(lab, receiptId)
  expect(receipt).toMatchObject({ state: 'done', done: totals.act.items, skipped: 0, failed: 0 })
  expect(sessionsIn(homeOf(lab))).toBe((before.rows.get('sessions')?.length ?? 0) - totals.act.items)

  const restore = await post(lab, `/api/v1/receipts/${receiptId}/restore`, {})
  expect(restore.body).toMatchObject({ state: 'open', totals: { act: { items: totals.act.items } } })
  const back = await post(lab, `/api/v1/plans/${restore.body.id}/approve`, { digest: restore.body.digest })
  expect(await ended(lab, String(back.body.receiptId))).toMatchObject({ state: 'done', kind: 'restore' })
  expect(captureHome(homeOf(lab))).toEqual(before)
})

test('every step is recorded with actor, role, address and time', async ({ lab }) => {
  const since = Date.now()
  const orphans = { steps: [{ action: 'orphan-files', policy: { olderThanDays: 0 } }], disposition: 'trash' }
  const made = await post(lab, '/api/v1/homes/main/plans', orphans, VIEWER)
  const run = await post(lab, `/api/v1/plans/${made.body.id}/approve`, { digest: made.body.digest })
  const receiptId = String(run.body.receiptId)
  await ended(lab, receiptId)
  const restore = await post(lab, `/api/v1/receipts/${receiptId}/restore`, {}, VIEWER)
  const back = await post(lab, `/api/v1/plans/${restore.body.id}/approve`, { digest: restore.body.digest })
  const backId = String(back.body.receiptId)
  await ended(lab, backId)
  const entries = () => {
    const db = new Database(join(lab.folder, 'data', 'steward.db'), { readonly: true })
    const rows = db
      .prepare<[number], Body>('SELECT * FROM audit WHERE at_ms >= ? ORDER BY audit_id')
      .all(since)
    db.close()
    return rows.map(({ event, role, address, detail }) => ({ event, role, address, detail: String(detail) }))
  }
  await expect.poll(() => entries().filter(({ event }) => event === 'run-ended').length).toBe(2)
  const viewer = { role: 'viewer', address: '127.0.0.1' }
  const operator = { role: 'operator', address: '127.0.0.1' }
  const said = (text: unknown) => ({ detail: expect.stringContaining(String(text)) })
  expect(entries()).toMatchObject([
    { event: 'plan-made', ...viewer, ...said(made.body.id) },
    { event: 'plan-approved', ...operator, ...said(receiptId) },
    { event: 'run-ended', role: 'operator', address: 'this machine', ...said(receiptId) },
    { event: 'plan-made', ...viewer, ...said(receiptId) },
    { event: 'plan-approved', ...operator, ...said(backId) },
    { event: 'run-ended', role: 'operator', address: 'this machine', ...said(backId) },
  ])
})

test('unticked items stay', async ({ lab }) => {
  const { body } = await post(lab, '/api/v1/homes/main/plans', pruneAll('trash'))
  const items = body.items as { id: string; key: string; verdict: string }[]
  const going = items.filter(({ verdict }) => verdict === 'act')
  const kept = going.slice(0, 3)
  const { body: approved } = await post(lab, `/api/v1/plans/${body.id}/approve`, {
    digest: body.digest,
    except: kept.map(({ id }) => id),
  })
  const receipt = await ended(lab, String(approved.receiptId))
  expect(receipt.failed).toBe(0)
  const db = new Database(join(homeOf(lab), 'state.db'), { readonly: true })
  const has = db.prepare('SELECT 1 FROM sessions WHERE id = ?')
  for (const { key } of kept) expect(has.get(key.replace('session:', ''))).toBeDefined()
  db.close()
})

test('permanent deletion needs a person’s typed words or a script’s digest, and leaves no trash', async ({
  lab,
}) => {
  const request = { steps: [{ action: 'orphan-files', policy: { olderThanDays: 0 } }], disposition: 'delete' }
  const { body } = await post(lab, '/api/v1/homes/main/plans', request)
  const { act } = body.totals as { act: { items: number } }
  const approve = `/api/v1/plans/${body.id}/approve`
  const person = await fetch(lab.server.url + approve, {
    method: 'POST',
    headers: {
      cookie: `${lab.cookie.name}=${lab.cookie.value}`,
      origin: lab.server.url,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ digest: body.digest, except: [] }),
  })
  expect([person.status, await person.text()]).toEqual([400, expect.stringContaining('typed words')])
  expect((await post(lab, approve, { digest: body.digest, consent: 'delete 1 from main' })).status).toBe(400)
  const said = await post(lab, approve, { digest: body.digest, except: [] })
  const receipt = await ended(lab, String(said.body.receiptId))
  expect(receipt).toMatchObject({ state: 'done', done: act.items, keptBytes: 0 })
  expect(existsSync(join(homeOf(lab), '.steward-trash', String(receipt.id)))).toBe(false)
  expect((await post(lab, `/api/v1/receipts/${receipt.id}/restore`, {})).status).toBe(409)
})

test('saved items can be purged early by typed words, and all items of a receipt can be exported', async ({
  lab,
}) => {
  const { body } = await post(lab, '/api/v1/homes/main/plans', {
    steps: [{ action: 'cron-output', policy: { olderThanDays: 0, keepNewest: 0 } }],
    disposition: 'trash',
  })
  const approved = await post(lab, `/api/v1/plans/${body.id}/approve`, { digest: body.digest })
  const receipt = await ended(lab, String(approved.body.receiptId))
  const address = `/api/v1/receipts/${receipt.id}`
  expect(receipt.keptBytes).toBeGreaterThan(0)
  const csv = await fetch(`${lab.server.url}${address}?format=csv`, {
    headers: { authorization: `Bearer ${VIEWER}` },
  })
  expect((await csv.text()).trim().split(/\r?\n/)).toHaveLength(Number(receipt.total) + 1)

  const consent = `delete ${receipt.done} from main`
  expect((await post(lab, `${address}/purge`, { consent }, VIEWER)).status).toBe(403)
  expect((await post(lab, `${address}/purge`, {})).status).toBe(400)
  expect((await post(lab, `${address}/purge`, { consent, path: '/' })).status).toBe(400)
  expect((await post(lab, `${address}/purge`, { consent })).body).toEqual({ freedBytes: receipt.keptBytes })
  expect((await post(lab, `${address}/purge`, { consent })).status).toBe(409)
  expect(existsSync(join(homeOf(lab), '.steward-trash', String(receipt.id)))).toBe(false)
  expect(await post(lab, `${address}/restore`, {})).toMatchObject({
    status: 409,
    body: { error: { code: 'conflict', message: 'Nothing of this run is left to restore.' } },
  })
})

const storage = async (lab: Lab) => (await lab.api('/api/v1/homes/main/storage')).body as Body

test('the trash of a home can be emptied by the phrase that the storage JSON names', async ({ lab }) => {
  const plan = await planOrphan(lab, '20260101_081001_0rphan')
  const approved = await post(lab, `/api/v1/plans/${plan.id}/approve`, { digest: plan.digest })
  const { id } = await ended(lab, String(approved.body.receiptId))
  const { trash, ownData } = (await storage(lab)) as { trash: Body; ownData: Body }
  expect(trash.bytes).toBeGreaterThan(0)
  expect(trash.consent).toBe(`delete ${trash.items} from main`)
  expect(Date.parse(String(trash.nextExpiryAt))).toBeLessThanOrEqual(Date.parse(String(trash.lastExpiryAt)))
  // The test's data folder is beside its home.
  expect(ownData).toMatchObject({ insideHome: false })
  expect(ownData.otherBytes).toBeGreaterThan(10_000)

  const address = '/api/v1/homes/main/trash/purge'
  const { consent } = trash
  expect((await post(lab, address, { consent }, VIEWER)).status).toBe(403)
  expect((await post(lab, address, {})).status).toBe(400)
  expect((await post(lab, address, { consent: `delete ${Number(trash.items) + 1} from main` })).status).toBe(
    400,
  )
  expect((await post(lab, address, { consent, path: '/' })).status).toBe(400)
  expect((await post(lab, '/api/v1/homes/none/trash/purge', { consent })).status).toBe(404)
  expect((await post(lab, address, { consent })).body).toEqual({
    freedBytes: trash.bytes,
    purged: expect.arrayContaining([id]),
    kept: [],
  })
  expect((await post(lab, address, { consent })).status).toBe(409)
  expect(existsSync(join(homeOf(lab), '.steward-trash', String(id)))).toBe(false)
  expect((await storage(lab)).trash).toMatchObject({ receipts: 0, items: 0, bytes: 0, nextExpiryAt: null })
})

test('bodies must be JSON, within the size limit, and without unknown keys', async ({ lab }) => {
  const plans = '/api/v1/homes/main/plans'
  const files = readdirSync(homeOf(lab)).length
  expect((await post(lab, plans, '{"steps": [')).status).toBe(400)
  expect((await post(lab, plans, '"x"')).status).toBe(400)
  expect((await post(lab, plans, { ...pruneAll('trash'), path: '/etc' })).body).toMatchObject({
    error: { code: 'bad-input', message: expect.stringContaining('path') },
  })
  expect(
    (await post(lab, plans, { steps: [{ action: 'prune-sessions', policy: {} }], disposition: 'trash' }))
      .status,
  ).toBe(400)
  expect((await post(lab, plans, ' '.repeat(8_200_000))).status).toBe(413)
  const plain = await fetch(lab.server.url + plans, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_TOKEN}`, 'content-type': 'text/plain' },
    body: '{}',
  })
  expect(plain.status).toBe(415)
  expect(readdirSync(homeOf(lab)).length).toBe(files)
})
