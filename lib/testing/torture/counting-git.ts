/**
 * A `git` for the PATH that counts a run's calls, those of git's own children included, and kills its whole process group
 * at one of them: before it starts, when a ref transaction holds all its locks, or after it has ended. `during` only leaves
 * a mark, for a parent that watches the store.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type GitKill = {
  /** Counted among those whose arguments contain `of`, from 1. */
  readonly call: number
  readonly of?: string
  readonly when: 'before' | 'prepared' | 'during' | 'after'
}

export type CountingGit = {
  /** First on the PATH of the process to be killed. */
  readonly folder: string
  /** Calls count once this exists. */
  readonly armed: string
  readonly mark: string
  /** The arguments of each counted call, in order. */
  readonly calls: () => string[]
}

export function makeCountingGit(folder: string, kill: GitKill | null): CountingGit {
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  const [armed, mark, calls] = ['armed', 'mark', 'calls'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  mkdirSync(calls, { recursive: true })
  writeFileSync(join(folder, 'git'), script({ real, folder, armed, mark, calls }, kill), { mode: 0o755 })
  return {
    folder,
    armed,
    mark,
    calls: () =>
      readdirSync(calls)
        .sort((a, b) => Number(a) - Number(b))
        .map((name) => join(calls, name, 'args'))
        .map((path) => (existsSync(path) ? readFileSync(path, 'utf8').trim() : '')),
  }
}

/** Once marked, a later call ends it: the marked one changed nothing in the store. */
const script = (
  at: Readonly<Record<'real' | 'folder' | 'armed' | 'mark' | 'calls', string>>,
  kill: GitKill | null,
): string => `#!/bin/sh
[ -e '${at.armed}' ] || exec '${at.real}' "$@"
# Reads of the collector are none of the run's, and come in any order.
case "$1 $2" in '-c core.hooksPath='*) ;; *) [ -n "$IN_RUN" ] || exec '${at.real}' "$@" ;; esac
export IN_RUN=1 GIT_EXEC_PATH='${at.folder}'
case "$*" in *'${kill?.of ?? ''}'*) ;; *) exec '${at.real}' "$@" ;; esac
n=1
while ! mkdir "${at.calls}/$n" 2>/dev/null; do n=$((n + 1)); done
echo "$@" > "${at.calls}/$n/args"
[ -e '${at.mark}' ] && kill -9 0
[ "$n" = '${kill?.call ?? 0}' ] || exec '${at.real}' "$@"
case '${kill?.when}' in
  before) kill -9 0 ;;
  prepared)
    { sed '/^prepare$/q'; exec tail -f /dev/null; } | '${at.real}' "$@" | {
      while read -r line; do [ "$line" = 'prepare: ok' ] && kill -9 0; done
      kill -9 0
    } ;;
  during) touch '${at.mark}'; exec '${at.real}' "$@" ;;
  after) '${at.real}' "$@"; kill -9 0 ;;
esac
`
