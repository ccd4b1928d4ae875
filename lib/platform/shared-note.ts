/** A short text in memory that two threads share. It survives the thread that wrote it, unlike a message just posted. */

const MOST_BYTES = 8_192

export class SharedNote {
  readonly buffer: SharedArrayBuffer
  readonly #length: Int32Array
  readonly #bytes: Uint8Array

  constructor(buffer = new SharedArrayBuffer(4 + MOST_BYTES)) {
    this.buffer = buffer
    this.#length = new Int32Array(buffer, 0, 1)
    this.#bytes = new Uint8Array(buffer, 4)
  }

  /** A text that is too long is not stored. */
  write(text: string | null): void {
    const bytes = Buffer.from(text ?? '')
    const length = bytes.length > MOST_BYTES ? 0 : bytes.length
    Atomics.store(this.#length, 0, 0)
    this.#bytes.set(bytes.subarray(0, length))
    Atomics.store(this.#length, 0, length)
  }

  read(): string | null {
    const length = Atomics.load(this.#length, 0)
    return length === 0 ? null : Buffer.from(this.#bytes.slice(0, length)).toString('utf8')
  }
}
