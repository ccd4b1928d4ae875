/**
 * A session with a photo, as Hermes stores it: a text that begins with a NUL. An older SQLite indexes only what is
 * before the NUL. That index is made here by any SQLite, by giving it that much to index.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { DAY_MS, HOUR_MS } from '../shared/time.ts'
import type { HomeSpec } from './home/spec.ts'
import { type Era, makeHome } from './make-home.ts'

export type PhotoSession = {
  readonly id: string
  readonly indexedBy: 'older' | 'ours'
  readonly content?: string
  readonly role?: string
  readonly source?: string
  /** Messages of plain text before it. */
  readonly others?: number
}

export const PHOTO = `\0json:[{"type":"image","data":"${'iVBORw0KGgoAAAANSUhEUg'.repeat(40)}"}]`

/** Six conversations of text, all old and ended, without any files. */
export function textHome(path: string, era: Era, changes: Partial<HomeSpec> = {}): string {
  const nowMs = Date.now()
  const startedMs = nowMs - 100 * DAY_MS
  const sessions = ['one', 'two', 'three', 'four', 'five', 'six'].map((id, at) => ({
    id,
    startedMs: startedMs + at * DAY_MS,
    endedMs: startedMs + at * DAY_MS + HOUR_MS,
    endReason: 'cli_close',
    messages: 5,
  }))
  return makeHome({ path, era, nowMs, sessions, ...changes }).path
}

/** Returns the photo's message id. */
export function addPhotoSession(home: string, photo: PhotoSession): number {
  const { id, indexedBy, content = PHOTO, role = 'user', source = 'telegram', others = 1 } = photo
  const db = new Database(join(home, 'state.db')).unsafeMode(true)
  try {
    return db
      .transaction(() => {
        const startedAt = Math.round(Date.now() / 1000) - 200 * 86_400
        db.prepare(
          `INSERT INTO sessions (id, source, started_at, ended_at, end_reason, message_count) VALUES (?, ?, ?, ?, 'cli_close', ?)`,
        ).run(id, source, startedAt, startedAt + 60, others + 1)
        const add = db.prepare(
          'INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, ?, ?, ?)',
        )
        for (let at = 0; at < others; at += 1) add.run(id, 'user', `a word of ${id} ${at}`, startedAt + 1)
        const insert = () => Number(add.run(id, role, content, startedAt + 2).lastInsertRowid)
        return indexedBy === 'ours' ? insert() : insertAsOlder(db, insert, content)
      })
      .immediate()
  } finally {
    db.close()
  }
}

function insertAsOlder(db: Database.Database, insert: () => number, content: string): number {
  const read = db.prepare<[string], string>('SELECT sql FROM sqlite_master WHERE name = ?').pluck()
  const trigger = read.get('messages_fts_trigram_insert') ?? ''
  db.exec('DROP TRIGGER messages_fts_trigram_insert')
  const messageId = insert()
  const counted = content.slice(0, content.indexOf('\0'))
  const hasCopy = read.get('messages_fts_trigram_content') !== undefined
  db.prepare('INSERT INTO messages_fts_trigram(rowid, content) VALUES (?, ?)').run(messageId, counted)
  if (hasCopy)
    db.prepare('UPDATE messages_fts_trigram_content SET c0 = ? WHERE id = ?').run(`${content}  `, messageId)
  db.exec(trigger)
  return messageId
}
