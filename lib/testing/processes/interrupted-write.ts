/** A process killed in the middle of a write to state.db, with some pages already in the file. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type LineChild, startLineChild, startWriter } from './line-child.ts'

const WRITE = 'UPDATE messages SET tool_name = coalesce(tool_name, id) || 1'

/** In DELETE mode this leaves a rollback journal. Resolves while it is still alive and holds its lock. */
export async function startInterruptedWrite(home: string): Promise<LineChild> {
  const child = await startWriter(join(home, 'state.db'))
  // So small that changed pages do not fit, and the journal is synced before they are written.
  await child.ask('db.pragma("cache_size = 1")')
  await child.ask(`db.exec("BEGIN IMMEDIATE; ${WRITE}") && 1`)
  return child
}

/** The same with Python's SQLite, as Hermes has it. */
export const startInterruptedHermes = (home: string): Promise<LineChild> =>
  startLineChild('python3', ['-c', HERMES, join(home, 'state.db'), WRITE])

const HERMES = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute('PRAGMA cache_size = 1')
db.execute('BEGIN IMMEDIATE')
db.execute(sys.argv[2])
print('ready', flush=True)
sys.stdin.read()
`

export function hasPython(): boolean {
  try {
    execFileSync('python3', ['-c', 'import sqlite3'], { stdio: 'ignore' })
    return true
  } catch {
    // Its tests are skipped.
    return false
  }
}
