import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { readExecutionLedger } from './read-execution-ledger.ts'

let temp: TempHome
afterEach(() => temp.cleanup())

it('a view in place of its table is not read, because reading it may never end', () => {
  temp = tempHome()
  mkdirSync(join(temp.path, 'cron'), { recursive: true })
  const db = new Database(join(temp.path, 'cron/executions.db'))
  db.exec(`CREATE VIEW executions AS
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS id FROM n`)
  db.close()
  const read = () => readExecutionLedger(temp.path, ['id'], () => 'read')
  expect(read).toThrow(expect.objectContaining({ fault: expect.objectContaining({ code: 'unreadable' }) }))
})
