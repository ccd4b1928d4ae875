/**
 * An `rm` process that removes folders while this process checks the next ones. It works inside the folder that
 * was checked, by names only. The caller removes what it could not, or everything where it cannot start.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { HeldFolder } from './held-folder.ts'

/** GNU's opens every folder relative to the one above it, so no link can divert it. Others may not. */
export function hasSafeRm({ handle }: HeldFolder): boolean {
  if (!handle.isHeld) return false
  isGnu ??= spawnSync('rm', ['--version'], { encoding: 'utf8', cwd: '/' }).stdout?.includes('GNU coreutils')
  return isGnu === true
}

let isGnu: boolean | undefined

export class RmProcess {
  readonly #folder: HeldFolder
  #child: ChildProcess | null = null
  #ended: Promise<void> = Promise.resolve()

  /** It must stay open until the process has ended. */
  constructor(folder: HeldFolder) {
    this.#folder = folder
  }

  /** Resolves when the process can take another name. */
  async remove(name: string): Promise<void> {
    const { stdin } = this.#start()
    if (stdin === null || stdin.destroyed || stdin.write(`${name}\0`)) return
    await Promise.race([once(stdin, 'drain'), this.#ended])
  }

  async end(): Promise<void> {
    this.#child?.stdin?.end()
    await this.#ended
  }

  #start(): ChildProcess {
    if (this.#child !== null) return this.#child
    const child = spawn('xargs', ['-0', '-n', '16', 'rm', '-rf', '--'], {
      // Entered before the handles of this process are closed in the child.
      cwd: this.#folder.handle.path.toString(),
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    this.#child = child
    this.#ended = new Promise((resolve) => {
      child.once('error', () => resolve())
      child.once('close', () => resolve())
    })
    // It may exit before reading everything. The caller checks what is left.
    child.stdin.on('error', () => undefined)
    return child
  }
}
