/** A home without read permission reports that, and the other homes are not affected. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { smallHome } from '../../testing/presets/small-home.ts'
import { DROP_RIGHTS, runUnprivileged } from '../../testing/processes/other-process.ts'
import { tempHome } from '../../testing/temp-home.ts'

const temp = tempHome()
afterAll(temp.cleanup)

const NOBODY = '65534:65534'

it.each(['opened first', 'a further one'])('%s', (place) => {
  const folder = join(temp.root, place.replaceAll(' ', '-'))
  const open = smallHome(join(folder, 'open'), 'aug', Date.now())
  const closed = smallHome(join(folder, 'closed'), 'aug', Date.now())
  mkdirSync(join(folder, 'data'))
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', NOBODY, temp.root])
  chmodSync(closed.path, 0)
  const [first, second] = place === 'opened first' ? [closed, open] : [open, closed]
  const homes = runUnprivileged(
    `const { Collector } = await load('lib/server/workers/collector.ts')
     ${DROP_RIGHTS}
     const { FIRST, SECOND, DATA } = process.env
     const collector = new Collector({
       hermesHome: FIRST, extraHomes: [SECOND], dataDir: DATA, demoHome: null, readOnly: false,
     })
     const homes = []
     for (const { home, overview, status } of await collector.homes()) {
       const database = await collector.query(home.id, 'database', null)
       homes.push({
         name: home.path.split('/').at(-1),
         sessions: overview.sessions?.total ?? null,
         files: overview.files?.transcripts.count ?? null,
         writable: status.writable,
         gateway: status.live.gateway,
         notices: overview.notices.map(({ code }) => code),
         journal: database.answer.journalMode ?? null,
       })
     }
     console.log(JSON.stringify(homes))
     process.exit(0)`,
    { FIRST: first.path, SECOND: second.path, DATA: join(folder, 'data') },
  )
  chmodSync(closed.path, 0o700)
  expect(homes).toHaveLength(2)
  expect(homes).toContainEqual({
    name: 'open',
    sessions: 59,
    files: 37,
    writable: true,
    gateway: false,
    notices: [],
    journal: 'wal',
  })
  expect(homes).toContainEqual({
    name: 'closed',
    sessions: null,
    files: null,
    writable: false,
    gateway: null,
    notices: expect.arrayContaining(['db-unreadable', 'unreadable']),
    journal: null,
  })
})
