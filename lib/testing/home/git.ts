/** Real git without the machine's configuration, with fixed names and dates. */
import { execFileSync } from 'node:child_process'
import { devNull } from 'node:os'

export type GitPlace = {
  readonly gitDir: string
  readonly workTree?: string
  readonly indexFile?: string
  readonly atMs: number
  readonly input?: Buffer
}

export function git(args: readonly string[], { gitDir, workTree, indexFile, atMs, input }: GitPlace): string {
  const date = `${Math.floor(atMs / 1000)} +0000`
  return execFileSync('git', ['-c', 'init.defaultBranch=master', ...args], {
    encoding: 'utf8',
    cwd: workTree,
    input,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    env: {
      NODE_ENV: process.env.NODE_ENV,
      PATH: process.env.PATH,
      GIT_CONFIG_GLOBAL: devNull,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_DIR: gitDir,
      ...(workTree !== undefined && { GIT_WORK_TREE: workTree }),
      ...(indexFile !== undefined && { GIT_INDEX_FILE: indexFile }),
      GIT_AUTHOR_NAME: 'Hermes Checkpoint',
      GIT_AUTHOR_EMAIL: 'hermes@local',
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: 'Hermes Checkpoint',
      GIT_COMMITTER_EMAIL: 'hermes@local',
      GIT_COMMITTER_DATE: date,
    },
  }).trim()
}
