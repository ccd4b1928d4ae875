/** Git runs at low priority, so that it does not slow down the agent. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TempHome, tempHome } from '../testing/temp-home.ts'
import { runGit } from './run-git.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
})
afterEach(() => {
  vi.unstubAllEnvs()
  temp.cleanup()
})

it('settings and repositories that the environment names are not used', async () => {
  writeFileSync(join(temp.root, 'git'), '#!/bin/sh\nenv\n', { mode: 0o755 })
  vi.stubEnv('PATH', `${temp.root}:${process.env.PATH}`)
  vi.stubEnv('HOME', temp.root)
  for (const name of [
    'GIT_OBJECT_DIRECTORY',
    'GIT_ALTERNATE_OBJECT_DIRECTORIES',
    'GIT_COMMON_DIR',
    'GIT_EXEC_PATH',
  ])
    vi.stubEnv(name, temp.root)
  vi.stubEnv('GIT_CONFIG_COUNT', '1')
  vi.stubEnv('GIT_CONFIG_GLOBAL', join(temp.root, 'config'))
  const lines: string[] = []
  await runGit({ homePath: temp.root, folder: 'repository', timeoutMs: 20_000 }, ['version'], (line) =>
    lines.push(line),
  )
  const names = (which: (line: string) => boolean) => lines.filter(which).map((line) => line.split('=')[0])
  expect(names((line) => line.startsWith('GIT_') && line.includes(temp.root))).toEqual(['GIT_DIR'])
  expect(names((line) => /^(HOME|GIT_CONFIG_COUNT)=/.test(line))).toEqual([])
  expect(lines).toContain('GIT_CONFIG_GLOBAL=/dev/null')
})

it('the git process runs with a raised nice value', async () => {
  // Waits for the value, because the parent sets it just after the start. If it never does, the run times out.
  const script = `#!/bin/sh
until [ "$(nice)" = 10 ]; do :; done
nice
`
  writeFileSync(join(temp.root, 'git'), script)
  chmodSync(join(temp.root, 'git'), 0o755)
  vi.stubEnv('PATH', `${temp.root}:${process.env.PATH}`)
  const lines: string[] = []
  expect(
    await runGit({ homePath: temp.root, folder: 'repository', timeoutMs: 20_000 }, ['version'], (line) =>
      lines.push(line),
    ),
  ).toBe(true)
  expect(lines).toEqual(['10'])
})
