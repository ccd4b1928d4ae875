/**
 * Runs read-only git on one repository of a home, if it is self-contained: no configuration except the
 * repository's own, no network, low priority, and a timeout after `timeoutMs`. Lines are streamed.
 */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findGitHazard } from './find-git-hazard.ts'

export type GitRun = {
  readonly homePath: string
  /** The repository, from the home. */
  readonly folder: string
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/**
 * False if git is missing, failed, was stopped or timed out, or was not started because it could leave the
 * home. The lines so far are then incomplete.
 */
export async function runGit(
  { homePath, folder, timeoutMs, signal }: GitRun,
  args: readonly string[],
  onLine: (line: string) => void,
): Promise<boolean> {
  if (signal?.aborted === true || findGitHazard(homePath, folder) !== null) return false
  const child = spawn('git', [...GIT_SETTINGS, ...args], {
    cwd: '/',
    env: gitEnvironment(join(homePath, folder)),
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

/**
 * For every git. The check of the config comes first; these also hold if the config changes after it. No
 * programs, no files outside, and packing must not take all CPU and memory.
 */
export const GIT_SETTINGS: readonly string[] = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.attributesFile=/dev/null',
  'core.excludesFile=/dev/null',
  'core.sshCommand=false',
  'core.askPass=false',
  'core.alternateRefsCommand=true',
  'credential.helper=',
  'protocol.allow=never',
  'pack.threads=1',
  'pack.windowMemory=64m',
  'gc.auto=0',
  'gc.autoDetach=false',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting])

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
  GIT_ATTR_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
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
