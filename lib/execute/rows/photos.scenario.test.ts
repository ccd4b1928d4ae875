/**
 * Photos and other texts with a NUL: a session is deleted or put back only if the trigram index stays exact for the
 * SQLite that wrote it, in every layout that has one.
 */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readCapabilities } from '../../collect/database/read-capabilities.ts'
import { readTrigrams } from '../../collect/database/read-trigrams.ts'
import { endedItems, findFaults, readAllRows, readTokenSizes, withReader } from '../../testing/home-rows.ts'
import { OLDER_SQLITE, OLDER_SQLITE_WORDS, readByOlderSqlite } from '../../testing/older-sqlite.ts'
import { addPhotoSession, textHome } from '../../testing/photo-session.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { FREELY, inShortestTurns, saveAll, withWriter } from '../../testing/torture/row-run.ts'
import { compactDatabase } from './compact-database.ts'
import { deleteSessions, type Outcomes } from './delete-sessions.ts'
import { checkRestore } from './restore/check-restore.ts'
import { restoreSessions } from './restore/restore-sessions.ts'

const LAYOUTS = [
  ['B', 'may', '00'],
  ['B', 'jul', '00'],
  ['C', 'aug', '000000'],
  ['D', 'nov', '0000'],
] as const

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
})
afterEach(() => temp.cleanup())

const codesOf = (outcomes: Outcomes) =>
  Object.fromEntries(
    [...outcomes].map(([id, outcome]) => [id, outcome.kind === 'done' ? 'done' : outcome.code]),
  )
const itemsOf = (home: string, ...ids: string[]) =>
  endedItems(home, `id IN (${ids.map((id) => `'${id}'`).join(', ')})`)
const ALL = { only: null, stop: () => false }

function changed(home: string, sql: string): void {
  const db = new Database(join(home, 'state.db')).unsafeMode(true)
  db.exec(sql)
  db.close()
}

describe.each(LAYOUTS)('layout %s (%s)', (_, era, nothingCounted) => {
  const make = () => textHome(join(temp.root, 'home'), era)

  it('keeps a photo that an older SQLite indexed, and deletes everything else', async () => {
    const home = make()
    addPhotoSession(home, { id: 'older', indexedBy: 'older' })
    addPhotoSession(home, { id: 'ours', indexedBy: 'ours' })
    addPhotoSession(home, { id: 'nul', indexedBy: 'older', content: '\0' })
    const items = endedItems(home)
    const outcomes = await withWriter(home, (writer) =>
      deleteSessions(writer, items, { ...FREELY, saved: saveAll(writer, items) }),
    )
    expect([...outcomes].filter(([, { kind }]) => kind !== 'done').map(([id]) => id)).toEqual(['older'])
    expect(outcomes.get('older')).toMatchObject({
      kind: 'skipped',
      code: 'trigram-mismatch',
      message: expect.stringContaining('hermes sessions delete older.'),
    })
    expect(endedItems(home).map(({ target }) => target.sessionId)).toEqual(['older'])
    expect(findFaults(home)).toEqual([])
  })

  it.skipIf(OLDER_SQLITE === null)(
    `leaves the index exact for its owner (${OLDER_SQLITE_WORDS})`,
    async () => {
      const home = make()
      addPhotoSession(home, { id: 'older', indexedBy: 'older' })
      expect(readByOlderSqlite(home)).toEqual([])
      const items = endedItems(home)
      await withWriter(home, async (writer) => {
        const saved = saveAll(writer, items)
        await deleteSessions(writer, items, { ...FREELY, saved })
        expect(readByOlderSqlite(home)).toEqual([])
        const only = new Set(items.map(({ target }) => target.sessionId).filter((id) => id !== 'older'))
        await restoreSessions(writer, () => saved.all, { ...ALL, only })
      })
      expect(readByOlderSqlite(home)).toEqual([])
    },
  )

  it('compares again inside the transaction when another process has written since', async () => {
    const home = make()
    const messageId = addPhotoSession(home, { id: 'photo', indexedBy: 'ours' })
    const items = itemsOf(home, 'photo')
    const outcomes = await withWriter(home, async (writer) => {
      const turn: typeof writer.turn = (body) => {
        // As after Hermes rebuilt its index with an older SQLite.
        changed(
          home,
          `UPDATE messages_fts_trigram_docsize SET sz = x'${nothingCounted}' WHERE id = ${messageId}`,
        )
        return writer.turn(body)
      }
      return deleteSessions({ ...writer, turn }, items, FREELY)
    })
    expect(codesOf(outcomes)).toEqual({ photo: 'trigram-mismatch' })
  })

  it('keeps a large session with such a photo before its first message is deleted', async () => {
    const home = make()
    addPhotoSession(home, { id: 'large', indexedBy: 'older', others: 450 })
    const items = itemsOf(home, 'large')
    const before = readAllRows(home)
    const outcomes = await withWriter(home, (writer) =>
      deleteSessions(inShortestTurns(writer), items, { ...FREELY, saved: saveAll(writer, items) }),
    )
    expect(codesOf(outcomes)).toEqual({ large: 'trigram-mismatch' })
    expect(readAllRows(home)).toEqual(before)
  })

  it('puts back what is gone of a large session when its photo is indexed again meanwhile', async () => {
    const home = make()
    const messageId = addPhotoSession(home, { id: 'large', indexedBy: 'ours', others: 450 })
    const items = itemsOf(home, 'large')
    const before = readAllRows(home)
    const outcomes = await withWriter(home, (writer) => {
      let turns = 0
      const turn: typeof writer.turn = (body) => {
        turns += 1
        if (turns === 3) {
          expect(readAllRows(home)).not.toEqual(before)
          const sql = `UPDATE messages_fts_trigram_docsize SET sz = x'${nothingCounted}' WHERE id = ${messageId}`
          changed(home, sql)
        }
        // The first compares, the second deletes a few messages.
        return turns < 3 ? inShortestTurns(writer).turn(body) : writer.turn(body)
      }
      return deleteSessions({ ...writer, turn }, items, { ...FREELY, saved: saveAll(writer, items) })
    })
    expect(codesOf(outcomes)).toEqual({ large: 'trigram-mismatch' })
    expect(readAllRows(home)).toEqual(before)
  })

  it('is compacted although our SQLite calls the index malformed, and stays exact for its owner', () => {
    const home = make()
    addPhotoSession(home, { id: 'older', indexedBy: 'older' })
    const sizes = readTokenSizes(home)
    const { dev, ino } = lstatSync(join(home, 'state.db'))
    const identity = `${dev}:${ino}`
    expect(compactDatabase(home, { readCapabilities, readTrigrams, identity })).toMatchObject({ ok: true })
    expect(readTokenSizes(home)).toEqual(sizes)
    expect(findFaults(home)).toEqual([])
  })

  it('puts a photo back with the counts it had', async () => {
    const home = make()
    addPhotoSession(home, { id: 'small', indexedBy: 'ours' })
    addPhotoSession(home, { id: 'large', indexedBy: 'ours', others: 450 })
    addPhotoSession(home, { id: 'tool', indexedBy: 'ours', role: 'tool' })
    addPhotoSession(home, { id: 'cron', indexedBy: 'ours', source: 'cron' })
    const [rows, sizes] = [readAllRows(home), readTokenSizes(home)]
    const items = itemsOf(home, 'small', 'large', 'tool', 'cron')
    await withWriter(home, async (writer) => {
      const saved = saveAll(writer, items)
      await deleteSessions(writer, items, { ...FREELY, saved })
      expect(await checkRestore(writer, saved.all, null)).toMatchObject({ conflicts: [] })
      const restored = await restoreSessions(writer, () => saved.all, ALL)
      expect(codesOf(restored)).toEqual({ small: 'done', large: 'done', tool: 'done', cron: 'done' })
    })
    expect(readAllRows(home)).toEqual(rows)
    expect(readTokenSizes(home)).toEqual(sizes)
    expect(findFaults(home).filter((name) => name !== 'messages_fts_trigram')).toEqual([])
  })

  it('refuses to put back a photo of 0.1.0, which recorded no counts, before anything is written', async () => {
    const home = make()
    addPhotoSession(home, { id: 'photo', indexedBy: 'ours' })
    addPhotoSession(home, { id: 'nul', indexedBy: 'ours', content: '\0' })
    const items = itemsOf(home, 'photo', 'nul')
    await withWriter(home, async (writer) => {
      const saved = saveAll(writer, items)
      await deleteSessions(writer, items, { ...FREELY, saved })
      const old = saved.all.map((line) => line.replace(/,"tokens":\{[^}]*\}/, ''))
      expect(old).not.toEqual(saved.all)
      const { conflicts } = await checkRestore(writer, old, null)
      expect(conflicts).toMatchObject([{ sessionId: 'photo', code: 'trigram-mismatch', isBlocking: true }])
      const restored = await restoreSessions(writer, () => old, ALL)
      expect(codesOf(restored)).toEqual({ photo: 'trigram-mismatch', nul: 'done' })
    })
    expect(itemsOf(home, 'photo')).toEqual([])
  })

  it('refuses what our SQLite would count differently today', async () => {
    const home = make()
    addPhotoSession(home, { id: 'photo', indexedBy: 'ours' })
    const items = itemsOf(home, 'photo')
    await withWriter(home, async (writer) => {
      const saved = saveAll(writer, items)
      await deleteSessions(writer, items, { ...FREELY, saved })
      const other = saved.all.map((line) => line.replace(/("tokens":\{"\d+":\[)\d+/, '$17'))
      expect(codesOf(await restoreSessions(writer, () => other, ALL))).toEqual({ photo: 'trigram-mismatch' })
    })
    expect(itemsOf(home, 'photo')).toEqual([])
  })

  it.each([
    ['small', 1],
    ['large', 450],
  ])(
    'takes back a photo that was not indexed when it was saved and would be now: %s session',
    async (_, others) => {
      const home = make()
      const messageId = addPhotoSession(home, { id: 'photo', indexedBy: 'ours', others })
      const items = itemsOf(home, 'photo')
      await withWriter(home, async (writer) => {
        const saved = saveAll(writer, items)
        await deleteSessions(writer, items, { ...FREELY, saved })
        const other = saved.all.map((line) =>
          line.replace(/"tokens":\{[^}]*\}/, `"tokens":{"${messageId}":null}`),
        )
        const trigrams = writer.readTrigrams(writer.db)
        // As if the plan could not tell: the run compares after the insert and rolls back.
        const unaware = { ...writer, readTrigrams: () => ({ ...trigrams, ofReturning: () => null }) }
        const restored = await restoreSessions(unaware, () => other, ALL)
        expect(codesOf(restored)).toEqual({ photo: 'sqlite' })
      })
      expect(itemsOf(home, 'photo')).toEqual([])
    },
  )
})

it('puts back a photo of 0.1.0 that the index leaves out', async () => {
  const home = textHome(join(temp.root, 'home'), 'nov')
  addPhotoSession(home, { id: 'cron', indexedBy: 'ours', source: 'cron' })
  addPhotoSession(home, { id: 'tool', indexedBy: 'ours', role: 'tool' })
  addPhotoSession(home, { id: 'delegate', indexedBy: 'ours' })
  const delegate = `UPDATE sessions SET model_config = '{"_delegate_from":"one"}' WHERE id = 'delegate'`
  changed(home, delegate)
  changed(home, `INSERT INTO messages_fts_trigram(messages_fts_trigram) VALUES('rebuild')`)
  const [rows, sizes] = [readAllRows(home), readTokenSizes(home)]
  const items = itemsOf(home, 'cron', 'tool', 'delegate')
  await withWriter(home, async (writer) => {
    const saved = saveAll(writer, items)
    await deleteSessions(writer, items, { ...FREELY, saved })
    const old = saved.all.map((line) => line.replace(/,"tokens":\{[^}]*\}/, ''))
    expect(old).not.toEqual(saved.all)
    const restored = await restoreSessions(writer, () => old, ALL)
    expect(codesOf(restored)).toEqual({ cron: 'done', tool: 'done', delegate: 'done' })
  })
  expect(readAllRows(home)).toEqual(rows)
  expect(readTokenSizes(home)).toEqual(sizes)
  expect(findFaults(home)).toEqual([])
})

it('a photo that is not in the index is deleted', async () => {
  const home = textHome(join(temp.root, 'home'), 'nov')
  addPhotoSession(home, { id: 'cron', indexedBy: 'ours', source: 'cron' })
  addPhotoSession(home, { id: 'tool', indexedBy: 'ours', role: 'tool' })
  const items = itemsOf(home, 'cron', 'tool')
  const outcomes = await withWriter(home, (writer) => deleteSessions(writer, items, FREELY))
  expect(codesOf(outcomes)).toEqual({ cron: 'done', tool: 'done' })
})

it('an index that Hermes has detached protects nothing', async () => {
  const home = textHome(join(temp.root, 'home'), 'aug')
  addPhotoSession(home, { id: 'older', indexedBy: 'older' })
  const triggers = ['insert', 'delete', 'update'].map(
    (event) => `DROP TRIGGER messages_fts_trigram_${event};`,
  )
  changed(home, triggers.join(''))
  const items = itemsOf(home, 'older')
  const outcomes = await withWriter(home, (writer) => deleteSessions(writer, items, FREELY))
  expect(codesOf(outcomes)).toEqual({ older: 'done' })
})

it('an index that does not say what it counted protects every text with a NUL', async () => {
  const home = textHome(join(temp.root, 'home'), 'aug')
  addPhotoSession(home, { id: 'photo', indexedBy: 'ours' })
  const sql = withReader(home, (db) =>
    String(db.prepare("SELECT sql FROM sqlite_master WHERE name = 'messages_fts_trigram'").pluck().get()),
  )
  changed(
    home,
    `DROP TABLE messages_fts_trigram; ${sql.replace("tokenize='trigram'", "tokenize='trigram', columnsize=0")};
     INSERT INTO messages_fts_trigram(messages_fts_trigram) VALUES('rebuild')`,
  )
  const items = endedItems(home)
  const outcomes = await withWriter(home, (writer) =>
    deleteSessions(writer, items, { ...FREELY, saved: saveAll(writer, items) }),
  )
  const kept = [...outcomes].filter(([, { kind }]) => kind !== 'done')
  expect(kept).toMatchObject([['photo', { code: 'trigram-unchecked' }]])
})

it('a home of almost only photos: SQLite refuses, nothing changes, and the receipt says why', async () => {
  const home = textHome(join(temp.root, 'home'), 'aug')
  addPhotoSession(home, { id: 'photo', indexedBy: 'older', content: `\0${'iVBORw0KGgo'.repeat(20_000)}` })
  const before = [readAllRows(home), readTokenSizes(home)]
  const items = itemsOf(home, 'photo')
  const outcomes = await withWriter(home, (writer) => {
    const blind = { ...writer.readTrigrams(writer.db), ofSession: () => null, ofMessages: () => null }
    return deleteSessions({ ...writer, readTrigrams: () => blind }, items, {
      ...FREELY,
      saved: saveAll(writer, items),
    })
  })
  expect(outcomes.get('photo')).toMatchObject({
    kind: 'failed',
    code: 'sqlite',
    message: expect.stringMatching(
      /Steward's SQLite cannot update.*It was left as it is.*may be sound.*To delete the session, use hermes sessions delete/s,
    ),
  })
  expect([readAllRows(home), readTokenSizes(home)]).toEqual(before)
  expect(findFaults(home)).toEqual([])
})
