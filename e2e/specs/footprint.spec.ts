/** Steward's own files are private to the operator, whatever the umask. */
import { lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { smallHome } from '../../lib/testing/presets/small-home.ts'
import { startServer } from '../../scripts/server.ts'
import { signInCookie } from '../../scripts/sign-in-cookie.ts'
import { API_TOKEN, expect, test } from '../support/fixtures.ts'

for (const umask of [0o000, 0o022, 0o277]) {
  test(`everything under STEWARD_DATA is 0600 or 0700 under umask ${umask.toString(8)}`, async ({ lab }) => {
    const folder = join(lab.folder, `umask-${umask}`)
    mkdirSync(folder)
    const home = smallHome(join(folder, 'home'), 'aug', Date.now()).path
    const data = join(folder, 'data')
    const before = process.umask(umask)
    const server = await startServer({
      HERMES_HOME: home,
      STEWARD_DATA: data,
      STEWARD_TOKEN: API_TOKEN,
    }).finally(() => process.umask(before))
    try {
      const cookie = await signInCookie(data, server.url)
      const page = await fetch(server.url, { headers: { cookie: `${cookie.name}=${cookie.value}` } })
      expect(page.status).toBe(200)
      await expect.poll(server.output).toMatch(/\/sign-in\?code=\S+/)
      expect(linksOnRecord(data)).toEqual(['printed at start'])
      if (umask === 0o000) await archiveSomething(server.url)
      const names = treeOf(data).map((path) => path.slice(data.length + 1))
      if (umask === 0o000) {
        expect(names.some((name) => /^archives\/.+\/.+/.test(name))).toBe(true)
        expect(names).toContain('room-for-a-full-disk')
      }
      const modes = treeOf(data).map((path) => [path.slice(data.length), modeOf(path)])
      expect(modes.length).toBeGreaterThan(2)
      expect(modes.filter(([, mode]) => mode !== '600' && mode !== '700')).toEqual([])
      // It ends by signal, because a normal exit could hang (scripts/serve.ts).
      expect(await server.stop()).toBe('SIGTERM')
    } finally {
      await server.stop()
    }
  })
}

/** Runs a plan that writes an archive, to its end. */
async function archiveSomething(url: string): Promise<void> {
  const headers = { authorization: `Bearer ${API_TOKEN}`, 'content-type': 'application/json' }
  const call = async (path: string, body?: object) => {
    const answer = await fetch(
      url + path,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    )
    expect(answer.ok, path).toBe(true)
    return answer.json()
  }
  const { id, digest } = await call('/api/v1/homes/main/plans', {
    steps: [{ action: 'orphan-files', policy: { olderThanDays: 0 } }],
    disposition: 'archive',
  })
  const { receiptId } = await call(`/api/v1/plans/${id}/approve`, { digest })
  await expect.poll(async () => (await call(`/api/v1/receipts/${receiptId}`)).state).toBe('done')
}

function linksOnRecord(data: string): unknown[] {
  const db = new Database(join(data, 'steward.db'), { readonly: true })
  const details = db.prepare("SELECT detail FROM audit WHERE event = 'link-made'").pluck().all()
  db.close()
  return details
}

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8)

const treeOf = (path: string): string[] =>
  lstatSync(path).isDirectory()
    ? [path, ...readdirSync(path).flatMap((name) => treeOf(join(path, name)))]
    : [path]
