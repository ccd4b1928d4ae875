/** Responses still being sent to a browser, so that they can be ended with its sign-in. */
import type { ServerResponse } from 'node:http'

export class LiveResponses {
  readonly #byKey = new Map<string, Set<ServerResponse>>()

  /** Tracked until the response ends. */
  hold(key: string, response: ServerResponse): void {
    const open = this.#byKey.get(key) ?? new Set()
    this.#byKey.set(key, open.add(response))
    response.once('close', () => {
      open.delete(response)
      if (open.size === 0 && this.#byKey.get(key) === open) this.#byKey.delete(key)
    })
  }

  end(key: string): void {
    const open = this.#byKey.get(key)
    this.#byKey.delete(key)
    for (const response of open ?? []) response.destroy()
  }
}
