/** Our own files are the operator's alone, however generous or strange the umask that started the server. */
import { lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { smallHome } from '../lib/testing/presets/small-home.ts'
import { startServer } from '../scripts/server.ts'
import { signInCookie } from '../scripts/sign-in-cookie.ts'
import { expect, TOKEN, test } from './fixtures.ts'

for (const umask of [0o000, 0o022, 0o277]) {
  test(`everything under STEWARD_DATA is 0600 or 0700 under umask ${umask.toString(8)}`, async ({ lab }) => {
    const folder = join(lab.folder, `umask-${umask}`)
    mkdirSync(folder)
    const home = smallHome(join(folder, 'home'), 'aug', Date.now()).path
    const data = join(folder, 'data')
    const before = process.umask(umask)
    const server = await startServer({ HERMES_HOME: home, STEWARD_DATA: data, STEWARD_TOKEN: TOKEN }).finally(
      () => process.umask(before),
    )
    try {
      const cookie = await signInCookie(data, server.url)
      const page = await fetch(server.url, { headers: { cookie: `${cookie.name}=${cookie.value}` } })
      expect(page.status).toBe(200)
      const modes = treeOf(data).map((path) => [path.slice(data.length), modeOf(path)])
      expect(modes.length).toBeGreaterThan(2)
      expect(modes.filter(([, mode]) => mode !== '600' && mode !== '700')).toEqual([])
    } finally {
      await server.stop()
    }
  })
}

const modeOf = (path: string): string => (lstatSync(path).mode & 0o777).toString(8)

const treeOf = (path: string): string[] =>
  lstatSync(path).isDirectory()
    ? [path, ...readdirSync(path).flatMap((name) => treeOf(join(path, name)))]
    : [path]
