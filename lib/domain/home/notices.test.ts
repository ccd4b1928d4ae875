import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../shared/result.ts'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { aCheckpoint, aFile, aSession, aSnapshot, NOW_MS } from '../../testing/factories.ts'
import type { CheckpointFacts } from '../checkpoints/checkpoint.ts'
import { listCheckpoints } from '../checkpoints/checkpoint-list.ts'
import { findAll } from '../findings/find-all.ts'
import { DEFAULT_DAYS, policyOfFinding } from '../plan/finding-policy.ts'
import { assessHome } from './assess-home.ts'
import { noticesOf } from './notices.ts'
import type { HomeSnapshot } from './snapshot.ts'

const assess = (parts: Partial<HomeSnapshot>) =>
  assessHome(aSnapshot(parts), NOW_MS, { lastHourMs: () => 0, messageBytes: () => 0 })

const saved = (...items: CheckpointFacts[]) =>
  ok({ items, temporaryPacks: { count: 0, bytes: 0, newestMs: null }, freshLocks: 0 })

const list = (parts: Partial<HomeSnapshot>) => {
  const query = { sort: 'bytes', order: 'asc', cursor: null, limit: null, state: null, layout: null } as const
  const git = {
    commitsOf: () => null,
    hazardOf: () => null,
    isMeasured: () => true,
    progress: { running: false, done: 0, total: 0 },
  }
  const listed = listCheckpoints(assess(parts), { ...query, q: null }, git)
  if (!listed.ok) throw new Error(listed.fault)
  return listed.value
}

describe('while config.yaml cannot be read', () => {
  const config = failed({ code: 'malformed-file', path: 'config.yaml', detail: 'no YAML' } as const)
  const old = {
    rows: ok([aSession({ id: 'old', startedMs: NOW_MS - 400 * DAY_MS })]),
    checkpoints: saved(aCheckpoint({ lastTouchedMs: NOW_MS - 400 * DAY_MS })),
  }

  it('nothing is assumed old or stale, and reading it restores the usual result', () => {
    const codesOf = (parts: Partial<HomeSnapshot>) => findAll(assess(parts), NOW_MS).map(({ code }) => code)
    expect(codesOf(old)).toEqual(expect.arrayContaining(['old-sessions', 'stale-checkpoints']))
    expect(codesOf({ ...old, config })).toEqual([])
    expect(list(old).items).toMatchObject([{ state: 'stale' }])
    expect(list({ ...old, config }).items).toMatchObject([{ state: 'live' }])
    expect(list({ ...old, config }).totals?.live.meaning).toContain('could not be read')
  })

  it('a finding that depends on its ages cannot be planned', () => {
    for (const code of ['old-sessions', 'stale-checkpoints'] as const) {
      expect(policyOfFinding(code, null, [])).toBeNull()
      expect(policyOfFinding(code, DEFAULT_DAYS, [])).not.toBeNull()
    }
    expect(policyOfFinding('orphan-checkpoints', null, [])).not.toBeNull()
  })
})

it('a checkpoint with a broken description reports that, not a missing drive', () => {
  const path = 'checkpoints/store/projects/0123456789abcdef.json'
  const fault = { code: 'malformed-file', path, detail: 'It is not valid JSON' } as const
  const broken = aCheckpoint({ layout: 'v2', workdir: null, workdirSeen: 'unproven', fault })
  expect(list({ checkpoints: saved(broken) }).items).toMatchObject([
    {
      state: 'unreachable',
      workdir: null,
      trouble: expect.stringContaining(`${path} cannot be understood. It is not valid JSON.`),
    },
  ])
  expect(list({ checkpoints: saved(aCheckpoint()) }).items).toMatchObject([{ trouble: null }])
})

describe('times in the future', () => {
  const futureNotices = (parts: Partial<HomeSnapshot>) =>
    noticesOf(aSnapshot(parts), NOW_MS).filter(({ code }) => code === 'future-times')
  const files = (modifiedMs: number) =>
    ok({ files: [aFile({ name: 'session_a.json', modifiedMs })], irregular: 0, countedAtMs: NOW_MS })

  it('are reported once, with count and kind', () => {
    const [notice, ...more] = futureNotices({
      rows: ok([
        aSession({ id: 'ahead', startedMs: NOW_MS + 2 * DAY_MS }),
        aSession({ id: 'ahead\n2', lastMessageMs: NOW_MS + 30 * HOUR_MS }),
        aSession({ id: 'now' }),
      ]),
      sessionFiles: files(NOW_MS + 900 * DAY_MS),
      checkpoints: saved(aCheckpoint({ lastTouchedMs: NOW_MS + 3 * DAY_MS })),
    })
    expect(more).toEqual([])
    expect(notice?.title).toBe('4 times lie in the future')
    expect(notice?.detail).toMatch(
      /^2 sessions \(one is ahead\), 1 session file \(session_a\.json\), 1 checkpoint \(0123456789abcdef\): /,
    )
  })

  it('are ignored while clocks differ only slightly', () => {
    expect(futureNotices({ sessionFiles: files(NOW_MS + 14 * HOUR_MS) })).toEqual([])
  })
})
