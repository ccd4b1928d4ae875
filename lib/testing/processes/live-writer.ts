/**
 * A process that appends messages like Hermes: BEGIN IMMEDIATE with a busy timeout of one second, and
 * retries. On `report`, it prints what it wrote and how long each write waited.
 */
import { type LineChild, startLineChild } from './line-child.ts'

type LiveReport = {
  readonly waitsMs: readonly number[]
  readonly errors: readonly string[]
  /** How often the one-second timeout expired. */
  readonly retries: number
}

export type LiveWriter = {
  readonly report: () => Promise<LiveReport>
  readonly stop: () => Promise<void>
}

export async function startLiveWriter(path: string, sessionId: string, everyMs = 10): Promise<LiveWriter> {
  const child: LineChild = await startLineChild(process.execPath, [
    '-e',
    LIVE_WRITER,
    path,
    sessionId,
    String(everyMs),
  ])
  return {
    report: async () => {
      const answer: LiveReport = JSON.parse(await child.ask('report'))
      return answer
    },
    stop: child.stop,
  }
}

const LIVE_WRITER = `
const [, path, sessionId, everyMs] = process.argv
const db = new (require('better-sqlite3'))(path, { timeout: 1000 })
db.pragma('wal_autocheckpoint = 0')
const insert = db.prepare("INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'user', ?, ?)")
const waitsMs = [], errors = []
let retries = 0, number = 0, writes = 0
const append = () => {
  const startedAt = performance.now()
  for (;;) {
    try {
      db.exec('BEGIN IMMEDIATE')
      waitsMs.push(performance.now() - startedAt)
      insert.run(sessionId, 'livewriter message ' + number, Date.now() / 1000)
      db.exec('COMMIT')
      number += 1
      break
    } catch (error) {
      if (db.inTransaction) db.exec('ROLLBACK')
      if (error.code !== 'SQLITE_BUSY') { errors.push(String(error)); break }
      retries += 1
      if (performance.now() - startedAt > 20000) { errors.push('gave up'); break }
    }
  }
  if (++writes % 50 === 0) db.pragma('wal_checkpoint(PASSIVE)')
}
const timer = setInterval(append, Number(everyMs))
append()
console.log('ready')
require('node:readline').createInterface({ input: process.stdin }).on('line', () => {
  clearInterval(timer)
  console.log(JSON.stringify({ waitsMs, errors, retries }))
})
`
