/** Runs inside the writer: a message and its counters, in a transaction like Hermes'. */
export const KEEP_WRITING = `{
  db.pragma('busy_timeout = 5000');
  const { id } = db.prepare('SELECT id FROM sessions WHERE ended_at IS NULL ORDER BY started_at DESC').get();
  const message = db.prepare("INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'user', ?, ?)");
  const session = db.prepare('UPDATE sessions SET message_count = message_count + 1 WHERE id = ?');
  globalThis.written = 0;
  setInterval(() => {
    db.exec('BEGIN IMMEDIATE');
    message.run(id, 'What is left to do today? '.repeat(12), Date.now() / 1000);
    session.run(id);
    db.exec('COMMIT');
    globalThis.written += 1;
  }, 100);
  true
}`.replaceAll('\n', ' ')
