import { describe, expect, it } from 'vitest'
import {
  classHref,
  folderHref,
  parseStorageView,
  type StorageViewState,
  storageApiHref,
  storageHref,
} from './view-state.ts'

const DEFAULT: StorageViewState = {
  home: null,
  measure: 'bytes',
  range: 30,
  at: null,
  only: null,
  expanded: [],
}

describe('the address', () => {
  it.each([
    {},
    { size: 'huge', range: '-1', at: '', home: '' },
    { size: ['apparent', 'apparent'], range: ['7', '7'], at: ['a', 'b'] },
    { at: '../etc' },
    { at: '/etc/passwd' },
    { at: 'a//b' },
    { at: 'a\0b' },
    { class: 'everything' },
    { whole: 'everything' },
    { whole: ['files', 'folders'] },
  ])('invalid parameters mean the default: %j', (params) => {
    expect(parseStorageView(params)).toEqual(DEFAULT)
  })

  it.each<StorageViewState>([
    { ...DEFAULT, home: 'x', measure: 'apparentBytes', range: 7, at: ['checkpoints', 'a b&c'] },
    { ...DEFAULT, at: [] },
    { ...DEFAULT, at: [], only: 'snapshots' },
    { ...DEFAULT, at: ['..hidden', 'ünï/'.slice(0, 3)] },
    { ...DEFAULT, expanded: ['folders', 'files'] },
    { ...DEFAULT, at: [], expanded: ['files'] },
  ])('survives building and parsing its address: %j', (view) => {
    const { searchParams } = new URL(storageHref(view, {}), 'http://localhost')
    expect(parseStorageView(Object.fromEntries(searchParams))).toEqual(view)
  })

  it('changes one parameter and keeps the others', () => {
    const view: StorageViewState = { ...DEFAULT, home: 'x', measure: 'apparentBytes' }
    expect(storageHref(view, { at: ['logs'] })).toBe('/storage?home=x&size=apparent&at=logs')
    expect(storageHref(DEFAULT, {})).toBe('/storage')
  })

  it('drops the class filter and expanded lists when it leaves their folder', () => {
    const view: StorageViewState = { ...DEFAULT, at: [], only: 'snapshots', expanded: ['files'] }
    expect(storageHref(view, { at: ['logs'] })).toBe('/storage?at=logs')
    expect(storageHref(view, { measure: 'apparentBytes' })).toBe(
      '/storage?size=apparent&at=.&class=snapshots&whole=files',
    )
  })

  it('a class links to its folder, or to its entries at the top of the home', () => {
    expect(classHref('logs', DEFAULT)).toBe('/storage?at=logs')
    expect(classHref('snapshots', DEFAULT)).toBe('/storage?at=.&class=snapshots')
    expect(classHref('checkpoints', DEFAULT)).toBe('/checkpoints')
  })

  it('has no link to a folder with an invalid name', () => {
    expect(folderHref(DEFAULT, 'a/\uFFFD')).toBeNull()
    expect(folderHref(DEFAULT, '')).toBe('/storage?at=.')
  })

  it('the export contains what is shown', () => {
    expect(storageApiHref(DEFAULT, 'a b')).toBe('/api/v1/homes/a%20b/storage')
    expect(storageApiHref({ ...DEFAULT, at: [] }, 'x')).toBe('/api/v1/homes/x/storage?path=')
    expect(storageApiHref({ ...DEFAULT, at: ['a', 'b'] }, 'x')).toBe('/api/v1/homes/x/storage?path=a%2Fb')
  })
})
