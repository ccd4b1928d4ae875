/** On homes of every version, deleting and restoring everything gives the same database, row for row. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCapabilities } from '../../collect/database/read-capabilities.ts'
import { readTrigrams } from '../../collect/database/read-trigrams.ts'
import {
  endedItems,
  findFaults,
  readAllRows,
  readTokenSizes,
  searchHome,
  withReader,
} from '../../testing/home-rows.ts'
import { homesOfEveryEra, WITH_PHOTOS } from '../../testing/homes-of-every-era.ts'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { FREELY, saveAll, withWriter } from '../../testing/torture/row-run.ts'
import { deleteSessions } from './delete-sessions.ts'
import { openWriter } from './open-writer.ts'
import { restoreSessions } from './restore/restore-sessions.ts'

const REFUSED = ['real augcjk', 'real upg_mar']

let temp: TempHome
beforeAll(() => {
  temp = tempHome()
})
afterAll(() => temp.cleanup())

describe.each(homesOfEveryEra.filter(([name]) => !REFUSED.includes(name)))('%s', (name, make) => {
  it('is identical after deleting and restoring every ended session', async () => {
    const home = make(temp.root)
    const before = readAllRows(home)
    const found = searchHome(home)
    const sizes = readTokenSizes(home)
    const items = endedItems(home)
    const hasPhoto = WITH_PHOTOS.includes(name)
    expect(items.length).toBeGreaterThan(20)
    await withWriter(home, async (writer) => {
      const saved = saveAll(writer, items)
      const outcomes = await deleteSessions(writer, items, { ...FREELY, saved })
      const kept = [...outcomes].filter(([, { kind }]) => kind !== 'done')
      expect(kept.map(([, outcome]) => outcome)).toMatchObject(hasPhoto ? [{ code: 'trigram-mismatch' }] : [])
      expect(endedItems(home).map(({ target }) => target.sessionId)).toEqual(kept.map(([id]) => id))
      expect(findFaults(home)).toEqual([])
      const only = new Set([...outcomes].filter(([, { kind }]) => kind === 'done').map(([id]) => id))
      const restored = await restoreSessions(writer, () => saved.all, { only, stop: () => false })
      expect(restored.size).toBe(only.size)
      expect([...restored.values()].filter(({ kind }) => kind !== 'done')).toEqual([])
    })
    expect(readAllRows(home)).toEqual(before)
    expect(searchHome(home)).toEqual(found)
    expect(readTokenSizes(home)).toEqual(sizes)
    expect(findFaults(home)).toEqual([])
  })
})

describe.each(homesOfEveryEra.filter(([name]) => REFUSED.includes(name)))('%s', (name, make) => {
  it('is not opened for writing', () => {
    const home = make(temp.root)
    const before = readAllRows(home)
    const opened = openWriter(home, { readCapabilities, readTrigrams, isAlone: () => true })
    expect(opened).toMatchObject({
      ok: false,
      fault: { code: name === 'real augcjk' ? 'cjk-tokenizer' : 'fts-mixed' },
    })
    expect(readAllRows(home)).toEqual(before)
    expect(withReader(home, (db) => db.pragma('integrity_check(1)', { simple: true }))).toBeTypeOf('string')
  })
})
