/**
 * Runs git on Hermes' shared store: no configuration but the store's own, none of its hooks, no network, low
 * priority, one thread. Its output is small here, so it is kept in memory.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { STORE } from '../../domain/checkpoints/checkpoint.ts'
import { gitEnvironment, lowerPriority } from '../../platform/run-git.ts'

export type GitAnswer = { readonly ok: boolean; readonly text: string; readonly complaint: string }

export async function runStoreGit(
  homePath: string,
  args: readonly string[],
  { timeoutMs = 10 * 60_000, input = '' }: { readonly timeoutMs?: number; readonly input?: string } = {},
): Promise<GitAnswer> {
  const child = spawn('git', [...SETTINGS, ...args], {
    cwd: '/',
    env: gitEnvironment(join(homePath, ...STORE)),
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
    child.once('close', (code) => resolve({ code, error: '' }))
  })
  const complaint = ending.error || Buffer.concat(errors).toString('utf8').trim().slice(0, 2_000)
  return { ok: ending.code === 0, text: Buffer.concat(output).toString('utf8').trim(), complaint }
}

/** The store's configuration must not start programs, and packing must not take all CPU and memory. */
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
