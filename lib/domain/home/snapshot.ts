/** The result of collecting one home. Parts fail independently, so a locked database hides no files. */
import type { CheckpointStore } from '../checkpoints/checkpoint.ts'
import type { CronExecutions, CronJob, JobOutputs } from '../cron/cron.ts'
import type { RoutingIndex } from '../gateway/gateway.ts'
import type { SessionClaims, SessionRow } from '../sessions/session.ts'
import type { SessionFiles } from '../storage/session-file.ts'
import type { DiskSpace, NotableEntry, StorageBreakdown, StorageCensus } from '../storage/storage.ts'
import type { Capabilities, HermesConfig, HomeRef, Liveness, Part } from './home.ts'

export type DatabaseFacts = {
  readonly capabilities: Capabilities
  readonly databaseBytes: number
  readonly walBytes: number
  /** dev:ino of state.db. A different value later means the file was replaced. */
  readonly identity: string
}

export type AuxiliaryUsage = {
  readonly input: number
  readonly output: number
  readonly cacheRead: number
  readonly cacheWrite: number
}

export type HomeSnapshot = {
  readonly home: HomeRef
  readonly seenAtMs: number
  readonly database: Part<DatabaseFacts>
  readonly rows: Part<readonly SessionRow[]>
  readonly claims: Part<SessionClaims>
  readonly auxiliary: Part<AuxiliaryUsage | null>
  readonly routing: Part<RoutingIndex>
  readonly config: Part<HermesConfig>
  readonly liveness: Liveness
  readonly jobs: Part<readonly CronJob[]>
  /** Null if this home has no ledger of runs. */
  readonly executions: Part<CronExecutions | null>
  /** How many outputs each cron job wrote within the run window. Null if they cannot be listed. */
  readonly recentOutputs: ReadonlyMap<string, number> | null
  readonly sessionFiles: Part<SessionFiles>
  readonly storage: Part<StorageCensus>
  readonly breakdown: Part<StorageBreakdown>
  readonly checkpoints: Part<CheckpointStore>
  readonly cronOutputs: Part<readonly JobOutputs[]>
  readonly notable: readonly NotableEntry[]
  readonly space: Part<DiskSpace>
}
