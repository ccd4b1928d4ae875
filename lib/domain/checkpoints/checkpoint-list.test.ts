import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../shared/result.ts'
import { DAY_MS } from '../../shared/time.ts'
import { aCheckpoint, aSnapshot, NOW_MS } from '../../testing/factories.ts'
import { assessHome } from '../home/assess-home.ts'
import type { CheckpointFacts } from './checkpoint.ts'
import { type CheckpointQuery, listCheckpoints } from './checkpoint-list.ts'
import type { GitHazard } from './git-hazard.ts'

const ALL: CheckpointQuery = {
  sort: 'exclusiveBytes',
  order: 'desc',
  cursor: null,
  limit: null,
  state: null,
  layout: null,
  q: null,
}
const id = (n: number) => String(n).padStart(16, '0')
const ITEMS: readonly CheckpointFacts[] = [
  aCheckpoint({
    id: id(1),
    workdir: '/code/Atlas',
    workdirSeen: 'proven-gone',
    bytes: 50,
    exclusiveBytes: 50,
  }),
  aCheckpoint({
    id: id(2),
    workdir: '/mnt/drive',
    workdirSeen: 'unproven',
    lastTouchedMs: NOW_MS - 400 * DAY_MS,
  }),
  aCheckpoint({
    id: id(3),
    layout: 'v2',
    lastTouchedMs: NOW_MS - 60 * DAY_MS,
    bytes: 30,
    exclusiveBytes: 20,
  }),
  aCheckpoint({ id: id(4), layout: 'v2', bytes: null, exclusiveBytes: null, commits: null }),
  aCheckpoint({ id: id(1), layout: 'v2', bytes: 9, exclusiveBytes: 9, commits: null }),
  aCheckpoint({ id: 'legacy-1', layout: 'legacy', workdir: null, workdirSeen: 'unproven', commits: null }),
]
const PACKS = { count: 2, bytes: 70, newestMs: NOW_MS }

function list(query: Partial<CheckpointQuery> = {}, items = ITEMS, hazard: GitHazard | null = null) {
  const checkpoints = ok({ items, temporaryPacks: PACKS, freshLocks: 1 })
  const home = assessHome(aSnapshot({ checkpoints }), NOW_MS, { lastHourMs: () => 0, messageBytes: () => 0 })
  const git = {
    commitsOf: () => 7,
    hazardOf: () => hazard,
    isMeasured: ({ layout }: { layout: string }) => layout !== 'v2',
    progress: { running: true, done: 1, total: 5 },
  }
  const answer = listCheckpoints(home, { ...ALL, ...query }, git)
  if (!answer.ok) throw new Error(answer.fault)
  return answer.value
}

describe('the list', () => {
  it('has all three layouts, and totals by state over all of them', () => {
    const answer = list({ state: 'orphan' })
    expect(answer).toMatchObject({
      layout: 'v2',
      matched: 1,
      layouts: { v1: 2, v2: 3, legacy: 1 },
      totals: {
        orphan: { count: 1, bytes: 50, exclusiveBytes: 50, unmeasured: 0 },
        stale: { count: 1, bytes: 30, exclusiveBytes: 20 },
        live: { count: 3, unmeasured: 1 },
        unreachable: { count: 1 },
      },
      temporaryPacks: { count: 2, bytes: 70 },
      freshLocks: 1,
      measuring: { running: true, done: 1, total: 5 },
    })
    const counted = Object.values(answer.totals ?? {}).reduce((sum, { count }) => sum + count, 0)
    expect(counted).toBe(ITEMS.length)
  })

  it('a folder on a drive that may be unmounted is unreachable at any age', () => {
    expect(list({ q: '/mnt' }).items).toMatchObject([{ state: 'unreachable' }])
    expect(list({ state: 'orphan' }).items?.map(({ workdir }) => workdir)).toEqual(['/code/Atlas'])
  })

  it('search finds a legacy folder by the repositories in it', () => {
    const largest = [{ id: id(9), workdir: '/code/Old Shop', bytes: 5, lastTouchedMs: NOW_MS }]
    const legacy = aCheckpoint({
      id: 'legacy-2',
      layout: 'legacy',
      workdir: null,
      inside: { count: 3, largest },
    })
    const { items } = list({ q: 'old shop' }, [...ITEMS, legacy])
    expect(items).toMatchObject([
      { id: 'legacy-2', inside: { count: 3, largest: [{ workdir: '/code/Old Shop', bytes: 5 }] } },
    ])
    expect(list({ layout: 'v1', q: 'atlas' }).items).toMatchObject([{ inside: null }])
  })

  it('takes commits from git if the scan has none', () => {
    expect(list({ layout: 'v2', q: id(4) }).items).toMatchObject([
      { commits: 7, bytes: null, measured: false },
    ])
    expect(list({ layout: 'v1', q: 'atlas' }).items).toMatchObject([{ commits: 3, measured: true }])
  })

  it.each([1, 2, 4])('pages of %i cover the whole list, and equal ids of two layouts stay apart', (limit) => {
    const seen: string[] = []
    for (let cursor: string | null = null; ; ) {
      const page = list({ limit, cursor })
      seen.push(...(page.items ?? []).map((item) => `${item.layout}/${item.id}`))
      cursor = page.nextCursor
      if (cursor === null) break
    }
    expect(new Set(seen).size).toBe(ITEMS.length)
    expect(seen).toEqual(list().items?.map((item) => `${item.layout}/${item.id}`))
  })

  it('names the layout Hermes writes now', () => {
    expect(list({}, []).layout).toBeNull()
    expect(list({}, ITEMS.slice(0, 2)).layout).toBe('v1')
    expect(list({}, ITEMS.slice(5)).layout).toBe('v2')
  })

  it('says why git is not run on a repository', () => {
    const hazard = { kind: 'pointer', path: 'checkpoints/x/commondir' } as const
    expect(list({}, ITEMS.slice(0, 1), hazard).items?.map(({ gitHazard }) => gitHazard)).toEqual([
      'checkpoints/x/commondir points git to another repository. Hermes never writes it. Copy what it points to into the home, then remove it.',
    ])
    expect(list({}, ITEMS.slice(0, 1)).items).toMatchObject([{ gitHazard: null }])
  })

  it('is unknown, not empty, if the folder is a link', () => {
    const checkpoints = failed({ code: 'folder-symlink', path: 'checkpoints' } as const)
    const home = assessHome(aSnapshot({ checkpoints }), NOW_MS, {
      lastHourMs: () => 0,
      messageBytes: () => 0,
    })
    const git = {
      commitsOf: () => null,
      hazardOf: () => null,
      isMeasured: () => true,
      progress: { running: false, done: 0, total: 0 },
    }
    const answer = listCheckpoints(home, ALL, git)
    expect(answer).toMatchObject({ ok: true, value: { items: null, totals: null, freshLocks: null } })
  })
})
