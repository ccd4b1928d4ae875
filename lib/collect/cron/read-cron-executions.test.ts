import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { readCronExecutions } from './read-cron-executions.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
  mkdirSync(join(temp.path, 'cron'), { recursive: true })
})
afterEach(() => temp.cleanup())

const ledgerPath = () => join(temp.path, 'cron', 'executions.db')

it('runs are grouped by how they ended', () => {
  const db = new Database(ledgerPath())
  db.exec('CREATE TABLE executions (id, job_id, status, claimed_at, error)')
  const add = db.prepare('INSERT INTO executions VALUES (?, ?, ?, ?, ?)')
  add.run(1, 'a', 'completed', '2026-11-01T10:00:00+00:00', null)
  add.run(2, 'a', 'failed', '2026-11-02T10:00:00+00:00', 'no route to host')
  add.run(3, 'a', 'unknown', 'garbage', null)
  add.run(4, 'b', 'running', '2026-11-03T10:00:00+00:00', null)
  db.close()
  const answer = readCronExecutions(temp.path)
  if (!answer.ok || answer.value === null) throw new Error('no ledger')
  expect(answer.value.sinceMs).toBe(Date.UTC(2026, 10, 1, 10))
  expect(answer.value.jobs.get('a')).toEqual({
    runs: 3,
    atMs: [Date.UTC(2026, 10, 1, 10), Date.UTC(2026, 10, 2, 10)],
    failed: [Date.UTC(2026, 10, 2, 10)],
    lost: [null],
    lastError: 'no route to host',
  })
  expect(answer.value.jobs.get('b')).toMatchObject({ runs: 1, failed: [], lost: [] })
})

it('a missing ledger, an empty file and unrelated tables count as no ledger', () => {
  expect(readCronExecutions(temp.path)).toEqual({ ok: true, value: null })
  writeFileSync(ledgerPath(), '')
  expect(readCronExecutions(temp.path)).toEqual({ ok: true, value: null })
  const db = new Database(ledgerPath())
  db.exec('CREATE TABLE other (id)')
  db.close()
  expect(readCronExecutions(temp.path)).toEqual({ ok: true, value: null })
})

it('a ledger that is a link or not a database is a fault', () => {
  writeFileSync(ledgerPath(), 'x'.repeat(5_000))
  expect(readCronExecutions(temp.path)).toMatchObject({ ok: false, fault: { code: 'unreadable' } })
  const other = tempHome()
  mkdirSync(join(other.path, 'cron'), { recursive: true })
  symlinkSync(ledgerPath(), join(other.path, 'cron', 'executions.db'))
  expect(readCronExecutions(other.path)).toMatchObject({ ok: false, fault: { code: 'folder-symlink' } })
  other.cleanup()
})
