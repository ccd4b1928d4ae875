/** Reads a text file line by line without loading all of it. Lines beyond a limit throw. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

export class LineTooLongError extends Error {}

/** Only a regular file; a link is refused by the system. */
export function* readLines(path: string, maxLineBytes: number): Generator<string> {
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    if (!fstatSync(file).isFile()) return
    let rest = Buffer.alloc(0)
    const chunk = Buffer.alloc(CHUNK_BYTES)
    for (let count = readSync(file, chunk); count > 0; count = readSync(file, chunk)) {
      let from = 0
      const bytes = Buffer.concat([rest, chunk.subarray(0, count)])
      for (let end = bytes.indexOf(LINE_END); end !== -1; end = bytes.indexOf(LINE_END, from)) {
        yield bytes.toString('utf8', from, end)
        from = end + 1
      }
      rest = bytes.subarray(from)
      if (rest.length > maxLineBytes) throw new LineTooLongError(path)
    }
    if (rest.length > 0) yield rest.toString('utf8')
  } finally {
    closeSync(file)
  }
}

const CHUNK_BYTES = 256 * 1024
const LINE_END = 0x0a
