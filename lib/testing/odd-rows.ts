/** Rows that a careless copy would change, in a November home. */
import { join } from 'node:path'
import Database from 'better-sqlite3'

export const ODD = { session: 'odd "session"\n', huge: 'huge', parent: 'family_parent' } as const

export function addOddRows(home: string, hugeMessages = 700): void {
  const db = new Database(join(home, 'state.db'))
  try {
    db.pragma('foreign_keys = OFF')
    db.exec(SIDE_TABLES)
    const text = db.prepare(
      `INSERT INTO messages (session_id, role, content, tool_calls, timestamp, token_count, display_identity, display_order)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    const session = db.prepare(
      `INSERT INTO sessions (id, source, started_at, ended_at, end_reason, parent_session_id, message_count, title, user_id)
       VALUES (?, 'cli', 1780000000.25, 1780000100, 'cli_close', ?, 8, ?, ?)`,
    )
    session.run(ODD.session, 'never there', 'Żółć 🦉 \u2028', Buffer.from([0, 255, 1]))
    const contents = [
      '\u0000json:[{"type":"text","text":"xyzzy"}]',
      '\ufeffbyte order mark \ufffd and a real replacement sign',
      Buffer.from([0, 1, 2, 250]),
      null,
      'xyzzy '.repeat(3_000),
    ]
    contents.forEach((content, index) => {
      const count = [2n ** 62n, -0.5, 1e300, Number.POSITIVE_INFINITY, 0][index] ?? null
      const twin = Buffer.from(index < 3 ? 'same' : `other ${index}`)
      text.run(ODD.session, index === 4 ? 'tool' : 'user', content, null, index + 0.5, count, twin, 1)
    })
    db.prepare(
      `INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'user', CAST(x'61ff62' AS TEXT), 1e-7)`,
    ).run(ODD.session)
    db.exec('UPDATE messages SET display_order = NULL WHERE id = (SELECT max(id) FROM messages)')
    session.run(ODD.huge, ODD.parent, null, null)
    for (let index = 0; index < hugeMessages; index += 1)
      text.run(
        ODD.huge,
        'user',
        `huge word${index} ${'lorem ipsum '.repeat(60)}`,
        null,
        index,
        index,
        null,
        null,
      )
    db.prepare(`INSERT INTO system_prompts (hash, prompt) VALUES ('tools', 'names of tools')`).run()
    db.prepare(`UPDATE sessions SET tool_names = 'tools' WHERE id = ?`).run(ODD.huge)
    db.prepare(`UPDATE sessions SET system_prompt_hash = 'nowhere' WHERE id = ?`).run(ODD.session)
    for (const id of [ODD.session, ODD.huge]) {
      db.prepare(`INSERT INTO telegram_dm_topic_bindings VALUES (?, 7, ?, 1.5)`).run(`chat of ${id}`, id)
      db.prepare(`INSERT INTO session_daily_usage VALUES (?, '2026-11-01', 12, 0.25)`).run(id)
    }
  } finally {
    db.close()
  }
}

/** Without a cascade, as in the first version of the topic tables. */
const SIDE_TABLES = `
CREATE TABLE telegram_dm_topic_bindings (chat_id TEXT NOT NULL, thread_id INTEGER NOT NULL,
  session_id TEXT NOT NULL REFERENCES sessions(id), linked_at REAL, PRIMARY KEY (chat_id, thread_id));
CREATE TABLE session_daily_usage (session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  day TEXT NOT NULL, input_tokens INTEGER, cost REAL, PRIMARY KEY (session_id, day));`
