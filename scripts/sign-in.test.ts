/** `npm run sign-in` as its own process: the link it prints is valid, whatever address the server listens on. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isAllowedHost } from '../lib/server/http/allowed-host.ts'
import { SignInLinks } from '../lib/server/http/sign-in/sign-in-links.ts'
import { readAudit } from '../lib/store/access/audit.ts'
import { openStore, type Store } from '../lib/store/open-store.ts'
import { type TempHome, tempHome } from '../lib/testing/temp-home.ts'
import { ROOT } from './project.ts'

let temp: TempHome
let store: Store
beforeEach(() => {
  temp = tempHome()
  const opened = openStore(join(temp.root, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  store = opened.value
})
afterEach(() => {
  store.close()
  temp.cleanup()
})

const run = (env: Record<string, string>) =>
  spawnSync(process.execPath, [join(ROOT, 'scripts', 'sign-in.ts')], {
    encoding: 'utf8',
    env: { NODE_ENV: 'test', PATH: process.env.PATH, STEWARD_DATA: join(temp.root, 'data'), ...env },
  })

it('prints a link under an allowed host name that works once, and audits it', () => {
  const { stdout, status } = run({
    STEWARD_HOST: '0.0.0.0',
    STEWARD_PASSWORD: 'x'.repeat(12),
    STEWARD_PORT: '9393',
  })
  expect(status).toBe(0)
  const link = new URL(stdout.split('\n')[0] ?? '')
  expect(link.origin).toBe('http://127.0.0.1:9393')
  expect(isAllowedHost(link.host, [])).toBe(true)
  const code = link.searchParams.get('code') ?? ''
  const links = new SignInLinks(store)
  expect([links.take(code, Date.now()), links.take(code, Date.now())]).toEqual([true, false])
  expect(readAudit(store, 5)).toMatchObject([{ event: 'link-made', actor: 'terminal' }])
  expect(JSON.stringify(readAudit(store, 5))).not.toContain(code)
})

it('prints the reason in one sentence when the disk is full or a setting is wrong', () => {
  store.db.exec(
    "CREATE TRIGGER no_room BEFORE INSERT ON sign_in_code BEGIN SELECT RAISE(ABORT, 'disk is full'); END",
  )
  const full = run({})
  expect(full).toMatchObject({ status: 1, stdout: '' })
  expect(full.stderr).toMatch(/^No link could be made: .+\.\n$/)
  const wrong = run({ STEWARD_READ_ONLY: 'yes' })
  expect(wrong).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'STEWARD_READ_ONLY must be 1 or 0, not "yes".\n',
  })
})
