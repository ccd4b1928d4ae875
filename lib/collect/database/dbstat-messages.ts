/** Input and messages of the worker that counts a database. */
import type { DatabaseCountProgress } from '../../domain/database/database-count.ts'
import type { Part } from '../../domain/home/home.ts'
import type { CountedDatabase } from './count-database.ts'

export type DbstatInput = {
  readonly homePath: string
  readonly timeoutMs: number
  /** Shared memory with one 32-bit flag. */
  readonly cancel: SharedArrayBuffer
}

export const CANCELLED = 1

export type DbstatMessage =
  | { readonly kind: 'progress'; readonly progress: DatabaseCountProgress }
  /** Null if canceled. */
  | { readonly kind: 'ended'; readonly counted: Part<CountedDatabase | null> }
