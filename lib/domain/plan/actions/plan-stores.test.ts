/** Checkpoints, routes, the database, and why a step may not run now. */
import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../shared/result.ts'
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts'
import { aCheckpoint, anOpenSession, aRoute, aSession, NOW_MS, noClaims } from '../../../testing/factories.ts'
import { factsOf } from '../../../testing/plan-facts-of.ts'
import type { RandomHome } from '../../../testing/torture/random-homes.ts'
import type { CheckpointFacts } from '../../checkpoints/checkpoint.ts'
import type { RouteEntry } from '../../gateway/gateway.ts'
import type { HomeSnapshot } from '../../home/snapshot.ts'
import { makePlan } from '../make-plan.ts'
import type { PlanFacts } from '../plan-facts.ts'
import type { Checkpoints, GatewayEntries, Policy } from '../policy.ts'

const facts = (home: Partial<RandomHome>): PlanFacts =>
  factsOf({ rows: [], files: [], parts: {}, cronFolders: [], withoutRow: 0, ...home })
const outcome = (known: PlanFacts, policy: Policy): string | undefined => {
  const [item] = makePlan(known, [policy]).items
  return item?.verdict === 'act' ? 'go' : item?.reason.code
}
const refusals = (known: PlanFacts, policy: Policy) =>
  makePlan(known, [policy]).refusals.map(({ step, code }) => `${step} ${code}`)
const stopped = { gatewayRunning: false, gatewayPid: null, servedBy: null, holders: [] }

describe('checkpoints', () => {
  const POLICY: Checkpoints = {
    action: 'checkpoints',
    ids: null,
    states: ['orphan', 'stale'],
    olderThanDays: 7,
    temporaryPacks: false,
  }
  const one = (checkpoint: Partial<CheckpointFacts>, parts: Partial<HomeSnapshot> = {}, freshLocks = 0) =>
    facts({
      parts: {
        liveness: stopped,
        checkpoints: ok({
          items: [aCheckpoint({ lastTouchedMs: NOW_MS - 30 * DAY_MS, ...checkpoint })],
          temporaryPacks: { count: 0, bytes: 0, newestMs: null },
          freshLocks,
        }),
        ...parts,
      },
    })

  it.each([
    ['an orphan', { workdirSeen: 'proven-gone' }, 'go'],
    ['a stale one', {}, 'go'],
    ['a stale project of the shared store', { layout: 'v2' }, 'go'],
    ['a legacy folder', { layout: 'legacy', id: 'legacy-20260601-101010', workdirSeen: 'unproven' }, 'go'],
    ['one whose drive may not be mounted', { workdirSeen: 'unproven' }, 'unreachable'],
    ['one of an unknown folder', { workdirSeen: 'unproven', workdir: null }, 'folder-unknown'],
    ['one used lately', { lastTouchedMs: NOW_MS - HOUR_MS }, 'checkpoint-live'],
    ['a young orphan', { workdirSeen: 'proven-gone', lastTouchedMs: NOW_MS - DAY_MS }, 'too-young'],
    ['an orphan of unknown age', { workdirSeen: 'proven-gone', lastTouchedMs: null }, 'age-unknown'],
  ] as const)('%s: %s', (_, checkpoint, expected) => {
    expect(outcome(one(checkpoint), POLICY)).toBe(expected)
  })

  it('are kept while Hermes’ retention cannot be read, except those of deleted folders', () => {
    const config = failed({ code: 'malformed-file', path: 'config.yaml', detail: 'no YAML' } as const)
    expect(outcome(one({}, { config }), POLICY)).toBe('retention-unknown')
    expect(outcome(one({ workdirSeen: 'proven-gone' }, { config }), POLICY)).toBe('go')
  })

  it('of a state the policy does not select are kept', () => {
    expect(outcome(one({}), { ...POLICY, states: ['orphan'] })).toBe('not-asked')
  })

  it.each([
    ['a gateway runs', { ...stopped, gatewayRunning: true }],
    ['it is unknown which processes run', { ...stopped, holders: null }],
    [
      'a process holds the database',
      {
        ...stopped,
        holders: [{ pid: 9, command: 'hermes', startedMs: null, deletedInode: false, self: false }],
      },
    ],
  ])('the shared store is skipped while %s, single repositories are not', (_, liveness) => {
    expect(outcome(one({ layout: 'v2' }, { liveness }), POLICY)).toBe('hermes-live')
    expect(outcome(one({ layout: 'v1' }, { liveness }), POLICY)).toBe('go')
  })

  it('fresh locks refuse the step and still list its items', () => {
    expect(refusals(one({}, {}, 1), POLICY)).toEqual(['0 fresh-locks'])
    expect(outcome(one({}, {}, 1), POLICY)).toBe('go')
  })

  it('of a repository that leads git out of the home are kept, and nothing else is refused', () => {
    const unsafe = (known: PlanFacts, path: string): PlanFacts => ({
      ...known,
      fingerprints: {
        ...known.fingerprints,
        gitHazard: (repository) => (repository.join('/') === path ? { kind: 'link', path } : null),
      },
    })
    const running = { liveness: { ...stopped, gatewayRunning: true } }
    const store = unsafe(one({ layout: 'v2' }, running), 'checkpoints/store')
    expect([outcome(store, POLICY), refusals(store, POLICY)]).toEqual(['git-unsafe', ['0 git-unsafe']])
    const single = unsafe(one({ layout: 'v1' }), 'checkpoints/store')
    expect([outcome(single, POLICY), refusals(single, POLICY)]).toEqual(['go', []])
    const repository = unsafe(one({ layout: 'v1', id: 'x' }), 'checkpoints/x')
    expect([outcome(repository, POLICY), refusals(repository, POLICY)]).toEqual([
      'git-unsafe',
      ['0 git-unsafe'],
    ])
    const other = { action: 'orphan-files', olderThanDays: 0 } as const
    expect(refusals(repository, other)).toEqual([])
  })

  it('half-written packs are removed, but not twice with the repository around them', () => {
    const packs = { ...POLICY, temporaryPacks: true }
    const keys = (known: PlanFacts) =>
      makePlan(known, [packs]).items.flatMap(({ key, verdict }) => (verdict === 'act' ? key : []))
    expect(keys(one({ id: '0000000000000010' }))).toEqual([
      'folder:checkpoints/0000000000000010',
      'file:checkpoints/store/objects/pack/tmp_pack_a',
    ])
    expect(keys(one({ lastTouchedMs: NOW_MS }))).toHaveLength(2)
  })
})

describe('routes', () => {
  const POLICY: GatewayEntries = {
    action: 'gateway-entries',
    states: ['expired', 'dangling'],
    olderThanDays: 3,
  }
  const one = (
    route: Partial<RouteEntry>,
    parts: Partial<HomeSnapshot> = {},
    rows = [aSession({ id: 'routed' })],
  ) =>
    facts({
      rows,
      parts: {
        routing: ok({ primary: 'table', entries: [aRoute({ updatedMs: NOW_MS - 9 * DAY_MS, ...route })] }),
        ...parts,
      },
    })

  it.each([
    ['an expired one', {}, 'go'],
    ['one to a session that is gone', { sessionId: 'gone' }, 'go'],
    ['one in use', { updatedMs: NOW_MS - HOUR_MS }, 'route-live'],
    ['a suspended one', { suspended: true }, 'suspended'],
    ['one with a turn', { turnActive: true }, 'turn-active'],
    ['an expired one of two days', { updatedMs: NOW_MS - 2 * DAY_MS }, 'too-young'],
    ['a dangling one without a date', { sessionId: 'gone', updatedMs: null }, 'age-unknown'],
  ])('%s: %s', (_, route, expected) => {
    expect(outcome(one(route), POLICY)).toBe(expected)
  })

  it('to a session in use are kept', () => {
    const claims = ok(noClaims({ openChats: new Set(['routed']) }))
    expect(outcome(one({}, { claims }, [anOpenSession({ id: 'routed' })]), POLICY)).toBe('open-chat')
  })

  it('are shown and refused while the gateway runs, may run, or one copy cannot be read', () => {
    const running = one({}, { liveness: { ...stopped, gatewayRunning: true } })
    expect(outcome(running, POLICY)).toBe('go')
    expect(refusals(running, POLICY)).toEqual(['0 gateway-running'])
    expect(refusals(one({}, { liveness: { ...stopped, gatewayRunning: null } }), POLICY)).toEqual([
      '0 gateway-unknown',
    ])
    const routing = ok({ primary: 'table', entries: [], mirrorFault: { code: 'db-missing' } } as const)
    expect(refusals(one({}, { routing }), POLICY)).toEqual(['0 mirror-unreadable'])
    expect(refusals(one({}), POLICY)).toEqual([])
  })
})

describe('the database', () => {
  const compaction = {
    gainBytes: 4_096,
    gainUpToBytes: null,
    searchGainBytes: null,
    needsBytes: 1,
    safeNow: false,
    refusals: [{ code: 'held', message: 'Held.' }],
  }
  it('is one item, listed with every reason not to compact it now', () => {
    const known = { ...facts({}), compaction }
    expect(makePlan(known, [{ action: 'compact-database' }])).toMatchObject({
      items: [{ verdict: 'act', bytes: 4_096, target: { kind: 'database', identity: '1:2' } }],
      refusals: [{ step: 0, code: 'held' }],
    })
    expect(
      outcome({ ...known, compaction: { ...compaction, gainBytes: 0 } }, { action: 'compact-database' }),
    ).toBe('nothing-to-gain')
  })

  it('includes what earlier steps free inside it', () => {
    const known = { ...facts({ rows: [aSession({ id: 'four' })] }), compaction }
    const prune: Policy = {
      action: 'prune-sessions',
      ids: null,
      sources: null,
      cronJobs: null,
      olderThanDays: 1,
      keepNewest: null,
      includeShelved: false,
      minBytes: null,
      minMessages: null,
    }
    const { items } = makePlan(known, [prune, { action: 'compact-database' }])
    expect(items.find(({ kind }) => kind === 'database')?.bytes).toBe(4_096 + 400)
  })
})

it('refusals to write rows apply only to the steps that write them', () => {
  const known = {
    ...facts({}),
    refusals: [
      { code: 'cjk-tokenizer', message: 'No.' },
      { code: 'read-only', message: 'No.' },
    ],
  }
  expect(refusals(known, { action: 'orphan-files', olderThanDays: 0 })).toEqual(['0 read-only'])
  expect(
    refusals(known, { action: 'close-leaked', ids: null, sources: null, cronJobs: null, olderThanDays: 0 }),
  ).toEqual(['0 cjk-tokenizer', '0 read-only'])
})
