/**
 * An `rm` process that removes folders while this process checks the next ones. It follows no links. The
 * caller removes what it could not, or everything if `rm` is missing.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export class RmProcess {
  #child: ChildProcess | null = null
  #ended: Promise<void> = Promise.resolve()

  /** Resolves when the process can take another path. */
  async remove(path: string): Promise<void> {
    const { stdin } = this.#start()
    if (stdin === null || stdin.destroyed || stdin.write(`${path}\0`)) return
    await Promise.race([once(stdin, 'drain'), this.#ended])
  }

  async end(): Promise<void> {
    this.#child?.stdin?.end()
    await this.#ended
  }

  #start(): ChildProcess {
    if (this.#child !== null) return this.#child
    const child = spawn('xargs', ['-0', '-n', '16', 'rm', '-rf', '--'], {
      cwd: '/',
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
