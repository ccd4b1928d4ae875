/** Tokens of auxiliary work (vision, titles, compression), which only this table has. */
import type { Database } from 'better-sqlite3'
import type { AuxiliaryUsage } from '../../domain/home/snapshot.ts'
import { readColumns } from '../database/read-capabilities.ts'

const COUNTERS = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens']

/** Null if this version of Hermes does not record them. */
export function readAuxiliaryUsage(db: Database): AuxiliaryUsage | null {
  const columns = readColumns(db, 'session_model_usage')
  if (!['task', ...COUNTERS].every((name) => columns.includes(name))) return null
  const sums = db
    .prepare<[], number[]>(
      `SELECT ${COUNTERS.map((name) => `total(${name})`).join(', ')} FROM session_model_usage WHERE task <> ''`,
    )
    .raw()
    .get()
  const [input = 0, output = 0, cacheRead = 0, cacheWrite = 0] = sums ?? []
  return { input, output, cacheRead, cacheWrite }
}
