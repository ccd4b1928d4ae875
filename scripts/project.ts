/** Where the project is and how its tools are called, from any working directory. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '..')

export const bin = (name: string): string => join(ROOT, 'node_modules', '.bin', name)

/**
 * Starts the server with small heaps, because the collector's thread has its own. `--no-maglev`: V8's mid-tier compiler
 * took 40 MB at startup and kept most of it, while the top-tier compiler is as fast a little later. `--expose-gc` lets the
 * collector free memory itself (`lib/service/observe/database-cache.ts`).
 */
export const SERVE = [
  '--optimize-for-size',
  '--no-maglev',
  '--max-semi-space-size=2',
  '--max-old-space-size=256',
  '--expose-gc',
  join(ROOT, 'scripts', 'serve.ts'),
] as const

/**
 * Both save memory. With two arenas the allocator returns more of what idle threads no longer need, and with a compile
 * cache Node does not load its TypeScript parser.
 */
export const SERVE_ENV = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'steward'),
} as const

/** The server ends by it when it wants to be started again. */
export const RESTART_SIGNAL = 'SIGUSR2'

/** Next's CLI script, to be run by the current Node, so that the pinned version is used. */
export const NEXT = join(ROOT, 'node_modules', 'next', 'dist', 'bin', 'next')

/** A closed pipe or a full disk behind stdout or stderr must not end the process. */
export function ignoreOutputErrors(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)
}

/** Runs a command with its output shown; resolves to its exit code. */
export function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const child = spawn(command, args, { cwd: ROOT, env, stdio: 'inherit' })
  return exitOf(child)
}

/** Runs a command and returns its output. */
export async function runCaptured(
  command: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await Promise.all([exitOf(child), once(child, 'close')])
  return { code, output }
}

export function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('exit', (code, signal) => done(code ?? (signal === null ? 1 : 128)))
  })
}
