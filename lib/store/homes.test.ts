import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../testing/temp-home.ts'
import { rememberHome } from './homes.ts'
import { openStore, type Store } from './open-store.ts'
import { readScanCache, writeScanCache } from './samples/scan-cache.ts'

let temp: TempHome
let store: Store

beforeEach(() => {
  temp = tempHome()
  const opened = openStore(join(temp.root, 'data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  store = opened.value
})
afterEach(() => {
  store.close()
  temp.cleanup()
})

describe('rememberHome', () => {
  it('identifies a home by its real path, however it is reached and after a restart', () => {
    mkdirSync(temp.path)
    symlinkSync(temp.path, join(temp.root, 'link'))
    const id = rememberHome(store, temp.path)
    expect(rememberHome(store, join(temp.root, 'link'))).toBe(id)
    expect(rememberHome(store, `${temp.path}/../home/`)).toBe(id)
    const again = openStore(join(temp.root, 'data'))
    expect(again.ok && rememberHome(again.value, temp.path)).toBe(id)
    if (again.ok) again.value.close()
  })

  it('gives different homes different ids, even if they are not mounted', () => {
    const ids = ['/nowhere/a', '/nowhere/b', '/nowhere/a/'].map((path) => rememberHome(store, path))
    expect(ids[0]).toBe(ids[2])
    expect(ids[0]).not.toBe(ids[1])
  })
})

describe('scan cache', () => {
  it('stores the last scan of each home', () => {
    const [one, two] = [rememberHome(store, '/one'), rememberHome(store, '/two')]
    expect(readScanCache(store, one)).toBeNull()
    writeScanCache(store, one, { atMs: 1, body: '{"old":true}' })
    writeScanCache(store, one, { atMs: 2, body: '{}' })
    writeScanCache(store, two, { atMs: 3, body: '[]' })
    expect(readScanCache(store, one)).toEqual({ atMs: 2, body: '{}' })
    expect(readScanCache(store, two)).toEqual({ atMs: 3, body: '[]' })
  })
})
