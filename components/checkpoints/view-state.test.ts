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
  ])('means the default where it cannot be read: %j', (params) => {
    expect(parseCheckpointView(params)).toEqual(DEFAULT)
  })

  it('survives being written and read', () => {
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

  it('begins at the first page when filter or order change', () => {
    expect(checkpointHref({ ...DEFAULT, cursor: 'abc' }, { state: 'stale' })).toBe('/checkpoints?state=stale')
  })

  it('sorts figures largest first and words from a, and turns around on the second ask', () => {
    expect(checkpointSortHref(DEFAULT, 'commits')).toBe('/checkpoints?sort=commits')
    expect(checkpointSortHref(DEFAULT, 'workdir')).toBe('/checkpoints?sort=workdir')
    expect(checkpointSortHref({ ...DEFAULT, sort: 'workdir', order: 'asc' }, 'workdir')).toBe(
      '/checkpoints?sort=workdir&order=desc',
    )
    expect(checkpointSortHref(DEFAULT, 'exclusiveBytes')).toBe('/checkpoints?order=asc')
  })

  it('exports all that matches, in the same order', () => {
    expect(checkpointApiHref({ ...DEFAULT, state: 'live', cursor: 'c', home: 'x' }, 'x')).toBe(
      '/api/v1/homes/x/checkpoints?state=live&sort=exclusiveBytes&order=desc',
    )
  })
})
