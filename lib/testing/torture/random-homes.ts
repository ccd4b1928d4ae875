/** Random homes for property tests: lineages, delegates, cycles, claims, files, routes, checkpoints, cron outputs. */
import fc from 'fast-check'
import type { HomeSnapshot } from '../../domain/home/snapshot.ts'
import type { CronFolder, FileSeen } from '../../domain/plan/plan-facts.ts'
import type { InnerPath } from '../../domain/plan/target.ts'
import type { SessionClaims, SessionRow } from '../../domain/sessions/session.ts'
import { parseSessionFileName } from '../../domain/storage/parse-session-file.ts'
import type { SessionFile } from '../../domain/storage/session-file.ts'
import { failed, ok } from '../../shared/result.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { aCheckpoint, aFile, aRoute, aSession, NOW_MS, noClaims, someCapabilities } from '../factories.ts'

const CRON = ['cron_j1_20260101_000000', 'cron_j1_20260102_000000', 'cron_j2_20260101_000000']
export const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', ...CRON, '../x', 'session_a']
const JOBS = ['j1', 'j2', 'j3']

const ageMs = fc.oneof(
  fc.integer({ min: 0, max: 30 }).map((minutes) => minutes * MINUTE_MS),
  fc.integer({ min: 0, max: 60 }).map((hours) => hours * HOUR_MS),
  fc.integer({ min: 1, max: 40 }).map((days) => days * DAY_MS),
  fc.integer({ min: 8, max: 40 }).map((days) => days * DAY_MS),
)
const pastMs = ageMs.map((age) => NOW_MS - age)
const rarely = fc.integer({ min: 0, max: 29 }).map((side) => side === 0)

const anyRow = (id: string): fc.Arbitrary<SessionRow> =>
  fc
    .record({
      source: CRON.includes(id)
        ? fc.constant('cron')
        : fc.constantFrom('cli', 'telegram', 'subagent', 'tui', 'x'),
      title: fc.constantFrom(null, 'A title', ''),
      parentId: fc.option(fc.constantFrom(...IDS, 'nobody'), { freq: 2 }),
      delegateFrom: fc.constantFrom(null, null, null, null, null, null, null, null, 'a', '__orphaned__'),
      branchedFrom: fc.constantFrom(null, null, null, null, null, null, null, null, 'a'),
      startedMs: pastMs,
      endedMs: fc.option(pastMs, { freq: 8 }),
      endReason: fc.constantFrom(
        'compression',
        'compression',
        'compression',
        'cli_close',
        'agent_close',
        'idle',
        'cron_complete',
        'unheard-of',
        null,
      ),
      lastMessageMs: fc.option(pastMs),
      heartbeatMs: fc.constant(null),
      messages: fc.integer({ min: 0, max: 9 }),
      pinned: rarely,
      archived: rarely,
      handoffPending: rarely,
    })
    .map((row) => aSession({ id, ...row, endReason: row.endedMs === null ? null : row.endReason }))

const wildRows = fc
  .uniqueArray(fc.constantFrom(...IDS), { minLength: 3, maxLength: IDS.length })
  .chain((ids) => fc.tuple(...ids.map(anyRow)))

/** Chance rarely makes a chain, so rows follow from earlier ones, ended and old. */
const relatedRows = fc
  .tuple(wildRows, fc.array(fc.constantFrom('alone', 'part', 'part', 'delegate'), { minLength: IDS.length }))
  .map(([rows, links]) => {
    const related: SessionRow[] = []
    for (const [at, row] of rows.entries()) {
      const before = related.at(-1)
      const link = before === undefined ? 'alone' : links[at]
      const old = {
        ...row,
        parentId: link === 'alone' ? null : (before?.id ?? null),
        delegateFrom: link === 'delegate' ? (before?.id ?? null) : null,
        branchedFrom: null,
        endedMs: row.endedMs === null ? null : NOW_MS - 20 * DAY_MS,
        endReason: row.endedMs === null ? null : links[at + 1] === 'part' ? 'compression' : 'cli_close',
        startedMs: NOW_MS - 21 * DAY_MS,
        lastMessageMs: row.lastMessageMs === null ? null : NOW_MS - 20 * DAY_MS,
        source: link === 'part' && row.source === 'subagent' ? 'cli' : row.source,
      }
      related.push(old)
    }
    return related
  })

const anyRows = fc.oneof(wildRows, relatedRows)

const someIds = fc.subarray(IDS, { maxLength: 2 })
const anyClaims: fc.Arbitrary<SessionClaims> = fc
  .record({
    routed: someIds,
    leased: someIds,
    locked: someIds,
    open: someIds,
    delegating: someIds,
    alive: rarely,
  })
  .map(({ routed, leased, locked, open, delegating, alive }) =>
    noClaims({
      routes: new Map(routed.map((id) => [id, `agent:main:telegram:dm:${id}`])),
      turnLeases: new Map(leased.map((id) => [id, NOW_MS + HOUR_MS])),
      compressionLocks: new Map(locked.map((id) => [id, NOW_MS + HOUR_MS])),
      openChats: new Set(open),
      liveBackends: new Set(alive ? ['backend'] : []),
      pendingDelegations: new Set(delegating),
    }),
  )
/** In most homes few sessions are claimed; in some it is unknown. */
const anyClaimsPart = fc.oneof(
  { weight: 4, arbitrary: fc.constant(ok(noClaims())) },
  { weight: 4, arbitrary: anyClaims.map((claims) => ok(claims)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...JOBS).map((job) => ok(noClaims({ runningCronJobs: new Set([job]) }))),
  },
  { weight: 1, arbitrary: fc.constant(failed({ code: 'db-locked', waitedMs: 1 } as const)) },
)

const FILE_NAMES = IDS.filter((id) => !id.includes('/')).flatMap((id) => [
  `session_${id}.json`,
  `${id}.jsonl`,
  `request_dump_${id}_20260101_000000_000000.json`,
])
const anyFile = (name: string): fc.Arbitrary<SessionFile> =>
  fc.record({ modifiedMs: pastMs, bytes: fc.integer({ min: 0, max: 3 }) }).map(({ modifiedMs, bytes }) =>
    aFile({
      name,
      ...parseSessionFileName(name),
      modifiedMs,
      bytes: bytes * 4_096,
      apparentBytes: bytes * 4_000,
    }),
  )
const anyFiles = fc
  .uniqueArray(
    fc.constantFrom(
      ...FILE_NAMES,
      'session_gone.json',
      'gone.jsonl',
      '.sessions_a.tmp',
      'notes.txt',
      'sessions.json',
    ),
  )
  .chain((names) => fc.tuple(...names.map(anyFile)))

const anyRoutes = fc
  .uniqueArray(fc.constantFrom(...IDS, 'gone'))
  .chain((ids) =>
    fc.tuple(
      ...ids.map((sessionId) =>
        fc
          .record({ updatedMs: fc.option(pastMs), suspended: rarely, turnActive: rarely })
          .map((entry) => aRoute({ key: `agent:main:telegram:dm:${sessionId}`, sessionId, ...entry })),
      ),
    ),
  )

const anyCheckpoints = fc.uniqueArray(fc.integer({ min: 0, max: 9 })).chain((numbers) =>
  fc.tuple(
    ...numbers.map((number) =>
      fc
        .record({
          layout: fc.constantFrom('v1', 'v2', 'legacy'),
          workdirSeen: fc.constantFrom('present', 'proven-gone', 'unproven'),
          lastTouchedMs: fc.option(pastMs, { freq: 8 }),
        })
        .map((facts) => aCheckpoint({ ...facts, id: `00000000000000${number}0` })),
    ),
  ),
)

export const seen = (path: InnerPath, modifiedMs: number, bytes = 4_096): FileSeen => ({
  fingerprint: { path, dev: '1', ino: path.join('/'), size: bytes, mtimeNs: String(modifiedMs * 1e6), bytes },
  modifiedMs,
})

const anyCronFolders: fc.Arbitrary<CronFolder[]> = fc.subarray(JOBS).chain((jobs) =>
  fc.tuple(
    ...jobs.map((jobId) =>
      fc
        .record({
          ages: fc.array(ageMs, { maxLength: 4 }),
          left: fc.array(ageMs, { maxLength: 1 }),
          others: fc.constantFrom(0, 0, 0, 1),
        })
        .map(({ ages, left, others }) => ({
          jobId,
          outputs: ages.map((age, at) => seen(['cron', 'output', jobId, `${at}.md`], NOW_MS - age)),
          temporary: left.map((age, at) =>
            seen(['cron', 'output', jobId, `.output_${at}.tmp`], NOW_MS - age),
          ),
          others,
        })),
    ),
  ),
)

const anyLiveness: fc.Arbitrary<HomeSnapshot['liveness']> = fc
  .record({
    gatewayRunning: fc.constantFrom(false, false, true, null),
    holders: fc.option(
      fc.array(
        fc.record({
          pid: fc.constantFrom(11, 12),
          command: fc.constantFrom('hermes', 'hermes gateway run'),
          startedMs: fc.option(pastMs),
          deletedInode: fc.constant(false),
          self: rarely,
        }),
        { maxLength: 2 },
      ),
      { freq: 6 },
    ),
  })
  .map((parts) => ({ ...parts, gatewayPid: null, servedBy: null }))

export type RandomHome = {
  readonly rows: readonly SessionRow[]
  readonly files: readonly SessionFile[]
  readonly parts: Partial<HomeSnapshot>
  readonly cronFolders: readonly CronFolder[]
  /** Of every `.jsonl`. */
  readonly withoutRow: number | null
}

export const anyHome: fc.Arbitrary<RandomHome> = fc
  .record({
    rows: anyRows,
    files: anyFiles,
    claims: anyClaimsPart,
    routes: anyRoutes,
    checkpoints: anyCheckpoints,
    cronFolders: anyCronFolders,
    liveness: anyLiveness,
    schemaVersion: fc.constantFrom(6, 11, 26),
    withoutRow: fc.constantFrom(0, 5, null),
    jobs: fc.subarray(JOBS),
  })
  .map(
    ({
      rows,
      files,
      claims,
      routes,
      checkpoints,
      cronFolders,
      liveness,
      schemaVersion,
      withoutRow,
      jobs,
    }) => ({
      rows,
      files,
      cronFolders,
      withoutRow,
      parts: {
        claims,
        liveness,
        routing: ok({ primary: 'table', entries: routes }),
        jobs: ok(
          jobs.map((id) => ({
            id,
            name: id,
            schedule: null,
            enabled: true,
            lastRunMs: null,
            nextRunMs: null,
            lastStatus: null,
            trouble: null,
          })),
        ),
        database: ok({
          capabilities: someCapabilities({ schemaVersion, freePages: 3 }),
          databaseBytes: 4_096_000,
          walBytes: 0,
          identity: '1:2',
        }),
        checkpoints: ok({
          items: checkpoints,
          temporaryPacks: { count: 0, bytes: 0, newestMs: null },
          freshLocks: 0,
        }),
      } satisfies Partial<HomeSnapshot>,
    }),
  )
