import { writeSync } from 'node:fs'

/** The system may take a part of a chunk only. */
export function writeAll(file: number, chunk: Buffer): void {
  for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at)
}
