/** A home as a restore must leave it: every row, search result, token count, file and checkpoint ref. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { digestTree } from './digest-tree.ts'
import { readAllRows, readTokenSizes, searchHome } from './home-rows.ts'

export const captureHome = (home: string) => ({
  rows: readAllRows(home),
  found: searchHome(home),
  tokens: readTokenSizes(home),
  files: filesOf(home),
  checkpoints: checkpointsOf(home),
})

/** Steward's own, or compared separately: the database by row, the checkpoint store by git. */
const ELSEWHERE =
  /^\/(state\.db|\.steward-trash|\.steward-lock|checkpoints\/store\/(refs|objects|info|packed-refs|branches))/

export const filesOf = (home: string): string[] => digestTree(home).filter((line) => !ELSEWHERE.test(line))

/** Every ref with its commit, and what git fsck reports. */
function checkpointsOf(home: string): { readonly refs: string; readonly faults: string } | null {
  const store = join(home, 'checkpoints', 'store')
  if (!existsSync(join(store, 'HEAD'))) return null
  const git = (...args: string[]) =>
    execFileSync('git', ['--git-dir', store, ...args], {
      encoding: 'utf8',
      env: { ...process.env, ...BARE },
      // Git reports every time that the store has no branch.
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  return {
    // A killed restore may leave a ref in the trash, which only keeps what the project's own ref keeps.
    refs: git('for-each-ref', 'refs/hermes'),
    faults: git('fsck', '--full', '--no-dangling', '--no-progress'),
  }
}

const BARE = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }
