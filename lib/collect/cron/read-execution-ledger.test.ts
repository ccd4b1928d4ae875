import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { startWriter } from '../../testing/processes/line-child.ts'
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

it('a write to it that was cut short is named, with what repairs it', async () => {
  temp = tempHome()
  mkdirSync(join(temp.path, 'cron'), { recursive: true })
  const path = join(temp.path, 'cron/executions.db')
  const db = new Database(path)
  db.exec(`CREATE TABLE executions (id INTEGER PRIMARY KEY, error TEXT);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
    INSERT INTO executions (error) SELECT hex(randomblob(400)) FROM n`)
  db.close()
  const scheduler = await startWriter(path)
  await scheduler.ask('db.pragma("cache_size = 1")')
  await scheduler.ask(`db.exec("BEGIN IMMEDIATE; UPDATE executions SET error = 'x' || error") && 1`)
  await scheduler.stop()
  const detail = expect.stringMatching(/killed while it wrote.*Start Hermes to repair it/)
  expect(() => readExecutionLedger(temp.path, ['id'], () => 'read')).toThrow(
    expect.objectContaining({ fault: { code: 'unreadable', path: 'cron/executions.db', detail } }),
  )
})
