/**
 * Runs a script in another process: on a tiny disk, without root's rights, or to be killed. The script is an
 * ES module that prints lines. `load` imports our modules by their path from the project's root.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { PROJECT_ROOT } from '../paths.ts'

/** `const { name } = await load('lib/…')` inside the script. */
const PRELUDE = `const load = (path) => import(new URL(path, ${JSON.stringify(`${pathToFileURL(PROJECT_ROOT).href}/`)}).href)\n`

/**
 * `DISK` is a folder on a file system of a few MiB, mounted for this process only. Where mounting is not
 * permitted, a file size limit makes writes fail as on a full disk.
 */
export function runOnSmallDisk(folder: string, script: string, megabytes = 1): unknown {
  const mount = `mount -t tmpfs -o size=${megabytes}m none "$DISK" && exec "$@"`
  const limit = `ulimit -f ${megabytes * 2048} && exec "$@"`
  for (const start of [
    ['unshare', '-m', 'sh', '-c', mount, 'sh'],
    ['unshare', '-rm', 'sh', '-c', mount, 'sh'],
    ['sh', '-c', limit, 'sh'],
  ]) {
    const [command = 'sh', ...args] = start
    const probe = spawnSync(command, [...args, 'true'], { env: { ...process.env, DISK: folder } })
    if (probe.status === 0) return answerOf([...start, ...nodeWith(script)], { DISK: folder })
  }
  throw new Error('no way to make a disk small')
}

/** In its own pid namespace, like a container: it sees the disk, but no process that uses it. */
export const runApart = (script: string, env: Record<string, string>): unknown =>
  answerOf([...APART, ...nodeWith(script)], env)

/** Only if this process sees all others and may create a namespace. */
export const canHideProcesses = (): boolean =>
  process.platform === 'linux' &&
  readlinkSync('/proc/self/ns/pid') === 'pid:[4026531836]' &&
  spawnSync(APART[0], [...APART.slice(1), 'true']).status === 0

const APART = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] as const

/** As nobody if the tests run as root, because root ignores permissions. */
export function runUnprivileged(script: string, env: Record<string, string>): unknown {
  return answerOf(nodeWith(script), env)
}

/** Goes into a script after everything it needs is loaded. */
export const DROP_RIGHTS = `if (process.getuid() === 0) { process.setgid(65534); process.setuid(65534) }\n`

/** Resolves once the script has printed its first line. The caller kills it. */
export async function startScript(script: string, env: Record<string, string>): Promise<ChildProcess> {
  const [command = 'node', ...args] = nodeWith(script)
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: PROJECT_ROOT,
  })
  await once(child.stdout, 'data')
  return child
}

/** Not with --input-type=module, which its worker threads would inherit. */
const nodeWith = (script: string): string[] => [
  process.execPath,
  '--no-warnings',
  '-e',
  `(async () => {\n${PRELUDE}${script}\n})()`,
]

function answerOf([command = 'node', ...args]: string[], env: Record<string, string>): unknown {
  const { status, stdout, stderr } = spawnSync(command, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    cwd: PROJECT_ROOT,
  })
  if (status !== 0) throw new Error(`the script ended with ${status}: ${stderr}`)
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? 'null')
}
