/**
 * A folder without permission: its contents are kept, everything else is removed, and all of it can be
 * restored.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tinyHome } from '../../testing/presets/tiny-home.ts'
import { DROP_RIGHTS, runUnprivileged } from '../../testing/processes/other-process.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
})
afterEach(() => temp.cleanup())

const NOBODY = '65534:65534'

it.each(['trash', 'archive', 'delete'])('%s beside a closed folder of sessions', (disposition) => {
  const home = tinyHome(temp.path, Date.now()).path
  mkdirSync(join(temp.root, 'data'))
  if (process.getuid?.() === 0) execFileSync('chown', ['-R', NOBODY, temp.root])
  const answer = runUnprivileged(
    `const fs = await import('node:fs')
     const { cleanLab, EVERYTHING } = await load('lib/testing/clean-lab.ts')
     const { captureHome } = await load('lib/testing/capture-home.ts')
     const { crashSafetyProblems } = await load('lib/testing/torture/crash-safety.ts')
     const { readBatches } = await load('lib/store/plans/journal.ts')
     const { HOME_PATH: home, DATA: data } = process.env
     ${DROP_RIGHTS}
     process.env.HOME = data
     const before = captureHome(home)
     fs.chmodSync(home + '/sessions', 0o555)
     const lab = cleanLab(home, data)
     const { id } = await lab.run(await lab.plan(EVERYTHING, '${disposition}'))
     const items = readBatches(lab.store, id).flatMap((batch) => batch.items)
     const said = (key) => items.flatMap(({ kind, label, outcome }) =>
       label.includes(key) ? [[kind, outcome.kind, outcome.message ?? outcome.note ?? null]] : [])
     fs.chmodSync(home + '/sessions', 0o755)
     console.log(JSON.stringify({
       orphan: said('0rphan'),
       folder: items.filter(({ kind, outcome }) => kind === 'folder' && outcome.kind === 'done').length,
       wrong: await crashSafetyProblems(lab, id, before, { temporaryFiles: false }),
     }))`,
    { HOME_PATH: home, DATA: join(temp.root, 'data') },
  )
  expect(answer).toMatchObject({
    orphan: [['file', 'failed', 'The system says EACCES. It is where it was.']],
    folder: 2,
    wrong: [],
  })
})
