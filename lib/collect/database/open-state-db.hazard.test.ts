/**
 * Why state.db is only opened read-only: a Hermes that opened and closed its database as plain files has lost
 * its locks, and a writable handle of ours would unlink the WAL it still uses (docs/hermes.md, "Lost locks").
 */
import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeHome } from '../../testing/make-home.ts'
import { hasPython } from '../../testing/processes/interrupted-write.ts'
import { type LineChild, startLineChild } from '../../testing/processes/line-child.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { readSessions } from '../sessions/read-sessions.ts'
import { openStateDb } from './open-state-db.ts'
import { readCapabilities } from './read-capabilities.ts'

const NODE_HOLDER = `
const fs = require('node:fs')
const db = new (require('better-sqlite3'))(process.argv[1])
const add = (id) => db.prepare("INSERT INTO sessions (id, source, started_at) VALUES (?, 'cli', 1790000000)").run(id)
add('first')
for (const end of ['', '-wal', '-shm']) fs.closeSync(fs.openSync(process.argv[1] + end, 'r'))
console.log('ready')
require('node:readline').createInterface({ input: process.stdin }).on('line', (id) => { add(id); console.log('added') })
`

const PYTHON_HOLDER = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
def add(name): db.execute("INSERT INTO sessions (id, source, started_at) VALUES (?, 'cli', 1790000000)", (name,))
add('first')
for end in ('', '-wal', '-shm'): open(sys.argv[1] + end, 'rb').close()
print('ready', flush=True)
for line in sys.stdin:
    add(line.strip())
    print('added', flush=True)
`

const holders = [
  ['Node', process.execPath, ['-e', NODE_HOLDER]],
  // Hermes runs on Python. If Python is available, its own SQLite is the writer.
  ...(hasPython() ? [['Python', 'python3', ['-c', PYTHON_HOLDER]] as const] : []),
] as const

let temp: TempHome
let holder: LineChild | null = null

beforeEach(() => {
  temp = tempHome()
})

afterEach(async () => {
  await holder?.stop()
  holder = null
  temp.cleanup()
})

describe.each(holders)('next to a %s writer that has lost its locks', (_, command, args) => {
  it('the WAL in use stays and the writer continues undisturbed', async () => {
    makeHome({ path: temp.path, era: 'aug', nowMs: Date.UTC(2026, 10, 16), sessions: [{ id: 'old' }] })
    const path = join(temp.path, 'state.db')
    holder = await startLineChild(command, [...args, path])
    const before = inodes(path)

    expect(readIds()).toEqual(['first', 'old'])
    expect(inodes(path)).toEqual(before)
    expect(await holder.ask('second')).toBe('added')
    expect(readIds()).toEqual(['first', 'old', 'second'])
    expect(inodes(path)).toEqual(before)
    expect(await holder.ask('third')).toBe('added')
    expect(readIds()).toEqual(['first', 'old', 'second', 'third'])
  })

  it('a writable handle that only reads would unlink the WAL', async () => {
    makeHome({ path: temp.path, era: 'aug', nowMs: Date.UTC(2026, 10, 16), sessions: [{ id: 'old' }] })
    const path = join(temp.path, 'state.db')
    holder = await startLineChild(command, [...args, path])
    const before = inodes(path)
    const careless = new Database(path)
    careless.prepare('SELECT count(*) FROM sessions').get()
    careless.close()
    expect(inodes(path)).not.toEqual(before)
  })
})

function readIds(): string[] {
  const opened = openStateDb(temp.path)
  if (!opened.ok) throw new Error(opened.fault.code)
  const rows = readSessions(opened.value, readCapabilities(opened.value))
  opened.value.close()
  return rows.map((row) => row.id).sort()
}

const inodes = (path: string) =>
  ['', '-wal', '-shm'].map((end) => lstatSync(path + end, { throwIfNoEntry: false })?.ino ?? null)
