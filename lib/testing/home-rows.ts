/** A home's rows for comparison: every table, search results, and SQLite's own checks. */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { readTrigrams } from '../collect/database/read-trigrams.ts'
import type { SessionFingerprint, SessionTarget } from '../domain/plan/target.ts'
import { readByOlderSqlite } from './older-sqlite.ts'

type Items = { readonly target: SessionTarget; readonly together: string | null }[]

/**
 * Table → its rows as text that `parseRow` reads, with types, in stored order. Full-text tables are compared
 * by searching.
 */
export function readAllRows(home: string): Map<string, string[]> {
  return withReader(home, (db) => {
    const tables = db
      .prepare<[], string>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'messages_fts%' ORDER BY name`,
      )
      .pluck()
      .all()
    return new Map(tables.map((table) => [table, readRows(db, table)]))
  })
}

function readRows(db: Database.Database, table: string): string[] {
  const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
  // quote() ends a text at its first zero byte, and hex() alone does not tell numbers from text.
  const values = columns.map(
    (name) => `typeof("${name}") || ' ' || hex("${name}") || ' ' || quote("${name}")`,
  )
  return db
    .prepare<[], string[]>(`SELECT ${values.join(', ')} FROM "${table}"`)
    .raw()
    .all()
    .map((row) => JSON.stringify(Object.fromEntries(row.map((value, at) => [columns[at], value]))))
    .sort()
}

/** A row of `readAllRows` by column. Values compare with those of `asStored`. */
export const parseRow = (row: string): Readonly<Record<string, string>> => JSON.parse(row)

/** A text or null, as `readAllRows` shows it. */
export function asStored(text: string | null): string {
  const hex = Buffer.from(text ?? '')
    .toString('hex')
    .toUpperCase()
  return text === null ? 'null  NULL' : `text ${hex} '${text.replaceAll("'", "''")}'`
}

/** What each full-text index finds for different words. */
export function searchHome(home: string): Map<string, number[]> {
  return withReader(home, (db) => {
    const found = new Map<string, number[]>()
    for (const index of searchIndexes(db)) {
      for (const word of [...wordsIn(db), 'xyzzy', 'path', 'notes', 'limit']) {
        const rows = db.prepare<[string], number>(
          `SELECT rowid FROM ${index} WHERE ${index} MATCH ? ORDER BY rowid`,
        )
        found.set(`${index} ${word}`, rows.pluck().all(`"${word}"`))
      }
    }
    return found
  })
}

function wordsIn(db: Database.Database): string[] {
  const texts = db
    .prepare<[], string>(`SELECT content FROM messages WHERE typeof(content) = 'text' ORDER BY id LIMIT 400`)
    .pluck()
    .all()
  const words = new Set(texts.join(' ').match(/[a-z]{4,}/g) ?? [])
  return [...words].sort().filter((_, index) => index % 3 === 0)
}

const searchIndexes = (db: Database.Database): string[] =>
  db
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('messages_fts', 'messages_fts_trigram')`,
    )
    .pluck()
    .all()

/** What each index counted of each message, as it stores it. A home put back must have the same. */
export function readTokenSizes(home: string): Map<string, string[]> {
  return withReader(home, (db) => {
    const sizes = new Map<string, string[]>()
    for (const index of searchIndexes(db))
      sizes.set(
        index,
        db.prepare<[], string>(`SELECT id || ' ' || hex(sz) FROM ${index}_docsize ORDER BY id`).pluck().all(),
      )
    return sizes
  })
}

/** Everything SQLite can check: pages, foreign keys, and each index against the messages. Needs exclusive access. */
export function findFaults(home: string): string[] {
  const db = new Database(join(home, 'state.db'))
  try {
    const answers = db.prepare<[], string>('PRAGMA integrity_check').pluck().all()
    const isWhole = (answer: string) =>
      answer === 'ok' ||
      (answer.endsWith('table main.messages_fts_trigram') && readTrigrams(db).ofCopiedMessage() !== null)
    const faults = answers.every(isWhole) ? [] : ['integrity']
    for (const index of searchIndexes(db)) {
      try {
        db.exec(`INSERT INTO ${index}(${index}, rank) VALUES('integrity-check', 1)`)
      } catch {
        // The index's name is the finding. Of an index that an older SQLite wrote, only such a one can tell.
        if (index !== 'messages_fts_trigram' || readTrigrams(db).ofAnyMessage() === null) faults.push(index)
        else faults.push(...(readByOlderSqlite(home) ?? []))
      }
    }
    return faults
  } finally {
    db.close()
  }
}

/** Every ended session, as in a plan. */
export function endedItems(home: string, where = 'ended_at IS NOT NULL'): Items {
  return withReader(home, (db) => {
    const fingerprints = db
      .prepare<[], SessionFingerprint & { sessionId: string }>(
        `SELECT id AS sessionId, ended_at AS endedAt, end_reason AS endReason, message_count AS messageCount,
           (SELECT count(*) FROM messages WHERE session_id = sessions.id) AS messages,
           (SELECT max(id) FROM messages WHERE session_id = sessions.id) AS newestMessageId,
           parent_session_id AS parentId
         FROM sessions WHERE ${where} ORDER BY id`,
      )
      .all()
    return fingerprints.map(({ sessionId, ...fingerprint }) => ({
      target: { kind: 'session', sessionId, mark: fingerprint, files: [] },
      together: null,
    }))
  })
}

export function withReader<T>(home: string, read: (db: Database.Database) => T): T {
  const db = new Database(join(home, 'state.db'), { readonly: true, fileMustExist: true })
  try {
    return read(db)
  } finally {
    db.close()
  }
}
