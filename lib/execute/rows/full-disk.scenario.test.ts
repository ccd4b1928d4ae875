/** A full disk leaves nothing partly deleted or partly restored. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readCapabilities } from '../../collect/database/read-capabilities.ts'
import { readTrigrams } from '../../collect/database/read-trigrams.ts'
import { endedItems, findFaults, readAllRows, searchHome } from '../../testing/home-rows.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { makeKillHome } from '../../testing/torture/kill-rows.ts'
import { FREELY, saveAll, withWriter } from '../../testing/torture/row-run.ts'
import { compactDatabase } from './compact-database.ts'
import { deleteSessions } from './delete-sessions.ts'
import { restoreSessions } from './restore/restore-sessions.ts'

const NO_SPACE = {
  kind: 'skipped',
  code: 'no-space',
  message: expect.stringContaining('Free at least 1 MB there, more for large sessions'),
}

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
  makeKillHome(temp.path, 400)
  compact()
})
afterEach(() => temp.cleanup())

it('a session is not deleted at all if there is no space to do it', async () => {
  const items = endedItems(temp.path).filter(({ target }) => target.sessionId === 'huge')
  const before = readAllRows(temp.path)
  const found = searchHome(temp.path)
  const outcomes = await withWriter(
    temp.path,
    async (writer) => deleteSessions(writer, items, { ...FREELY, saved: saveAll(writer, items) }),
    { change: noMorePages },
  )
  expect(outcomes.get('huge')).toMatchObject(NO_SPACE)
  expect(readAllRows(temp.path)).toEqual(before)
  expect(searchHome(temp.path)).toEqual(found)
  expect(findFaults(temp.path)).toEqual([])
})

it('a partly restored session is removed again, and restored once there is space', async () => {
  const whole = readAllRows(temp.path)
  const items = endedItems(temp.path)
  const saved = await withWriter(
    temp.path,
    async (writer) => {
      const lines = saveAll(writer, items)
      await deleteSessions(writer, items, { ...FREELY, saved: lines })
      return lines
    },
    { isAlone: true },
  )
  compact()
  const before = readAllRows(temp.path)
  const restore = (change?: (db: Database) => void) =>
    withWriter(
      temp.path,
      (writer) => restoreSessions(writer, () => saved.all, { only: null, stop: () => false }),
      { change },
    )
  const outcomes = await restore(noMorePages)
  for (const { target } of items) expect(outcomes.get(target.sessionId)).toMatchObject(NO_SPACE)
  expect(readAllRows(temp.path)).toEqual(before)
  expect(findFaults(temp.path)).toEqual([])
  await restore()
  expect(readAllRows(temp.path)).toEqual(whole)
})

/** Makes SQLite report a full disk. */
function noMorePages(db: Database): void {
  db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true }))}`)
}

/** Free pages would count as space. */
function compact(): void {
  const { dev, ino } = lstatSync(join(temp.path, 'state.db'))
  const compacted = compactDatabase(temp.path, { readCapabilities, readTrigrams, identity: `${dev}:${ino}` })
  expect(compacted).toMatchObject({ ok: true })
}
