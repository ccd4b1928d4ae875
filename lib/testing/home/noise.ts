/** Bytes and choices that look random and are the same on every run. */
import { createCipheriv, createHash } from 'node:crypto'

/** Incompressible bytes, fast even for megabytes. */
export function noiseBytes(seed: string, length: number): Buffer {
  const key = createHash('sha256').update(seed).digest()
  return createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length))
}

export const hexOf = (seed: string, digits: number): string =>
  createHash('sha256').update(seed).digest('hex').slice(0, digits)

export type Dice = {
  /** From 0 up to, but not including, 1. */
  readonly next: () => number
  /** An integer from `low` to `high`, inclusive. */
  readonly between: (low: number, high: number) => number
  readonly pick: <T>(from: readonly [T, ...T[]]) => T
}

/** A small and fast generator, good enough to look natural. */
export function diceOf(seed: string): Dice {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0)
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return { next, between, pick: (from) => from[between(0, from.length - 1)] ?? from[0] }
}
