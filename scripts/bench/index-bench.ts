/** How long indexing takes: the first count of a heavy home, and a thousand new messages. */
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { type IndexInput, indexMessages } from '../../lib/service/observe/index-messages.ts'
import { reconcileMessages } from '../../lib/service/observe/reconcile-messages.ts'
import { rememberHome } from '../../lib/store/homes.ts'
import { openStore } from '../../lib/store/open-store.ts'
import { type BenchRow, benchRow, median } from './bench-row.ts'

const NEW_MESSAGES = 1_000
const NEW_MESSAGES_LIMIT_MS = 20

/** Works on a copy in `tempDir`; the heavy home stays unchanged for other measurements. */
export async function benchIndex(heavyHomePath: string, tempDir: string): Promise<BenchRow[]> {
  const home = join(tempDir, 'index-bench-home')
  mkdirSync(home, { recursive: true })
  for (const name of ['state.db', 'state.db-wal']) {
    if (existsSync(join(heavyHomePath, name))) cpSync(join(heavyHomePath, name), join(home, name))
  }
  const opened = openStore(join(tempDir, 'index-bench-data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  const store = opened.value
  const writer = new Database(join(home, 'state.db'))
  const reader = new Database(join(home, 'state.db'), { readonly: true, fileMustExist: true })
  reader.pragma('query_only = 1')
  try {
    const input = inputOf(reader, home, { store, homeId: rememberHome(store, home) })
    const first = await timed(() => indexMessages(input))
    const inChats = await benchNewMessages(writer, input, 100)
    const inStrangers = await benchNewMessages(writer, input, NEW_MESSAGES)
    const reconcile = await timed(() => reconcileMessages({ ...input, nowMs: Date.now() }))
    const total = first.value.indexed
    return [
      benchRow(`index: first count of ${total.toLocaleString('en-US')} messages`, first.ms / 1000, 's'),
      benchRow('index: 1,000 new messages in 100 sessions', inChats, 'ms', NEW_MESSAGES_LIMIT_MS),
      benchRow('index: 1,000 new messages in 1,000 sessions', inStrangers, 'ms'),
      benchRow(
        `index: comparing ${reconcile.value.compared.toLocaleString('en-US')} sessions`,
        reconcile.ms,
        'ms',
      ),
    ]
  } finally {
    reader.close()
    writer.close()
    store.close()
  }
}

function inputOf(
  db: Database.Database,
  home: string,
  where: Pick<IndexInput, 'store' | 'homeId'>,
): IndexInput {
  const { dev, ino } = statSync(join(home, 'state.db'))
  const names = (sql: string): string[] =>
    db
      .prepare<[], { name: string }>(sql)
      .all()
      .map(({ name }) => name)
  return {
    ...where,
    db,
    identity: `${dev}:${ino}`,
    capabilities: {
      tables: names("SELECT name FROM sqlite_master WHERE type = 'table'"),
      messageColumns: names("SELECT name FROM pragma_table_info('messages')"),
    },
  }
}

async function benchNewMessages(
  writer: Database.Database,
  input: IndexInput,
  sessions: number,
): Promise<number> {
  const took: number[] = []
  for (let round = 0; round < 5; round += 1) {
    addMessages(writer, sessions, round)
    took.push((await timed(() => indexMessages(input))).ms)
  }
  return median(took)
}

function addMessages(writer: Database.Database, sessions: number, round: number): void {
  const ids = writer
    .prepare<[number, number], { id: string }>('SELECT id FROM sessions ORDER BY id LIMIT ? OFFSET ?')
    .all(sessions, round * sessions)
  const insert = writer.prepare(
    "INSERT INTO messages (session_id, role, content, timestamp) VALUES (?, 'user', ?, ?)",
  )
  const seconds = Date.now() / 1000
  writer.transaction(() => {
    for (let i = 0; i < NEW_MESSAGES; i += 1) {
      insert.run(ids[i % ids.length]?.id, `message ${i} `.repeat(40), seconds + i / 10)
    }
  })()
}

async function timed<T>(work: () => T): Promise<{ value: T; ms: number }> {
  // A pause lets the garbage collector finish.
  await new Promise((resolve) => setImmediate(resolve))
  const started = performance.now()
  const value = work()
  return { value, ms: performance.now() - started }
}
