import { writeSync } from 'node:fs'

/** A single write may be partial. */
export function writeAll(file: number, chunk: Buffer): void {
  for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at)
}
