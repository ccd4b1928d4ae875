/** Notes which home the collector works on, so that the main thread knows it if the thread dies. */
import { SharedNote } from '../../platform/shared-note.ts'

export class HomeAtWork {
  readonly #note: SharedNote
  /** Work that waits may overlap. What worked last is noted, because it goes on after its part has ended. */
  readonly #paths: string[] = []

  constructor(buffer: SharedArrayBuffer | undefined) {
    this.#note = new SharedNote(buffer)
  }

  during<T>(homePath: string, work: () => T): T {
    this.#paths.push(homePath)
    this.#note.write(homePath)
    let isWaiting = false
    try {
      const result = work()
      if (result instanceof Promise) {
        isWaiting = true
        const end = () => this.#end(homePath)
        result.then(end, end)
      }
      return result
    } finally {
      if (!isWaiting) this.#end(homePath)
    }
  }

  #end(homePath: string): void {
    this.#take(homePath)
    if (this.#take(homePath)) this.#paths.push(homePath)
    this.#note.write(this.#paths.at(-1) ?? null)
  }

  #take(homePath: string): boolean {
    const at = this.#paths.lastIndexOf(homePath)
    if (at !== -1) this.#paths.splice(at, 1)
    return at !== -1
  }
}
