/** Reads an exact number of bytes from a stream of chunks. */
import { DamagedBundleError } from './bundle-fault.ts'

export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]()
  }

  async take(count: number): Promise<Buffer> {
    if (this.#rest.length >= count) return this.#cut(count)
    const parts: Buffer[] = []
    for (let left = count; left > 0; ) {
      const part = await this.takeSome(left)
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }

  /** Between one byte and `limit`, without waiting for more. */
  async takeSome(limit: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#chunks.next()
      if (done === true) throw new DamagedBundleError('It ends in the middle')
      this.#rest = value
    }
    return this.#cut(Math.min(limit, this.#rest.length))
  }

  async drain(): Promise<void> {
    while ((await this.#chunks.next()).done !== true);
  }

  #cut(count: number): Buffer {
    const part = this.#rest.subarray(0, count)
    this.#rest = this.#rest.subarray(count)
    return part
  }
}
