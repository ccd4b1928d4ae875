/** Reports a failure when it begins and not each time it repeats, until it has ended. */
export class OngoingFailures {
  readonly #keys: Set<string>
  readonly #onChange: (keys: readonly string[]) => void

  /** `known`: already reported. */
  constructor(known: readonly string[] = [], onChange: (keys: readonly string[]) => void = () => undefined) {
    this.#keys = new Set(known)
    this.#onChange = onChange
  }

  begin(key: string, report: () => void): void {
    if (this.#keys.has(key)) return
    this.#keys.add(key)
    report()
    this.#onChange([...this.#keys])
  }

  end(key: string): void {
    if (this.#keys.delete(key)) this.#onChange([...this.#keys])
  }
}
