/**
 * Creates a Hermes home of any era: a real state.db with that era's tables, triggers and full-text layout,
 * session files, routes, cron, and checkpoints made by git. For tests, the demo and the benchmark. The same
 * spec gives the same home.
 */
import { mkdirSync, readdirSync, realpathSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { removeAbsentWorkdirs } from './home/checkpoint-workdir.ts'
import { writeV1Checkpoints } from './home/checkpoints-v1.ts'
import { writeV2Checkpoints } from './home/checkpoints-v2.ts'
import { addSearch, createDatabase, pretendCjkTokenizer } from './home/create-database.ts'
import { writeCron } from './home/cron-files.ts'
import { noiseBytes } from './home/noise.ts'
import { writeRoutes } from './home/routes.ts'
import { isFrom } from './home/schema-columns.ts'
import { writeSessionFiles } from './home/session-files.ts'
import type { ExtraSpec, HomeSpec, MadeHome } from './home/spec.ts'
import { writeClaims } from './home/write-claims.ts'
import { deleteSessionRows, writeSessions } from './home/write-sessions.ts'

export type { Era, HomeSpec, MadeHome, SessionSpec } from './home/spec.ts'

export function makeHome(spec: HomeSpec): MadeHome {
  refuseImpossible(spec)
  mkdirSync(spec.path, { recursive: true, mode: 0o700 })
  // Hermes stores resolved paths, and a temporary folder may be a link.
  const path = realpathSync(spec.path)
  if (readdirSync(path).length > 0) throw new Error(`${path} is not empty`)
  const sessionsPath = join(path, 'sessions')
  mkdirSync(sessionsPath)
  writeDatabase(join(path, 'state.db'), sessionsPath, spec)
  writeSessionFiles(sessionsPath, spec.files ?? [])
  writeCron(path, spec.jobs === undefined ? [] : spec.jobs, spec.cronOutputs ?? [], spec.nowMs)
  const checkpointIds = writeCheckpoints(path, spec)
  writeExtras(path, [
    { path: 'config.yaml', text: spec.configYaml ?? DEFAULT_CONFIG },
    ...(spec.extras ?? []),
  ])
  return {
    path,
    projectsPath: `${path}-projects`,
    databasePath: join(path, 'state.db'),
    sessionsPath,
    checkpointIds,
  }
}

const DEFAULT_CONFIG = 'model:\n  default: anthropic/claude-sonnet-4.5\n'

function refuseImpossible({ era, cjk, upgradedFrom, checkpoints }: HomeSpec): void {
  if (cjk && era !== 'aug') throw new Error('the CJK index is made for aug only')
  if (upgradedFrom && era !== 'aug') throw new Error('only aug is made as an upgrade')
  if (!isFrom(era, 'jul') && checkpoints?.some(({ layout }) => layout !== 'v1'))
    throw new Error(`${era} knows v1 checkpoints only`)
}

function writeDatabase(path: string, sessionsPath: string, spec: HomeSpec): void {
  const db = createDatabase(path, spec)
  try {
    writeSessions(db, [...(spec.pruned ?? []), ...(spec.sessions ?? [])], spec.nowMs)
    addSearch(db, spec)
    deleteSessionRows(db, spec.pruned ?? [])
    writeRoutes(db, sessionsPath, spec.routes ?? [], spec)
    writeClaims(db, spec.claims ?? {}, spec.nowMs)
    // An upgraded store lets August's update trigger write into March's index, which makes it inconsistent.
    if (spec.upgradedFrom) db.exec('UPDATE messages SET content = content WHERE tool_calls IS NOT NULL')
    if (spec.cjk) pretendCjkTokenizer(db)
  } finally {
    db.close()
  }
}

function writeCheckpoints(path: string, spec: HomeSpec): Map<string, string> {
  const specs = spec.checkpoints ?? []
  if (specs.length === 0) return new Map()
  const folder = join(path, 'checkpoints')
  const projectsPath = `${path}-projects`
  mkdirSync(folder)
  mkdirSync(projectsPath, { recursive: true })
  // An empty parent may be an unmounted drive, so Hermes only accepts a non-empty one as proof.
  writeFileSync(join(projectsPath, 'KEEP'), 'keep\n')
  const v1 = specs.filter(({ layout }) => layout !== 'v2')
  const v2 = specs.filter(({ layout }) => layout === 'v2')
  const ids = [
    ...writeV1Checkpoints(folder, projectsPath, v1),
    ...writeV2Checkpoints(folder, projectsPath, v2, spec),
  ]
  removeAbsentWorkdirs(projectsPath, specs)
  return new Map(ids)
}

function writeExtras(home: string, extras: readonly ExtraSpec[]): void {
  for (const { path, bytes, text, modifiedMs } of extras) {
    const target = join(home, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text ?? noiseBytes(path, bytes ?? 0))
    if (modifiedMs !== undefined) utimesSync(target, modifiedMs / 1000, modifiedMs / 1000)
  }
}
