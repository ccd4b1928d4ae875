import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { digestTree } from '../lib/testing/digest-tree.ts'
import { startWriter } from '../lib/testing/line-child.ts'
import { smallHome } from '../lib/testing/presets/small-home.ts'
import { startServer } from '../scripts/server.ts'
import { expect, TOKEN, test } from './fixtures.ts'

test.use({
  homes: {
    lay: (folder: string) => ({ HERMES_HOME: smallHome(join(folder, 'home'), 'nov', Date.now()).path }),
  },
})

test('looking at a home changes nothing in it', async ({ lab, page }) => {
  const home = join(lab.folder, 'home')
  const before = digestTree(home)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await lab.api('/api/v1/homes')
  await lab.api('/api/v1/homes/main/overview')
  expect(digestTree(home)).toEqual(before)
})

/** hermes-storage §10.1a: a holder that lost its locks, then the whole server comes and goes beside it. */
test('a holder that lost its locks keeps its WAL through start, reading and stop of the server', async ({
  lab,
}) => {
  const home = smallHome(join(lab.folder, 'held'), 'aug', Date.now()).path
  const holder = await startWriter(join(home, 'state.db'))
  const insert = (id: string) =>
    holder.ask(
      `db.prepare("INSERT INTO sessions (id, source, started_at) VALUES ('${id}', 'cli', unixepoch())").run().changes`,
    )
  await holder.ask("db.pragma('wal_autocheckpoint = 0')")
  await insert('held-1')
  await holder.ask(
    "['', '-wal', '-shm'].map((suffix) => fs.closeSync(fs.openSync(path + suffix, 'r'))).length",
  )
  const walBefore = lstatSync(join(home, 'state.db-wal')).ino
  const server = await startServer({
    HERMES_HOME: home,
    STEWARD_DATA: join(lab.folder, 'data-held'),
    STEWARD_TOKEN: TOKEN,
  })
  const read = async () => {
    const response = await fetch(`${server.url}/api/v1/homes/main/overview`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    return (await response.json()).sessions.total
  }
  const total = await read()
  await server.stop()
  expect(lstatSync(join(home, 'state.db-wal')).ino).toBe(walBefore)
  await insert('held-2')
  const again = await startServer({
    HERMES_HOME: home,
    STEWARD_DATA: join(lab.folder, 'data-held'),
    STEWARD_TOKEN: TOKEN,
  })
  const response = await fetch(`${again.url}/api/v1/homes/main/overview`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  expect((await response.json()).sessions.total).toBe(total + 1)
  await again.stop()
  expect(lstatSync(join(home, 'state.db-wal')).ino).toBe(walBefore)
  await holder.stop()
})
