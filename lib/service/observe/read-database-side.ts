/**
 * One short pass over state.db and the small files next to it. The handle is closed after the pass, because
 * Hermes skips its own compaction while any process has the file open.
 */

import { countRecentOutputs } from '../../collect/cron/count-recent-outputs.ts'
import { readCronExecutions } from '../../collect/cron/read-cron-executions.ts'
import { readCronJobs } from '../../collect/cron/read-cron-jobs.ts'
import { readDatabaseFacts, type StateDb } from '../../collect/database/database-facts.ts'
import { openStateDb, readSafely } from '../../collect/database/open-state-db.ts'
import { readRouting } from '../../collect/gateway/read-routing.ts'
import { readHermesConfig } from '../../collect/home/read-hermes-config.ts'
import { readLiveness } from '../../collect/processes/read-liveness.ts'
import { readAuxiliaryUsage } from '../../collect/sessions/read-auxiliary-usage.ts'
import { readClaims } from '../../collect/sessions/read-claims.ts'
import { readSessions } from '../../collect/sessions/read-sessions.ts'
import { runWindowStart } from '../../domain/cron/cron-runs.ts'
import type { Fault } from '../../domain/home/fault.ts'
import type { HermesConfig, HomeRef, Part } from '../../domain/home/home.ts'
import type { DatabaseFacts, HomeSnapshot } from '../../domain/home/snapshot.ts'
import { failed } from '../../shared/result.ts'

export type DatabaseSide = Pick<
  HomeSnapshot,
  | 'database'
  | 'rows'
  | 'claims'
  | 'auxiliary'
  | 'routing'
  | 'config'
  | 'liveness'
  | 'jobs'
  | 'executions'
  | 'recentOutputs'
>

export type DatabasePass = {
  readonly home: HomeRef
  readonly nowMs: number
  /**
   * Runs with the open handle before rows are read, so that the index is never older than the rows. Returns the
   * newest message of each session, or null to have it read from the database itself.
   */
  readonly withDatabase: (db: StateDb, facts: DatabaseFacts) => ((id: string) => number | null) | null
}

/** Holders of the database are read after Steward's handle is closed, so that Steward is not among them. */
export function readDatabaseSide(pass: DatabasePass): DatabaseSide {
  const { home, nowMs } = pass
  return {
    ...readRows(pass),
    liveness: readLiveness(home),
    jobs: readCronJobs(home.path),
    executions: readCronExecutions(home.path),
    recentOutputs: countRecentOutputs(home.path, runWindowStart(nowMs)),
  }
}

type RowSide = Omit<DatabaseSide, 'liveness' | 'jobs' | 'executions' | 'recentOutputs'>

function readRows(pass: DatabasePass): RowSide {
  const read = readStateDb(pass.home.path, (db, facts) => readAll(pass, db, facts))
  return read.ok ? read.value : withoutDatabase(pass.home, read.fault)
}

/** Opens the database for one short read and closes it, whatever happens in between. */
export function readStateDb<T>(homePath: string, read: (db: StateDb, facts: DatabaseFacts) => T): Part<T> {
  const opened = openStateDb(homePath)
  if (!opened.ok) return opened
  const db = opened.value
  try {
    return readSafely(() => read(db, readDatabaseFacts(homePath, db)))
  } finally {
    db.close()
  }
}

function readAll({ home, nowMs, withDatabase }: DatabasePass, db: StateDb, facts: DatabaseFacts): RowSide {
  const { capabilities } = facts
  const config = readHermesConfig(home.path, capabilities.schemaVersion)
  const unsupported = elsewhere(config)
  if (unsupported !== null) return withoutDatabase(home, unsupported)
  if (!capabilities.tables.includes('sessions'))
    return withoutDatabase(home, { code: 'db-no-sessions-table' })
  const routing = readRouting(db, capabilities, home.path)
  const lastMessages = readSafely(() => withDatabase(db, facts))
  return {
    database: { ok: true, value: facts },
    rows: lastMessages.ok
      ? readSafely(() => readSessions(db, capabilities, lastMessages.value ?? undefined))
      : lastMessages,
    // If routes cannot be read, it is unknown which sessions are in use.
    claims: routing.ok
      ? readSafely(() => readClaims(db, capabilities, home.path, routing.value, nowMs))
      : routing,
    auxiliary: readSafely(() => readAuxiliaryUsage(db)),
    routing,
    config,
  }
}

/** The small files are read even without a database, because the config may name another backend. */
function withoutDatabase(home: HomeRef, trouble: Fault): RowSide {
  const config = readHermesConfig(home.path, null)
  const fault = elsewhere(config) ?? trouble
  return {
    database: failed(fault),
    rows: failed(fault),
    claims: failed(fault),
    auxiliary: failed(fault),
    routing: readRouting(null, null, home.path),
    config,
  }
}

const elsewhere = (config: Part<HermesConfig>): Fault | null =>
  config.ok && config.value.backend !== 'sqlite'
    ? { code: 'db-unsupported-backend', backend: config.value.backend }
    : null
