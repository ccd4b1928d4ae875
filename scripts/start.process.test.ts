/** The first `npm start`, in a copy of the project without pages, so that its build fails at once. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, cpSync, existsSync, mkdirSync, openSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freePort } from '../lib/testing/processes/free-port.ts'
import { tempHome } from '../lib/testing/temp-home.ts'
import { ROOT } from './project.ts'

it.skipIf(!existsSync('/dev/full'))('a build whose progress cannot be printed continues', async () => {
  const temp = tempHome()
  const project = join(temp.root, 'project')
  mkdirSync(project)
  for (const name of ['scripts', 'lib', 'package.json'])
    cpSync(join(ROOT, name), join(project, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'))
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [join(project, 'scripts', 'start.ts')], {
    cwd: project,
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: temp.root,
      HERMES_HOME: temp.path,
      STEWARD_DATA: join(temp.root, 'data'),
      STEWARD_PORT: String(await freePort()),
    },
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  let printed = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  await once(child, 'close')
  temp.cleanup()
  expect(printed).not.toContain('ENOSPC')
  expect(printed).toContain('directory')
})
