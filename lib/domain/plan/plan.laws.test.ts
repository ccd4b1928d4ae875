/** Properties that must hold for every home and policy, checked on thousands of random homes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factsOf } from '../../testing/plan-facts-of.ts'
import { anyHome } from '../../testing/torture/random-homes.ts'
import { anyPolicy, anyTightening, tighten } from '../../testing/torture/random-policies.ts'
import { edgeBetween } from '../sessions/lineage.ts'
import type { Session } from '../sessions/session.ts'
import { digestTexts, makePlan, type PlanDraft } from './make-plan.ts'
import type { PlanFacts } from './plan-facts.ts'
import type { Policy, PruneSessions } from './policy.ts'

const RUNS = { numRuns: 1_000 }
const EVERYTHING: PruneSessions = {
  action: 'prune-sessions',
  ids: null,
  sources: null,
  cronJobs: null,
  olderThanDays: 0,
  keepNewest: null,
  includeShelved: true,
  minBytes: null,
  minMessages: null,
}
const anySteps = fc.array(anyPolicy, { minLength: 1, maxLength: 4 })

const digestOf = (plan: PlanDraft): string =>
  [...digestTexts({ homePath: '/h', steps: plan.steps, disposition: 'trash' }, plan.items)].join('')

/** Everything a plan would remove, file by file. */
function taken(plan: PlanDraft, facts: PlanFacts): string[] {
  return plan.items.flatMap(({ key, target }) => {
    if (target?.kind === 'session') return [key, ...target.files.map(({ path }) => `file:${path.join('/')}`)]
    if (target?.kind === 'folder' && target.path[0] === 'cron')
      return (facts.fingerprints.cronFolders() ?? [])
        .filter(({ jobId }) => jobId === target.path[2])
        .flatMap(({ outputs, temporary }) => [...outputs, ...temporary])
        .map(({ fingerprint }) => `file:${fingerprint.path.join('/')}`)
    if (target?.kind === 'folder') return [key, `file:${target.path.join('/')}/objects/pack/tmp_pack_b`]
    return target === null ? [] : [key]
  })
}

/** Reference implementation of conversations: joined wherever a compression made one row out of another. */
function conversations(sessions: readonly Session[]): Session[][] {
  let groups = sessions.map((session) => [session])
  const byId = new Map(sessions.map((session) => [session.id, session]))
  for (const child of sessions) {
    const parent = child.parentId === null ? undefined : byId.get(child.parentId)
    if (parent === undefined || parent === child || edgeBetween(child, parent) !== 'compression') continue
    const [one, other] = [child, parent].map((member) => groups.find((group) => group.includes(member)))
    if (one === undefined || other === undefined || one === other) continue
    groups = [...groups.filter((group) => group !== one && group !== other), [...one, ...other]]
  }
  return groups
}

const sessionsOf = ({ home }: PlanFacts): readonly Session[] => home.sessions ?? []
const idsGoing = (plan: PlanDraft): Set<string> =>
  new Set(
    plan.items.flatMap(({ target }) =>
      target?.kind === 'session' || target?.kind === 'leak' ? target.sessionId : [],
    ),
  )

describe('every plan', () => {
  it('kept and pruned sessions are all sessions, each once and with a reason', () => {
    fc.assert(
      fc.property(anyHome, fc.integer({ min: 0, max: 30 }), (home, olderThanDays) => {
        const facts = factsOf(home)
        const { items, totals } = makePlan(facts, [{ ...EVERYTHING, olderThanDays }])
        expect(items.map(({ key }) => key).sort()).toEqual(home.rows.map(({ id }) => `session:${id}`).sort())
        expect(totals.act.items + totals.keep.items).toBe(home.rows.length)
      }),
      RUNS,
    )
  })

  it('every item has a reason in words, ids are unique, and only items acted on have a target', () => {
    fc.assert(
      fc.property(anyHome, anySteps, (home, steps) => {
        const { items, totals } = makePlan(factsOf(home), steps)
        for (const { reason, verdict, target, label } of items) {
          expect(reason.message).toMatch(/\S/)
          expect(label).not.toBe('')
          expect(target === null).toBe(verdict === 'keep')
        }
        expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
        expect(new Set(items.map(({ key }) => key)).size).toBe(items.length)
        const sum = (of: 'items' | 'bytes') => totals.byReason.reduce((total, each) => total + each[of], 0)
        expect(sum('items')).toBe(items.length)
        expect(sum('bytes')).toBe(items.reduce((total, { bytes }) => total + bytes, 0))
      }),
      RUNS,
    )
  })

  it('a stricter policy removes nothing that a looser one keeps', () => {
    fc.assert(
      fc.property(anyHome, anyPolicy, anyTightening, (home, policy, how) => {
        const facts = factsOf(home)
        const loose = new Set(taken(makePlan(facts, [policy]), facts))
        const strict = taken(makePlan(facts, [tighten(policy, how)]), facts)
        expect(strict.filter((key) => !loose.has(key))).toEqual([])
      }),
      RUNS,
    )
  })

  it('the order of rows, files and folders does not matter', () => {
    fc.assert(
      fc.property(anyHome, anySteps, fc.infiniteStream(fc.nat()), (home, steps, dice) => {
        const shuffle = <T>(list: readonly T[]): T[] =>
          list
            .map((each) => [dice.next().value ?? 0, each] as const)
            .sort(([a], [b]) => a - b)
            .map(([, each]) => each)
        const plan = makePlan(factsOf(home), steps)
        const other = makePlan(factsOf(home, shuffle), steps)
        expect(digestOf(other)).toBe(digestOf(plan))
        expect(other.totals).toEqual(plan.totals)
      }),
      RUNS,
    )
  })

  it('no protected session, nor any part of its conversation, is ever in a plan', () => {
    fc.assert(
      fc.property(anyHome, anySteps, (home, steps) => {
        const facts = factsOf(home)
        const going = idsGoing(makePlan(facts, steps))
        for (const parts of conversations(sessionsOf(facts))) {
          if (parts.some(({ protections }) => protections.length > 0))
            expect(parts.filter(({ id }) => going.has(id))).toEqual([])
        }
      }),
      RUNS,
    )
  })

  it('a conversation is removed whole or not at all, and only with every part ended', () => {
    fc.assert(
      fc.property(anyHome, anyPolicy, (home, policy) => {
        fc.pre(policy.action === 'prune-sessions')
        const facts = factsOf(home)
        const plan = makePlan(facts, [policy])
        const going = idsGoing(plan)
        for (const parts of conversations(sessionsOf(facts))) {
          const left = parts.filter(({ id }) => !going.has(id))
          expect([0, parts.length]).toContain(left.length)
          if (left.length === 0) expect(parts.every(({ endedMs }) => endedMs !== null)).toBe(true)
          const together = new Set(
            plan.items
              .filter(({ key }) => parts.some(({ id }) => key === `session:${id}`))
              .map((item) => item.together),
          )
          if (left.length === 0) expect(together.size).toBe(1)
          if (left.length === 0 && parts.length > 1) expect([...together][0]).not.toBeNull()
        }
      }),
      RUNS,
    )
  })

  it('a subagent of a removed session is removed with it or listed with the reason it is kept', () => {
    fc.assert(
      fc.property(anyHome, anyPolicy, (home, policy) => {
        fc.pre(policy.action === 'prune-sessions')
        const facts = factsOf(home)
        const plan = makePlan(facts, [policy])
        const going = idsGoing(plan)
        const listed = new Set(plan.items.map(({ key }) => key))
        for (const session of sessionsOf(facts)) {
          const starters = [session.parentId, session.delegateFrom].filter(
            (id) => id !== null && going.has(id),
          )
          const parent = sessionsOf(facts).find(({ id }) => id === starters[0])
          if (parent === undefined || edgeBetween(session, parent) !== 'delegate') continue
          expect(listed).toContain(`session:${session.id}`)
        }
      }),
      RUNS,
    )
  })

  it('a pruned session includes all its files and no other session’s', () => {
    fc.assert(
      fc.property(anyHome, (home) => {
        const facts = factsOf(home)
        for (const { target } of makePlan(facts, [EVERYTHING]).items) {
          if (target?.kind !== 'session') continue
          const own = facts.home.files?.filter(({ owner }) => owner === target.sessionId) ?? []
          expect(target.files.map(({ path }) => path[1]).sort()).toEqual(own.map(({ name }) => name).sort())
        }
      }),
      RUNS,
    )
  })

  it('no two items remove the same file', () => {
    fc.assert(
      fc.property(anyHome, anySteps, (home, steps) => {
        const facts = factsOf(home)
        const files = taken(makePlan(facts, steps), facts)
        expect(files.length).toBe(new Set(files).size)
      }),
      RUNS,
    )
  })

  it('a delegate of a protected conversation is kept, however old', () => {
    fc.assert(
      fc.property(anyHome, (home) => {
        const facts = factsOf(home)
        const going = idsGoing(makePlan(facts, [EVERYTHING]))
        const byId = new Map(sessionsOf(facts).map((session) => [session.id, session]))
        for (const session of sessionsOf(facts)) {
          const parent = session.parentId === null ? undefined : byId.get(session.parentId)
          if (parent === undefined || parent.protections.length === 0) continue
          if (edgeBetween(session, parent) === 'delegate' && parent.id !== session.id)
            expect(going.has(session.id)).toBe(false)
        }
      }),
      RUNS,
    )
  })
})

it('an empty policy acts on nothing', () => {
  const nothing: Policy[][] = [
    [],
    [{ ...EVERYTHING, ids: [] }],
    [{ ...EVERYTHING, sources: [], cronJobs: [] }],
    [{ action: 'prune-files', sources: null, cronJobs: null, olderThanDays: 0, kinds: [], minBytes: null }],
    [{ action: 'close-leaked', ids: [], sources: null, cronJobs: null, olderThanDays: 0 }],
    [{ action: 'checkpoints', ids: null, states: [], olderThanDays: 0, temporaryPacks: false }],
    [{ action: 'gateway-entries', states: [], olderThanDays: 0 }],
    [{ action: 'cron-output', cronJobs: [], keepNewest: 0, olderThanDays: 0, deadJobs: true }],
  ]
  fc.assert(
    fc.property(anyHome, fc.constantFrom(...nothing), (home, steps) => {
      expect(makePlan(factsOf(home), steps).totals.act).toEqual({
        items: 0,
        bytes: 0,
        apparentBytes: 0,
        rowBytes: 0,
      })
    }),
    RUNS,
  )
})
