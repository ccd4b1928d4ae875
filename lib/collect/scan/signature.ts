/**
 * One number over many files and folders that differs after any change to one of them. Mixed from the raw
 * bits and not from text, because an unchanged scan does nothing but make and compare these.
 */
import type { Stats } from 'node:fs'

export class Signature {
  #high = 0x2545f491
  #low = 0x1b873593
  #isReliable = true
  readonly #startedMs: number

  /** `startedMs` is the machine's clock before the first look, to which file times are compared. */
  constructor(startedMs: number) {
    this.#startedMs = startedMs
  }

  /** Undefined is a file that is not there, which is a fact as well. */
  add(stats: Stats | undefined): void {
    if (stats !== undefined && isRacy(stats.mtimeMs, this.#startedMs)) this.#isReliable = false
    fields[0] = stats?.ino ?? -1
    fields[1] = stats?.size ?? -1
    fields[2] = stats?.mtimeMs ?? -1
    fields[3] = stats?.ctimeMs ?? -1
    for (const word of words) {
      this.#high = Math.imul(this.#high ^ word, 0x9e3779b1)
      this.#low = Math.imul(this.#low ^ (this.#high >>> 15) ^ word, 0x85ebca77)
      this.#high ^= this.#low >>> 13
    }
  }

  /** What was seen cannot be trusted to stay: look again next time. */
  invalidate(): void {
    this.#isReliable = false
  }

  /** 53 bits; null where an equal number later would not prove that nothing changed. */
  get value(): number | null {
    return this.#isReliable ? (this.#high >>> 0) * 2 ** 21 + (this.#low >>> 11) : null
  }
}

/**
 * Something changed so shortly before we looked that a second change may carry the same time. File systems
 * that keep whole seconds need a wider margin.
 */
const isRacy = (changedMs: number, lookedMs: number): boolean =>
  Math.abs(lookedMs - changedMs) < (changedMs % 1000 === 0 ? 2000 : 50)

const fields = new Float64Array(4)
const words = new Uint32Array(fields.buffer)
