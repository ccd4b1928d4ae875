import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TranscriptPlace } from '../../domain/sessions/transcript.ts'
import { withReader } from '../../testing/home-rows.ts'
import { makeHome } from '../../testing/make-home.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { readCapabilities } from '../database/read-capabilities.ts'
import { readMessageHeads } from './read-message-heads.ts'

const LIMIT = 5
let temp: TempHome
let db: Database.Database
beforeEach(() => {
  temp = tempHome()
  const nowMs = Date.now()
  const sessions = [{ id: 'one', startedMs: nowMs - 1_000, messages: 8 }]
  db = new Database(makeHome({ path: temp.path, era: 'aug', nowMs, sessions }).databasePath)
})
afterEach(() => {
  db.close()
  temp.cleanup()
})

function read(place: TranscriptPlace) {
  const found = withReader(temp.path, (reader) =>
    readMessageHeads(reader, readCapabilities(reader).messageColumns, 'one', place, LIMIT),
  )
  if (found === null) throw new Error('no index')
  return found
}

/** The number of messages on each page, and every id that was shown. */
function readAll(direction: TranscriptPlace['direction']) {
  const pages: number[] = []
  const ids: number[] = []
  for (let id: number | null = null; ; ) {
    const { heads, shown } = read({ direction, id })
    const page = heads.slice(0, shown).map((head) => head.id)
    pages.push(page.length)
    ids.push(...page)
    if (heads.length <= shown) return { pages, ids: ids.sort((a, b) => a - b) }
    id = page.at(-1) ?? null
  }
}

it.each(['after', 'before'] as const)(
  'a page of large messages ends early, and none is left out: %s',
  (direction) => {
    const all = db
      .prepare<[], number>(`SELECT id FROM messages WHERE session_id = 'one' ORDER BY id`)
      .pluck()
      .all()
    expect(readAll(direction)).toEqual({ pages: [5, 3], ids: all })
    db.exec('UPDATE messages SET api_content = zeroblob(40000000)')
    const { pages, ids } = readAll(direction)
    expect(ids).toEqual(all)
    expect(pages).toEqual([1, 1, 1, 1, 1, 1, 2])
  },
)

it('a text is cut after its NUL, and one too large to be cut is only measured', () => {
  db.exec(`UPDATE messages SET content = CAST(x'00' AS TEXT) || 'json:' || hex(zeroblob(10000)) WHERE id = 1;
    UPDATE messages SET content = hex(zeroblob(8100000)) WHERE id = 2`)
  const [first, second] = read({ direction: 'after', id: null }).heads
  expect(first).toMatchObject({ contentBytes: 20_006, head: `\0json:${'0'.repeat(8_186)}`, headIsAll: false })
  expect(second).toMatchObject({ contentBytes: 16_200_000, head: null })
})
