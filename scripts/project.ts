/** Where the project is and how its tools are called, from any working directory. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '..')

export const bin = (name: string): string => join(ROOT, 'node_modules', '.bin', name)

/**
 * How every server is started: the collector's thread has memory of its own, so the main one may be kept small, and
 * V8 prefers giving memory back to the last bit of speed. Its middle compiler works on everything that gets warm at once
 * and took 40 MB for that, most of which never came back; the last one alone is as quick a little later. The collector
 * tidies up by hand (`lib/service/observe/database-cache.ts`).
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
 * Many threads, few of them busy: with two arenas the allocator gives back what it no longer needs. With its compile
 * cache Node need not load its TypeScript reader, which is memory too.
 */
export const SERVE_ENV = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'steward'),
} as const

/** Next's own program, run by the Node that runs us, so that the pinned version is the one that serves. */
export const NEXT = join(ROOT, 'node_modules', 'next', 'dist', 'bin', 'next')

/** Runs a command with its output shown; resolves to its exit code. */
export function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const child = spawn(command, args, { cwd: ROOT, env, stdio: 'inherit' })
  return exitOf(child)
}

/** Runs a command and keeps what it prints. */
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
