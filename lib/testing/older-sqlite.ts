/**
 * Integrity checks by a SQLite whose trigram tokenizer stops at a NUL, as Hermes on Python before 3.14 has. Only such
 * a SQLite can check what such a Hermes wrote. Null if python3 is missing or newer.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const python = (code: string, ...args: string[]) =>
  spawnSync('python3', ['-c', code, ...args], { encoding: 'utf8' })

const PROBE = `
import sqlite3
db = sqlite3.connect(':memory:')
db.execute("CREATE VIRTUAL TABLE t USING fts5(c, tokenize='trigram')")
db.execute('INSERT INTO t VALUES (?)', ('abc\\0def',))
print(sqlite3.sqlite_version, db.execute('SELECT hex(sz) FROM t_docsize').fetchone()[0])
`

/** Its version, or why there is none. */
const probed = python(PROBE)
const [version = '', tokens = ''] = probed.status === 0 ? probed.stdout.trim().split(' ') : []
export const OLDER_SQLITE: string | null = tokens === '01' ? version : null
/** For the title of a test that is skipped without it. */
export const OLDER_SQLITE_WORDS =
  OLDER_SQLITE === null
    ? `skipped: ${version === '' ? 'no python3 with FTS5' : `python3 has SQLite ${version}, which reads past a NUL`}`
    : `SQLite ${OLDER_SQLITE}`

const CHECK = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
names = [r[0] for r in db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('messages_fts', 'messages_fts_trigram')")]
for name in names:
    try:
        db.execute("INSERT INTO %s(%s, rank) VALUES('integrity-check', 1)" % (name, name))
    except sqlite3.DatabaseError as error:
        print(name)
`

/** The full-text indexes it calls malformed. Changes nothing. Null without such a SQLite. */
export function readByOlderSqlite(home: string): string[] | null {
  if (OLDER_SQLITE === null) return null
  const checked = python(CHECK, join(home, 'state.db'))
  if (checked.status !== 0) throw new Error(checked.stderr)
  return checked.stdout.split('\n').filter((line) => line !== '')
}
