/** Whose WAL it is: ours to shorten only while it is proven, each time anew, that nobody else has the database open. */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { makeTurns } from './write-turns.ts'

let temp: TempHome
let db: Database.Database
let path: string
beforeEach(() => {
  temp = tempHome()
  path = join(temp.root, 'state.db')
  db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('wal_autocheckpoint = 0')
  db.exec('CREATE TABLE thing (body BLOB)')
  db.pragma('wal_checkpoint(TRUNCATE)')
})
afterEach(() => {
  db.close()
  temp.cleanup()
})

async function writeMuch(isAlone: () => boolean, meanwhile: () => void = () => undefined): Promise<void> {
  const turn = makeTurns(db, { isAlone })
  const insert = db.prepare('INSERT INTO thing VALUES (randomblob(400000))')
  for (let at = 0; at < 24; at += 1) {
    if (at === 4) meanwhile()
    expect((await turn(() => insert.run())).ok).toBe(true)
  }
}

const isUntouched = (): boolean => lstatSync(path).size < 100_000

it('alone all along: the WAL is copied back on the way', async () => {
  await writeMuch(() => true)
  expect(isUntouched()).toBe(false)
})

it('never alone: the database is as it was, and everything is in the WAL', async () => {
  await writeMuch(() => false)
  expect(isUntouched()).toBe(true)
})

it('somebody comes on the way: nothing is copied from then on, even when they seem to be gone', async () => {
  let asked = 0
  await writeMuch(() => {
    asked += 1
    return asked !== 2
  })
  expect(asked).toBe(2)
  expect(isUntouched()).toBe(true)
})

it('somebody else commits on the way: the WAL is theirs from then on', async () => {
  await writeMuch(
    () => true,
    () => {
      const other = new Database(path)
      other.pragma('wal_autocheckpoint = 0')
      other.exec('INSERT INTO thing VALUES (1)')
      // Left open: closing it is no business of this test.
      others.push(other)
    },
  )
  expect(isUntouched()).toBe(true)
  for (const other of others.splice(0)) other.close()
})

const others: Database.Database[] = []
