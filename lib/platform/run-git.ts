/**
 * Runs read-only git on one repository: no configuration except the repository's own, no optional locks, no
 * network, low priority, and a timeout after `timeoutMs`. Lines are streamed.
 */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'

export type GitRun = { readonly gitDir: string; readonly timeoutMs: number; readonly signal?: AbortSignal }

/** False if git is missing, failed, was stopped or timed out. The lines so far are then incomplete. */
export async function runGit(
  { gitDir, timeoutMs, signal }: GitRun,
  args: readonly string[],
  onLine: (line: string) => void,
): Promise<boolean> {
  if (signal?.aborted === true) return false
  const child = spawn('git', args, {
    cwd: '/',
    env: { ...gitEnvironment(gitDir), GIT_OPTIONAL_LOCKS: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    ...(signal === undefined ? {} : { signal }),
  })
  const ended = new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
  lowerPriority(child.pid)
  const lines = createInterface({ input: child.stdout, crlfDelay: Infinity })
  lines.on('line', onLine)
  return ended
}

/** Strict, because a repository must not start anything: no other configuration, no prompt, no network. */
export const gitEnvironment = (gitDir: string): NodeJS.ProcessEnv => ({
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH,
  LC_ALL: 'C',
  GIT_DIR: gitDir,
  // A repository names its working folder, and git fails if that folder's drive is not mounted.
  GIT_WORK_TREE: '/',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
})

export function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, 10)
  } catch {
    // It has already ended, or the system refuses: then it runs at normal priority.
  }
}
