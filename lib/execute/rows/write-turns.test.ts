/** Steward checkpoints the WAL only while no other process has the database open. */
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

it('the WAL is checkpointed if no other process has the database open', async () => {
  await writeMuch(() => true)
  expect(isUntouched()).toBe(false)
})

it('the WAL is never checkpointed next to another process', async () => {
  await writeMuch(() => false)
  expect(isUntouched()).toBe(true)
})

it('checkpoints stop permanently once another process opens the database', async () => {
  let asked = 0
  await writeMuch(() => {
    asked += 1
    return asked !== 2
  })
  expect(asked).toBe(2)
  expect(isUntouched()).toBe(true)
})

it('checkpoints stop permanently once another process commits', async () => {
  await writeMuch(
    () => true,
    () => {
      const other = new Database(path)
      other.pragma('wal_autocheckpoint = 0')
      other.exec('INSERT INTO thing VALUES (1)')
      // Closing it is not part of this test.
      others.push(other)
    },
  )
  expect(isUntouched()).toBe(true)
  for (const other of others.splice(0)) other.close()
})

const others: Database.Database[] = []
