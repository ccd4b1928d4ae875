import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../testing/temp-home.ts'
import { TIMELINE_NOTIFIED } from './migration-timeline-notified.ts'
import { MIGRATIONS } from './migrations.ts'
import { openStore } from './open-store.ts'

let temp: TempHome
beforeEach(() => {
  temp = tempHome()
})
afterEach(() => temp.cleanup())

const timeline = [
  { atMs: 1, kind: 'opened', words: 'It says "told".' },
  { atMs: 2, kind: 'told', words: 'The webhook was told that it opened.' },
]

it('a delivered notification in an older timeline gets its new name, and nothing else changes', () => {
  const dataDir = join(temp.root, 'data')
  mkdirSync(dataDir)
  const db = new Database(join(dataDir, 'steward.db'))
  const before = MIGRATIONS.indexOf(TIMELINE_NOTIFIED)
  for (const step of MIGRATIONS.slice(0, before)) db.exec(step)
  db.pragma(`user_version = ${before}`)
  db.exec("INSERT INTO home (home_id, path) VALUES (1, '/home')")
  const insert = db.prepare("INSERT INTO incident VALUES (?, ?, 1, 'cron-flood', 'warn', 1, NULL, ?)")
  const bodies = [
    JSON.stringify({ title: 'told', timeline, limit: 1.5 }),
    '{"title":"\\"told\\""}',
    'not JSON, "told"',
  ]
  for (const [no, body] of bodies.entries()) insert.run(no + 1, `id-${no}`, body)
  db.close()

  const opened = openStore(dataDir)
  if (!opened.ok) throw new Error(opened.fault.detail)
  const stored = opened.value.db.prepare('SELECT body FROM incident ORDER BY incident_no').pluck().all()
  opened.value.close()
  expect(JSON.parse(String(stored[0]))).toEqual({
    title: 'told',
    timeline: [timeline[0], { ...timeline[1], kind: 'notified' }],
    limit: 1.5,
  })
  expect(stored.slice(1)).toEqual(bodies.slice(1))
})
