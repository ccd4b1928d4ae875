import { once } from 'node:events'
import { chmodSync, lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../testing/temp-home.ts'
import { MIGRATIONS } from './migrations.ts'
import { openStore, type Store } from './open-store.ts'

let temp: TempHome
let dataDir: string

beforeEach(() => {
  temp = tempHome()
  dataDir = join(temp.root, 'deep', 'data')
})
afterEach(() => temp.cleanup())

const modeOf = (path: string): number => lstatSync(path).mode & 0o777

function opened(dir = dataDir): Store {
  const store = openStore(dir)
  if (!store.ok) throw new Error(store.fault.detail)
  return store.value
}

describe('openStore', () => {
  it.each([0o000, 0o022, 0o777])(
    'creates the folder with mode 0700 and files with 0600 under umask %o',
    (umask) => {
      const before = process.umask(umask)
      try {
        // The parent folder stays as it is, and must be accessible under umask 777.
        mkdirSync(join(temp.root, 'deep'))
        chmodSync(join(temp.root, 'deep'), 0o755)
        const store = opened()
        store.db.exec("INSERT INTO setting (key, value) VALUES ('a', 'b')")
        expect(modeOf(dataDir)).toBe(0o700)
        expect(readdirSync(dataDir).sort()).toEqual(['steward.db', 'steward.db-shm', 'steward.db-wal'])
        for (const name of readdirSync(dataDir)) expect(modeOf(join(dataDir, name))).toBe(0o600)
        store.close()
      } finally {
        process.umask(before)
      }
    },
  )

  it('makes a store private again', () => {
    opened().close()
    chmodSync(dataDir, 0o755)
    chmodSync(join(dataDir, 'steward.db'), 0o644)
    opened().close()
    expect(modeOf(dataDir)).toBe(0o700)
    expect(modeOf(join(dataDir, 'steward.db'))).toBe(0o600)
  })

  it('keeps the mode of a folder that contained other files before', () => {
    mkdirSync(dataDir, { recursive: true })
    chmodSync(dataDir, 0o755)
    writeFileSync(join(dataDir, 'holiday.jpg'), '')
    opened().close()
    expect(modeOf(dataDir)).toBe(0o755)
    expect(modeOf(join(dataDir, 'steward.db'))).toBe(0o600)
  })

  it('uses a WAL, foreign keys and a busy timeout', () => {
    const store = opened()
    const pragma = (name: string) => store.db.pragma(name, { simple: true })
    expect(pragma('journal_mode')).toBe('wal')
    expect(pragma('synchronous')).toBe(1)
    expect(pragma('foreign_keys')).toBe(1)
    expect(pragma('busy_timeout')).toBe(5_000)
    expect(pragma('user_version')).toBe(MIGRATIONS.length)
    store.close()
  })

  it('keeps what was stored when opened again', () => {
    const first = opened()
    first.db.exec("INSERT INTO setting (key, value) VALUES ('a', 'b')")
    first.close()
    const second = opened()
    expect(second.db.prepare('SELECT * FROM setting').all()).toEqual([{ key: 'a', value: 'b' }])
    second.close()
  })

  it('refuses a store of a newer Steward, names both versions and leaves it unchanged', () => {
    opened().close()
    const other = new Database(join(dataDir, 'steward.db'))
    other.pragma('user_version = 99')
    other.close()
    const result = openStore(dataDir)
    expect(result).toMatchObject({ ok: false, fault: { code: 'store-unavailable' } })
    expect(result.ok ? '' : result.fault.detail).toContain('version 99')
    const after = new Database(join(dataDir, 'steward.db'), { readonly: true })
    expect(after.pragma('user_version', { simple: true })).toBe(99)
    after.close()
  })

  it('returns a fault if the folder is a file or the file is not a database', () => {
    writeFileSync(join(temp.root, 'file'), '')
    expect(openStore(join(temp.root, 'file'))).toMatchObject({ fault: { code: 'store-unavailable' } })
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'steward.db'), 'these are not the tables you look for'.repeat(100))
    expect(openStore(dataDir)).toMatchObject({ fault: { code: 'store-unavailable' } })
  })

  it('can be created and written by several threads at once', async () => {
    const program = join(temp.root, 'thread.mjs')
    writeFileSync(
      program,
      `import { workerData, parentPort } from 'node:worker_threads'
       import { openStore } from ${JSON.stringify(new URL('./open-store.ts', import.meta.url).href)}
       const start = new Int32Array(workerData.start)
       parentPort.postMessage('ready')
       Atomics.wait(start, 0, 0)
       const store = openStore(workerData.dataDir)
       if (!store.ok) throw new Error(store.fault.detail)
       const { db } = store.value
       const insert = db.prepare('INSERT INTO setting (key, value) VALUES (?, ?)')
       for (let i = 0; i < 50; i += 1) db.transaction(() => insert.run(workerData.name + i, 'x')).immediate()
       store.value.close()`,
    )
    const start = new SharedArrayBuffer(4)
    const workers = ['a', 'b', 'c'].map(
      (name) => new Worker(program, { workerData: { dataDir, name, start } }),
    )
    const ends = workers.map((worker) => once(worker, 'exit'))
    await Promise.all(workers.map((worker) => once(worker, 'message')))
    Atomics.store(new Int32Array(start), 0, 1)
    Atomics.notify(new Int32Array(start), 0)
    expect((await Promise.all(ends)).flat()).toEqual([0, 0, 0])
    const store = opened()
    expect(store.db.prepare('SELECT count(*) AS n FROM setting').get()).toEqual({ n: 150 })
    expect(store.db.pragma('integrity_check', { simple: true })).toBe('ok')
    store.close()
  })
})
