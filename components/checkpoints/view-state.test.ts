import { describe, expect, it } from 'vitest'
import {
  type CheckpointViewState,
  checkpointApiHref,
  checkpointHref,
  checkpointSortHref,
  parseCheckpointView,
} from './view-state.ts'

const DEFAULT: CheckpointViewState = {
  home: null,
  state: null,
  layout: null,
  q: null,
  sort: 'exclusiveBytes',
  order: 'desc',
  cursor: null,
}

describe('the address', () => {
  it.each([
    {},
    { state: 'dead', layout: 'v3', sort: 'size', order: 'up', q: '  ', home: '', cursor: '' },
    { state: ['orphan', 'live'], q: ['a', 'b'], cursor: ['x'] },
  ])('invalid parameters mean the default: %j', (params) => {
    expect(parseCheckpointView(params)).toEqual(DEFAULT)
  })

  it('a view survives building and parsing its address', () => {
    const view: CheckpointViewState = {
      home: 'x',
      state: 'orphan',
      layout: 'v2',
      q: 'a&b /c',
      sort: 'workdir',
      order: 'desc',
      cursor: 'abc',
    }
    const { searchParams } = new URL(checkpointHref(view, { cursor: 'abc' }), 'http://localhost')
    expect(parseCheckpointView(Object.fromEntries(searchParams))).toEqual(view)
  })

  it('a changed filter or order starts at the first page', () => {
    expect(checkpointHref({ ...DEFAULT, cursor: 'abc' }, { state: 'stale' })).toBe('/checkpoints?state=stale')
  })

  it('numbers sort largest first, text from A, and the second click reverses the order', () => {
    expect(checkpointSortHref(DEFAULT, 'commits')).toBe('/checkpoints?sort=commits')
    expect(checkpointSortHref(DEFAULT, 'workdir')).toBe('/checkpoints?sort=workdir')
    expect(checkpointSortHref({ ...DEFAULT, sort: 'workdir', order: 'asc' }, 'workdir')).toBe(
      '/checkpoints?sort=workdir&order=desc',
    )
    expect(checkpointSortHref(DEFAULT, 'exclusiveBytes')).toBe('/checkpoints?order=asc')
  })

  it('the export contains everything that matches, in the same order', () => {
    expect(checkpointApiHref({ ...DEFAULT, state: 'live', cursor: 'c', home: 'x' }, 'x')).toBe(
      '/api/v1/homes/x/checkpoints?state=live&sort=exclusiveBytes&order=desc',
    )
  })
})
