/** Streams the members of a bundle, or the lines of one member. Throws on damage. */
import { createReadStream, type ReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { openPlainFile } from '../files/open-plain-file.ts'
import { DamagedBundleError } from './bundle-fault.ts'
import { linesPartName } from './bundle-source.ts'
import { parseTar, type StreamedMember } from './parse-tar.ts'

/** `onBytes` gets every byte of the file before its members are complete. */
export async function* readBundle(
  path: string,
  onBytes: (chunk: Buffer) => void = () => {},
): AsyncGenerator<StreamedMember> {
  const source = streamBundle(path)
  const bytes = createZstdDecompress({ chunkSize: CHUNK_BYTES })
  const watched = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      onBytes(chunk)
      yield chunk
    }
  }
  // The pipeline destroys `bytes` with the source's error, so the reader gets it.
  const piped = pipeline(source, watched, bytes).catch(() => undefined)
  try {
    yield* parseTar(bytes)
  } finally {
    bytes.destroy()
    source.destroy()
    await piped
  }
}

/** A link may have taken the bundle's place, and a pipe would block forever. */
export function streamBundle(path: string): ReadStream {
  const file = openPlainFile(path)
  if (file === null) throw new DamagedBundleError('It is not a regular file')
  return createReadStream(path, { fd: file, highWaterMark: CHUNK_BYTES })
}

/** The lines of a `lines` source. Verify the bundle first: lines are returned before their hash is checked. */
export async function* readBundleLines(path: string, name: string): AsyncGenerator<string> {
  let part = 1
  for await (const { member, body } of readBundle(path)) {
    if (member.path.toString() !== linesPartName(name, part)) continue
    part += 1
    yield* splitLines(body())
  }
}

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let buffered: Buffer[] = []
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
      yield Buffer.concat([...buffered, chunk.subarray(from, end)]).toString('utf8')
      buffered = []
      from = end + 1
    }
    if (from < chunk.length) buffered.push(chunk.subarray(from))
  }
  if (buffered.length > 0) yield Buffer.concat(buffered).toString('utf8')
}

const LINE_END = 0x0a
const CHUNK_BYTES = 256 * 1024
