import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { digestTree } from '../../lib/testing/digest-tree.ts'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { startWriter } from '../../lib/testing/processes/line-child.ts'
import { startServer } from '../../scripts/server.ts'
import { API_TOKEN, expect, test } from '../support/fixtures.ts'

test.use({
  homes: {
    make: (folder: string) => ({ HERMES_HOME: smallHome(join(folder, 'home'), 'nov', Date.now()).path }),
  },
})

test('reading a home changes nothing in it', async ({ lab, page }) => {
  const home = join(lab.folder, 'home')
  const before = digestTree(home)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await lab.api('/api/v1/homes')
  await lab.api('/api/v1/homes/main/overview')
  expect(digestTree(home)).toEqual(before)
})

const AUTHORIZED = { authorization: `Bearer ${API_TOKEN}` }

async function ask(url: string): Promise<Record<string, unknown>> {
  return (await fetch(url, { headers: AUTHORIZED })).json()
}

async function order(url: string, body: unknown): Promise<Record<string, unknown>> {
  const headers = { ...AUTHORIZED, 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}

/** Moves every ended session to the trash over the HTTP API and waits for the end. */
async function prune(server: string): Promise<Record<string, unknown>> {
  const { id, digest } = await order(`${server}/api/v1/homes/main/plans`, {
    steps: [{ action: 'prune-sessions', policy: { olderThanDays: 0, includeShelved: true } }],
    disposition: 'trash',
  })
  const { receiptId } = await order(`${server}/api/v1/plans/${id}/approve`, { digest, except: [] })
  const receipt = () => ask(`${server}/api/v1/receipts/${receiptId}`)
  await expect.poll(async () => (await receipt()).state, { timeout: 40_000 }).not.toBe('running')
  return receipt()
}

/**
 * A holder loses its locks, then the server starts, reads, cleans up and stops
 * (docs/hermes.md, "Lost locks").
 */
test('a holder that lost its locks keeps its WAL while the server starts, reads, cleans and stops', async ({
  lab,
}) => {
  const home = smallHome(join(lab.folder, 'held'), 'aug', Date.now()).path
  const holder = await startWriter(join(home, 'state.db'))
  const insert = (id: string) =>
    holder.ask(
      `db.prepare("INSERT INTO sessions (id, source, started_at) VALUES ('${id}', 'cli', unixepoch())").run().changes`,
    )
  const count = async (where: string) =>
    Number(await holder.ask(`db.prepare("SELECT count(*) FROM sessions WHERE ${where}").pluck().get()`))
  const start = () =>
    startServer({
      HERMES_HOME: home,
      STEWARD_DATA: join(lab.folder, 'data-held'),
      STEWARD_TOKEN: API_TOKEN,
    })
  const total = async (url: string) => {
    const overview = await ask(`${url}/api/v1/homes/main/overview`)
    return (overview.sessions as { total: number }).total
  }
  await holder.ask("db.pragma('wal_autocheckpoint = 0')")
  await insert('held-1')
  await holder.ask(
    "['', '-wal', '-shm'].map((suffix) => fs.closeSync(fs.openSync(path + suffix, 'r'))).length",
  )
  const walNow = () => lstatSync(join(home, 'state.db-wal')).ino
  const walBefore = walNow()
  const server = await start()
  const before = await total(server.url)
  const receipt = await prune(server.url)
  expect(Number(receipt.done)).toBeGreaterThan(10)
  await insert('held-2')
  await server.stop()
  expect(walNow()).toBe(walBefore)
  expect(await count("id LIKE 'held-%'")).toBe(2)
  expect(await count('1')).toBe(before + 1 - Number(receipt.done))
  await insert('held-3')
  const again = await start()
  expect(await total(again.url)).toBe(before + 2 - Number(receipt.done))
  await again.stop()
  expect(walNow()).toBe(walBefore)
  expect(await holder.ask("db.pragma('integrity_check', { simple: true })")).toBe('"ok"')
  await holder.stop()
})
