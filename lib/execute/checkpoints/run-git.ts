/**
 * Runs git on Hermes' shared store: no configuration but the store's own, none of its hooks, no network, low
 * priority, one thread. Its answer is small here, so it is held in memory.
 */
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'

export type GitAnswer = { readonly ok: boolean; readonly text: string; readonly complaint: string }

export async function runGit(
  homePath: string,
  args: readonly string[],
  { timeoutMs = 10 * 60_000, input = '' }: { readonly timeoutMs?: number; readonly input?: string } = {},
): Promise<GitAnswer> {
  const child = spawn('git', [...SETTINGS, ...args], {
    cwd: '/',
    env: environment(join(homePath, ...STORE)),
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGTERM',
  })
  lowerPriority(child.pid)
  const said: Buffer[] = []
  const complained: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => complained.push(chunk))
  // Git may end before it has read all; then its own answer tells why.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const ending = await new Promise<{ code: number | null; error: string }>((resolve) => {
    child.once('error', (error) => resolve({ code: null, error: error.message }))
    child.once('close', (code) => resolve({ code, error: '' }))
  })
  const complaint = ending.error || Buffer.concat(complained).toString('utf8').trim().slice(0, 2_000)
  return { ok: ending.code === 0, text: Buffer.concat(said).toString('utf8').trim(), complaint }
}

export const STORE = ['checkpoints', 'store'] as const

/** A store's own file must not start anything, and packing must not eat the machine. */
const SETTINGS = [
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'pack.threads=1',
  '-c',
  'pack.windowMemory=64m',
  '-c',
  'gc.auto=0',
]

const environment = (gitDir: string): NodeJS.ProcessEnv => ({
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH,
  LC_ALL: 'C',
  GIT_DIR: gitDir,
  // A store may name a working folder, and git gives up where that folder's drive is away.
  GIT_WORK_TREE: '/',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
})

function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, 10)
  } catch {
    // It has ended already, or the system does not let us: then it runs like any other.
  }
}
