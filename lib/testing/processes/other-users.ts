/** Files and processes of other users, for tests that run as root. Only root can make them. */
import { execFileSync } from 'node:child_process'
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export const IS_ROOT = process.getuid?.() === 0
/** Ends the name of a test that is skipped without root, so that the report says why. */
export const NEEDS_ROOT = '(needs root, to make files of another user)'

/** Two users without a name. */
export const [ALICE, BOB] = [54_321, 54_322]

export const give = (path: string, uid: number): void => {
  execFileSync('chown', ['-Rh', `${uid}:${uid}`, path])
}

/** Goes into a script of `runUnprivileged` after everything it needs is loaded. */
export const become = (uid: number): string =>
  `process.setgroups([]); process.setgid(${uid}); process.setuid(${uid}); process.env.HOME = '/'\n`

/** Owner and mode of every entry, by path. */
export function ownersIn(root: string): Record<string, string> {
  const owners: Record<string, string> = {}
  const visit = (path: string, label: string): void => {
    const stats = lstatSync(path)
    owners[label] = `${stats.uid}:${stats.gid} ${(stats.mode & 0o7777).toString(8)}`
    if (!stats.isDirectory()) return
    for (const name of readdirSync(path)) visit(join(path, name), `${label}/${name}`)
  }
  visit(root, '')
  return owners
}
