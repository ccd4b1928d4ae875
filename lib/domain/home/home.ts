/** A home is one Hermes directory: `state.db` and its files. Each profile is a separate home. */
import type { Result } from '../../shared/result.ts'
import type { Fault } from './fault.ts'

export type HomeRef = {
  /** Used in URLs. Unique among the homes of this Steward. */
  readonly id: string
  readonly label: string
  readonly path: string
  /** The profile's name. Null for the default profile and for homes outside a root. */
  readonly profile: string | null
  /** The root whose gateway may serve this home too. */
  readonly root: string
  readonly demo: boolean
}

/**
 * How messages are indexed for search, detected from the SQL text instead of the schema number. `mixed`:
 * tables and triggers from different eras. `unknown`: unrecognized SQL.
 */
export type FtsLayout = 'none' | 'A' | 'B' | 'C' | 'D' | 'mixed' | 'unknown'

/** Features and storage of this home's database, detected at run time. */
export type Capabilities = {
  readonly schemaVersion: number | null
  readonly tables: readonly string[]
  readonly sessionColumns: readonly string[]
  readonly messageColumns: readonly string[]
  readonly ftsLayout: FtsLayout
  /** Triggers that need a tokenizer a stock SQLite lacks. */
  readonly cjkTriggers: boolean
  /** Hermes detached its index after damage. */
  readonly ftsStale: boolean
  /** Triggers on Hermes' tables that no known version of Hermes writes. */
  readonly unknownTriggers: readonly string[]
  /** Tables that refer to Hermes' rows by a foreign key and that no known Hermes writes, such as a plugin's. */
  readonly unknownTables: readonly string[]
  readonly journalMode: string
  /** Hermes halts for good when the file is replaced under it. */
  readonly replacedFileGuard: boolean
  readonly pageSizeBytes: number
  readonly pageCount: number
  readonly freePages: number
}

/** One process that has the database open. */
export type Holder = {
  readonly pid: number
  readonly command: string
  readonly startedMs: number | null
  /**
   * Has a file open that is no longer in the folder, so its writes are lost. Null: this system cannot say.
   */
  readonly deletedInode: boolean | null
  /** Steward itself. */
  readonly self: boolean
}

/** What a gateway's files show. Its lock outranks its pid file, and having neither is a sign too. */
export type GatewaySign = 'lock-held' | 'pid-alive' | 'lock-free' | 'pid-dead' | 'no-trace' | 'untold'

/** Processes using this home. Null means unknown, never none. */
export type Liveness = {
  readonly gatewayRunning: boolean | null
  readonly gatewayPid: number | null
  /** How that is known. Absent before the first check. */
  readonly gatewaySign?: GatewaySign
  /** The gateway that serves this home runs in another home (multiplexing). */
  readonly servedBy: string | null
  readonly holders: readonly Holder[] | null
}

/** Effective values of config.yaml, with the defaults of this home's Hermes version filled in. */
export type HermesConfig = {
  readonly backend: string
  readonly autoPrune: boolean | null
  readonly retentionDays: number
  /** Minimum hours between two automatic prunes. */
  readonly autoPruneIntervalHours: number
  readonly checkpointsEnabled: boolean | null
  readonly checkpointRetentionDays: number
  /** Hermes deletes old checkpoints and those of deleted folders when it starts. */
  readonly checkpointAutoPrune: boolean | null
  readonly checkpointDeletesOrphans: boolean
  readonly checkpointPruneIntervalHours: number
  readonly cronOutputRetention: number | null
  readonly resetDefault: ResetPolicy
  readonly resetByType: Readonly<Record<string, ResetPolicy>>
  readonly resetByPlatform: Readonly<Record<string, ResetPolicy>>
  readonly routingMaxAgeDays: number
  readonly multiplexProfiles: boolean
}

export type ResetPolicy = {
  readonly mode: 'daily' | 'idle' | 'both' | 'none'
  readonly atHour: number
  readonly idleMinutes: number
}

/** A part of the home, or the reason it was not read. */
export type Part<T> = Result<T, Fault>
