/** Files of sessions, orphan files, and outputs of cron jobs. */
import { describe, expect, it } from 'vitest'
import { ok } from '../../../shared/result.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/time.ts'
import {
  aFile,
  anOpenSession,
  aSession,
  NOW_MS,
  noClaims,
  someCapabilities,
} from '../../../testing/factories.ts'
import { factsOf } from '../../../testing/plan-facts-of.ts'
import { type RandomHome, seen } from '../../../testing/torture/random-homes.ts'
import type { HomeSnapshot } from '../../home/snapshot.ts'
import { parseSessionFileName } from '../../storage/parse-session-file.ts'
import type { ItemDraft } from '../item-draft.ts'
import type { PlanFacts } from '../plan-facts.ts'
import type { CronOutput, PruneFiles } from '../policy.ts'
import { planCronOutput } from './plan-cron-output.ts'
import { planOrphanFiles } from './plan-orphan-files.ts'
import { planPruneFiles } from './plan-prune-files.ts'

const facts = (home: Partial<RandomHome>): PlanFacts =>
  factsOf({ rows: [], files: [], parts: {}, cronFolders: [], withoutRow: 0, ...home })
const file = (name: string, ageMs = 30 * DAY_MS) =>
  aFile({ name, ...parseSessionFileName(name), modifiedMs: NOW_MS - ageMs })
const outcomes = (drafts: readonly ItemDraft[]): Record<string, string> =>
  Object.fromEntries(
    drafts.map(({ label, verdict, reason }) => [
      label,
      verdict === 'act' ? `go: ${reason.code}` : reason.code,
    ]),
  )
const schema = (schemaVersion: number): Partial<HomeSnapshot> => ({
  database: ok({
    capabilities: someCapabilities({ schemaVersion }),
    databaseBytes: 1,
    walBytes: 0,
    identity: '1:2',
  }),
})
const DUMP = 'request_dump_s_20260101_000000_000000.json'

describe('files of sessions', () => {
  const POLICY: PruneFiles = {
    action: 'prune-files',
    sources: null,
    cronJobs: null,
    olderThanDays: 7,
    kinds: ['transcript', 'request-dump'],
    minBytes: null,
  }
  const session = aSession({ id: 's', messages: 5 })
  const plan = (home: Partial<RandomHome>, policy: Partial<PruneFiles> = {}) =>
    outcomes(planPruneFiles(facts({ rows: [session], ...home }), { ...POLICY, ...policy }))

  it.each([
    ['an old transcript', 'session_s.json', 30 * DAY_MS, 'go: old-transcript'],
    ['an old dump', DUMP, 30 * DAY_MS, 'go: old-request-dump'],
    ['a young one', 'session_s.json', 6 * DAY_MS, 'too-young'],
    ['one just written', 'session_s.json', MINUTE_MS, 'being-written'],
  ])('%s', (_, name, ageMs, outcome) => {
    expect(plan({ files: [file(name, ageMs)] })).toEqual({ [name]: outcome })
  })

  it('only transcripts and dumps of sessions are candidates', () => {
    const files = ['sessions.json', 'notes.txt', '.sessions_a.tmp', 'session_gone.json'].map((name) =>
      file(name),
    )
    expect(plan({ files })).toEqual({})
    expect(plan({ files: [file(DUMP), file('session_s.json')] }, { kinds: ['request-dump'] })).toEqual({
      [DUMP]: 'go: old-request-dump',
    })
  })

  it('files of live and protected sessions are kept, those of leaked ones may be removed', () => {
    const live = anOpenSession({ id: 's', lastMessageMs: NOW_MS - HOUR_MS })
    expect(plan({ rows: [live], files: [file('session_s.json')] })).toEqual({
      'session_s.json': 'open-recent',
    })
    expect(plan({ rows: [{ ...session, pinned: true }], files: [file('session_s.json')] })).toEqual({
      'session_s.json': 'pinned',
    })
    const leaked = anOpenSession({ id: 's', startedMs: NOW_MS - 40 * DAY_MS })
    expect(plan({ rows: [leaked], files: [file('session_s.json')] })).toEqual({
      'session_s.json': 'go: old-transcript',
    })
  })

  const BEFORE_MAY = NOW_MS - Date.UTC(2026, 3, 1)
  it.each([
    ['with nothing but rows, in an old home', 6, 30 * DAY_MS, 0, 'go: old-transcript'],
    ['with messages that the rows lack, in an old home', 6, 30 * DAY_MS, 1, 'holds-more'],
    ['that was not compared, in an old home', 6, 30 * DAY_MS, null, 'not-compared'],
    ['with nothing but rows, in an upgraded home', 26, 30 * DAY_MS, 0, 'go: old-transcript'],
    ['with messages that the rows lack', 26, 30 * DAY_MS, 1, 'diverted'],
    ['that was not compared', 26, 30 * DAY_MS, null, 'diverted'],
    ['from before the change, with messages that the rows lack', 26, BEFORE_MAY, 1, 'holds-more'],
  ])('a .jsonl %s', (_, schemaVersion, ageMs, withoutRow, outcome) => {
    const home = { files: [file('s.jsonl', ageMs)], parts: schema(schemaVersion), withoutRow }
    expect(plan(home)).toEqual({ 's.jsonl': outcome })
  })

  it('everything is kept while rows are unknown', () => {
    const known = facts({ files: [file('session_s.json')] })
    const home = {
      ...known.home,
      sessions: null,
      files: known.home.files?.map((each) => ({ ...each, owner: undefined })) ?? null,
    }
    expect(outcomes(planPruneFiles({ ...known, home }, POLICY))).toEqual({
      'session_s.json': 'owner-unknown',
    })
  })
})

describe('orphan files', () => {
  const plan = (home: Partial<RandomHome>, olderThanDays = 0) =>
    outcomes(planOrphanFiles(facts(home), { action: 'orphan-files', olderThanDays }))

  it.each([
    ['a transcript', 'session_gone.json', HOUR_MS, 'go: no-session'],
    ['a dump', 'request_dump_gone_20260101_000000_000000.json', HOUR_MS, 'go: no-session'],
    ['one whose row may not be committed yet', 'session_gone.json', MINUTE_MS, 'being-written'],
    ['a temporary file', '.sessions_a.tmp', 2 * HOUR_MS, 'go: left-over'],
    ['a temporary file of this hour', '.sessions_a.tmp', MINUTE_MS, 'being-written'],
  ])('%s', (_, name, ageMs, outcome) => {
    expect(plan({ files: [file(name, ageMs)], parts: schema(26) })).toEqual({ [name]: outcome })
  })

  it.each([
    ['with messages', 1, 'diverted'],
    ['that was not read', null, 'diverted'],
    ['without a message', 0, 'go: no-session'],
  ])('an emergency copy %s', (_, withoutRow, outcome) => {
    expect(plan({ files: [file('gone.jsonl', HOUR_MS)], parts: schema(26), withoutRow })).toEqual({
      'gone.jsonl': outcome,
    })
  })

  it('one younger than the policy’s age is kept', () => {
    expect(plan({ files: [file('session_gone.json', DAY_MS)] }, 2)).toEqual({
      'session_gone.json': 'too-young',
    })
  })

  it('a file named by a route or a running job is kept', () => {
    const claims = ok(noClaims({ routes: new Map([['gone', 'key']]), runningCronJobs: new Set(['j']) }))
    const files = [file('session_gone.json'), file('session_cron_j_20260101_000000.json')]
    expect(plan({ files, parts: { claims } })).toEqual({
      'session_gone.json': 'claimed-id',
      'session_cron_j_20260101_000000.json': 'job-running',
    })
    const unknown = { claims: { ok: false, fault: { code: 'db-locked', waitedMs: 1 } } } as const
    expect(plan({ files, parts: unknown })).toEqual({
      'session_gone.json': 'owner-unknown',
      'session_cron_j_20260101_000000.json': 'owner-unknown',
    })
  })
})

describe('outputs of cron jobs', () => {
  const POLICY: CronOutput = {
    action: 'cron-output',
    cronJobs: null,
    keepNewest: 1,
    olderThanDays: 0,
    deadJobs: true,
  }
  const output = (jobId: string, name: string, ageMs: number) =>
    seen(['cron', 'output', jobId, name], NOW_MS - ageMs)
  const folder = (jobId: string, others = 0, ageMs = DAY_MS) => ({
    jobId,
    outputs: [output(jobId, 'new.md', ageMs), output(jobId, 'old.md', ageMs + DAY_MS)],
    temporary: [],
    others,
  })
  const job = {
    id: 'j1',
    name: 'j1',
    schedule: null,
    enabled: true,
    lastRunMs: null,
    nextRunMs: null,
    lastStatus: null,
    trouble: null,
  }
  const plan = (home: Partial<RandomHome>, policy: Partial<CronOutput> = {}) =>
    outcomes(planCronOutput(facts(home), { ...POLICY, ...policy }))

  it('beyond the newest of an existing job are removed', () => {
    expect(plan({ cronFolders: [folder('j1')], parts: { jobs: ok([job]) } })).toEqual({
      'j1/new.md': 'among-newest',
      'j1/old.md': 'go: beyond-newest',
    })
  })

  it('the folder of a deleted job is removed whole', () => {
    expect(plan({ cronFolders: [folder('dead')] })).toEqual({ 'cron/output/dead': 'go: dead-job' })
  })

  it.each([
    ['the policy excludes deleted jobs', {}, { deadJobs: false }],
    ['it has other contents', { cronFolders: [folder('dead', 1)] }, {}],
    ['the job runs', { parts: { claims: ok(noClaims({ runningCronJobs: new Set(['dead']) })) } }, {}],
    ['jobs.json cannot be read', { parts: { jobs: { ok: false, fault: { code: 'db-missing' } } } }, {}],
  ] as const)('file by file where %s', (_, home, policy) => {
    expect(plan({ cronFolders: [folder('dead')], ...home }, policy)).toEqual({
      'dead/new.md': 'among-newest',
      'dead/old.md': 'go: beyond-newest',
    })
  })

  it('a folder of a deleted job with young outputs is assessed file by file', () => {
    expect(plan({ cronFolders: [folder('dead')] }, { olderThanDays: 2 })).toEqual({
      'dead/new.md': 'among-newest',
      'dead/old.md': 'go: beyond-newest',
    })
  })
})
