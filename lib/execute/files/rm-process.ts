/**
 * The system's own `rm`, fed with folders that were set aside, while this process looks through the next ones. It
 * follows no link. What it could not remove, or all of it where there is no such program, is left to the caller.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export class RmProcess {
  #child: ChildProcess | null = null
  #ended: Promise<void> = Promise.resolve()

  /** Resolves when more can be taken. */
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
    // It may end before all was written; what is left then is found by looking.
    child.stdin.on('error', () => undefined)
    return child
  }
}
