/**
 * Runs git on Hermes' shared store, if the store is self-contained: no configuration but the store's own, none
 * of its hooks, no network, low priority, one thread. Its output is small here, so it is kept in memory.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { STORE, STORE_PATH } from '../../domain/checkpoints/checkpoint.ts'
import { describeGitHazard, type GitHazard } from '../../domain/checkpoints/git-hazard.ts'
import { findGitHazard } from '../../platform/find-git-hazard.ts'
import { GIT_SETTINGS, gitEnvironment, lowerPriority } from '../../platform/run-git.ts'
import { readMode, setMode, umaskOf } from './store-modes.ts'

export type GitAnswer = { readonly ok: boolean; readonly text: string; readonly complaint: string }

/** Begins the complaint about a store that git is not run on. */
export const NOT_STARTED = 'Git was not started: '

export const describeNotStarted = (hazard: GitHazard): string => NOT_STARTED + describeGitHazard(hazard)

export async function runStoreGit(
  homePath: string,
  args: readonly string[],
  { timeoutMs = 10 * 60_000, input = '' }: { readonly timeoutMs?: number; readonly input?: string } = {},
): Promise<GitAnswer> {
  // Right before each git, because a link may have been put there since the plan, or since the last call.
  const hazard = findGitHazard(homePath, STORE_PATH)
  if (hazard !== null) return { ok: false, text: '', complaint: describeNotStarted(hazard) }
  const store = join(homePath, ...STORE)
  const mode = readMode(join(store, PACKED_REFS))
  const answer = await run(store, args, timeoutMs, input)
  // Git writes a new file, and the users who could read the store's refs must still be able to.
  if (mode !== null) setMode(homePath, PACKED_REFS, mode)
  return answer
}

const PACKED_REFS = 'packed-refs'

async function run(
  store: string,
  args: readonly string[],
  timeoutMs: number,
  input: string,
): Promise<GitAnswer> {
  // What git creates gets the modes that Hermes' git gives, whatever the umask of the server.
  const command = ['-c', 'umask "$1"; shift; exec "$@"', 'sh', umaskOf(store)]
  const child = spawn('sh', [...command, 'git', ...GIT_SETTINGS, ...args], {
    cwd: '/',
    env: gitEnvironment(store),
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGTERM',
  })
  lowerPriority(child.pid)
  const output: Buffer[] = []
  const errors: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  // Git may exit before it has read all input. Its error message then says why.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const ending = await new Promise<{ code: number | null; error: string }>((resolve) => {
    child.once('error', (error) => resolve({ code: null, error: error.message }))
    child.once('close', (code, signal) =>
      resolve({ code, error: signal === null ? '' : `it was ended by ${signal}` }),
    )
  })
  const complaint = ending.error || Buffer.concat(errors).toString('utf8').trim().slice(0, 2_000)
  return { ok: ending.code === 0, text: Buffer.concat(output).toString('utf8').trim(), complaint }
}
