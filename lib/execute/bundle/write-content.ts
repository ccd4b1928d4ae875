/** Writes a member's content. A file that had holes gets holes again, where its content is zero. */
import { ftruncateSync, writeSync } from 'node:fs'
import type { TarMember } from './tar-header.ts'
import type { MemberSink } from './verify-bundle.ts'
import { writeAll } from './write-all.ts'

export function contentWriter(file: number, { sparse, size }: TarMember): MemberSink {
  if (!sparse) return { write: (chunk) => writeAll(file, chunk), end: () => {} }
  let at = 0
  return {
    write: (chunk) => {
      writeWithHoles(file, chunk, at)
      at += chunk.length
    },
    end: () => ftruncateSync(file, Math.min(at, size)),
  }
}

/** `start`: where the chunk is in the file. Only whole blocks of the disk can be holes. */
function writeWithHoles(file: number, chunk: Buffer, start: number): void {
  let from = 0
  for (let at = 0; at < chunk.length; ) {
    const end = Math.min(chunk.length, at + HOLE_BYTES - ((start + at) % HOLE_BYTES))
    if (chunk.subarray(at, end).equals(ZEROS.subarray(0, end - at))) {
      writeAt(file, chunk.subarray(from, at), start + from)
      from = end
    }
    at = end
  }
  writeAt(file, chunk.subarray(from), start + from)
}

function writeAt(file: number, bytes: Buffer, start: number): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, start + at)
}

const HOLE_BYTES = 4096
const ZEROS = Buffer.alloc(HOLE_BYTES)
