import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TempHome, tempHome } from '../../testing/temp-home.ts'
import { readFolderListing } from './read-folder-listing.ts'

const NOW = Date.UTC(2026, 10, 16)
let temp: TempHome
beforeEach(() => {
  temp = tempHome()
  mkdirSync(join(temp.path, 'cache', 'images'), { recursive: true })
  writeFileSync(join(temp.path, 'cache', 'images', 'a.png'), 'x'.repeat(9_000))
  writeFileSync(join(temp.path, 'cache', 'note.txt'), 'x'.repeat(100))
  mkdirSync(join(temp.root, 'outside'))
  writeFileSync(join(temp.root, 'outside', 'secret'), 'x'.repeat(50_000))
})
afterEach(() => temp.cleanup())

const list = (segments: string[], limits = { maxEntries: 1_000, maxChildren: 100 }) =>
  readFolderListing(temp.path, segments, NOW, limits)

describe('a folder of the home', () => {
  it('is listed with the size of everything in it', async () => {
    const listing = await list(['cache'])
    expect(listing).toMatchObject({ path: 'cache', files: 2, complete: true })
    expect(listing?.children).toMatchObject([
      { name: 'images', kind: 'folder', class: 'caches', files: 1, opens: true, complete: true },
      { name: 'note.txt', kind: 'file', files: 1, apparentBytes: 100, opens: false },
    ])
  })

  it.each([
    [['..']],
    [['cache', '..', '..', 'outside']],
    [['/etc']],
    [['cache/images']],
    [['']],
    [['nothing']],
  ])('is not found by an invalid path: %j', async (segments) => {
    expect(await list(segments)).toBeNull()
  })

  it('is not opened through a link, and links in it are not followed', async () => {
    symlinkSync(join(temp.root, 'outside'), join(temp.path, 'cache', 'way-out'))
    expect(await list(['cache', 'way-out'])).toBeNull()
    const out = (await list(['cache']))?.children.find(({ name }) => name === 'way-out')
    expect(out).toMatchObject({ kind: 'link', opens: false })
    expect(out?.bytes).toBeLessThan(50_000)
  })

  it('opens in a home that is itself a link', async () => {
    symlinkSync(temp.path, join(temp.root, 'alias'))
    expect(await readFolderListing(join(temp.root, 'alias'), ['cache'], NOW)).toMatchObject({ files: 2 })
  })

  it('does not count profiles', async () => {
    mkdirSync(join(temp.path, 'profiles', 'work'), { recursive: true })
    writeFileSync(join(temp.path, 'profiles', 'work', 'state.db'), 'x'.repeat(20_000))
    expect(await list(['profiles', 'work'])).toBeNull()
    expect((await list(['profiles']))?.children).toMatchObject([
      { name: 'work', opens: false, files: 0, bytes: 0 },
    ])
  })

  it('counts a hard-linked file once', async () => {
    linkSync(join(temp.path, 'cache', 'images', 'a.png'), join(temp.path, 'cache', 'same.png'))
    expect((await list(['cache']))?.files).toBe(2)
  })
})

describe('limits', () => {
  it('stop the count, and the result says so', async () => {
    for (let n = 0; n < 30; n += 1) writeFileSync(join(temp.path, 'cache', 'images', `${n}`), '')
    const listing = await list(['cache'], { maxEntries: 10, maxChildren: 100 })
    expect(listing).toMatchObject({ complete: false, entriesCounted: 10 })
    expect(listing?.children.find(({ name }) => name === 'images')?.complete).toBe(false)
  })

  it('merge the smallest children without losing a byte', async () => {
    for (let n = 0; n < 30; n += 1) writeFileSync(join(temp.path, 'cache', `f${n}`), 'x')
    const short = await list(['cache'], { maxEntries: 1_000, maxChildren: 5 })
    const whole = await list(['cache'])
    expect([short?.children.length, short?.others.count]).toEqual([5, 27])
    expect([short?.bytes, short?.files]).toEqual([whole?.bytes, whole?.files])
  })
})
