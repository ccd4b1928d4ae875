/**
 * A hash over many files and folders that changes with any of them. Computed from raw numbers, because an
 * unchanged scan does little else.
 */
import type { Stats } from 'node:fs'

export class Signature {
  #high = 0x2545f491
  #low = 0x1b873593
  #isReliable = true
  readonly #startedMs: number

  /** `startedMs` is the time before the first lstat. */
  constructor(startedMs: number) {
    this.#startedMs = startedMs
  }

  /** Undefined means the file does not exist. */
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

  /** Walk again next time. */
  invalidate(): void {
    this.#isReliable = false
  }

  /** 53 bits. Null if an equal number would not prove that nothing changed. */
  get value(): number | null {
    return this.#isReliable ? (this.#high >>> 0) * 2 ** 21 + (this.#low >>> 11) : null
  }
}

/**
 * Changed so recently that another change may have the same time. File systems with whole seconds need a
 * wider margin.
 */
const isRacy = (changedMs: number, readMs: number): boolean =>
  Math.abs(readMs - changedMs) < (changedMs % 1000 === 0 ? 2000 : 50)

const fields = new Float64Array(4)
const words = new Uint32Array(fields.buffer)
