/** What a test home contains. Everything has a default; times are epoch milliseconds. */

/** Versions of Hermes that differ on disk: March, May, July, August and November 2026. */
export type Era = 'mar' | 'may' | 'jul' | 'aug' | 'nov'

export type HomeSpec = {
  /** Must not exist or be empty. Working folders of checkpoints are created at `<path>-projects`. */
  readonly path: string
  readonly era: Era
  readonly nowMs: number
  readonly sessions?: readonly SessionSpec[]
  /** Written and deleted again, as by Hermes' own prune: they leave free pages and files. */
  readonly pruned?: readonly SessionSpec[]
  readonly files?: readonly FileSpec[]
  readonly routes?: readonly RouteSpec[]
  /** Null writes no jobs.json. */
  readonly jobs?: readonly JobSpec[] | null
  readonly cronOutputs?: readonly CronOutputSpec[]
  readonly checkpoints?: readonly CheckpointSpec[]
  readonly claims?: ClaimsSpec
  readonly configYaml?: string
  readonly journalMode?: 'wal' | 'delete'
  /** Full-text triggers with a tokenizer that a stock SQLite lacks. August only. */
  readonly cjk?: boolean
  /** A March database that August's version has opened and migrated. August only. */
  readonly upgradedFrom?: 'mar'
  readonly schemaVersion?: number
  /** Additional rows of state_meta, if the era has that table. */
  readonly meta?: Readonly<Record<string, string>>
  readonly extras?: readonly ExtraSpec[]
}

export type SessionSpec = {
  readonly id: string
  readonly source?: string
  /** Defaults to a day ago. */
  readonly startedMs?: number
  readonly endedMs?: number | null
  readonly endReason?: string | null
  /** A number invents that many. The row's counters follow from them. */
  readonly messages?: number | readonly MessageSpec[]
  /** When the last invented message was written. Defaults to the end, or shortly after the start. */
  readonly lastMessageMs?: number
  readonly tokens?: TokensSpec
  readonly cost?: CostSpec
  readonly apiCalls?: number
  readonly parentId?: string
  readonly model?: string | null
  /** Text is written as it is, so that broken JSON is possible. */
  readonly modelConfig?: Readonly<Record<string, unknown>> | string
  readonly systemPrompt?: string
  readonly title?: string
  readonly userId?: string
  readonly sessionKey?: string
  readonly cwd?: string
  readonly handoffState?: string
  readonly profile?: string
  readonly pinned?: boolean
  readonly archived?: boolean
  readonly hidden?: boolean
  readonly heartbeatMs?: number
  /** Auxiliary usage such as vision and titles, stored in session_model_usage only. */
  readonly auxiliary?: readonly { readonly task: string; readonly tokens: TokensSpec }[]
}

export type TokensSpec = {
  readonly input?: number
  readonly output?: number
  readonly cacheRead?: number
  readonly cacheWrite?: number
  readonly reasoning?: number
}

type CostSpec = {
  readonly estimatedUsd?: number
  readonly actualUsd?: number
  readonly status?: 'actual' | 'estimated' | 'included' | 'unknown'
}

export type MessageSpec = {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string | null
  readonly atMs: number
  /** Names of the tools an assistant message calls. */
  readonly toolCalls?: readonly string[]
  /** The tool that answers. */
  readonly toolName?: string
  readonly active?: boolean
  readonly compacted?: boolean
}

/** A file of `sessions/` with exactly these bytes and this age. */
export type FileSpec = {
  readonly kind: 'transcript' | 'jsonl' | 'request-dump' | 'temporary' | 'saved' | 'raw'
  /** The session in its name. For temporary, saved and raw files the name itself. */
  readonly id: string
  readonly bytes: number
  readonly modifiedMs: number
  readonly platform?: string
}

export type RouteSpec = {
  readonly key: string
  readonly sessionId: string
  readonly updatedMs: number
  readonly createdMs?: number
  readonly suspended?: boolean
  readonly finalised?: boolean
  readonly turnStartedMs?: number
  /** Which copies contain it. Defaults to both, if the era has both. */
  readonly where?: 'both' | 'file' | 'table'
}

export type JobSpec = {
  readonly id: string
  readonly name: string
  readonly schedule?: string
  readonly enabled?: boolean
  readonly lastRunMs?: number
  /** Defaults to ten minutes from now. */
  readonly nextRunMs?: number
  readonly lastStatus?: string
}

export type CronOutputSpec = {
  readonly jobId: string
  readonly timesMs: readonly number[]
  readonly bytes: number
}

export type CheckpointSpec = {
  readonly layout: 'v1' | 'v2' | 'legacy'
  /** The working folder's name under `<path>-projects`. For legacy, the folder's own name. */
  readonly name: string
  /** Orphan: the folder is gone, its parent exists. Unreachable: the parent is gone too. */
  readonly workdir: 'present' | 'orphan' | 'unreachable'
  readonly touchedMs: number
  readonly commits?: number
  /** Incompressible bytes per commit. */
  readonly bytesPerCommit?: number
  /** v1: total number of files in the repository. */
  readonly files?: number
  /** Legacy: number of repositories in the folder. */
  readonly repositories?: number
}

/** Claims on sessions in other tables, if the era has them. */
export type ClaimsSpec = {
  readonly turnLeases?: readonly { readonly id: string; readonly expiresMs: number }[]
  readonly compressionLocks?: readonly {
    readonly id: string
    readonly expiresMs: number
    readonly pid?: number
  }[]
  readonly delegations?: readonly {
    readonly id: string
    readonly originSession: string
    readonly parentSessionId?: string
    readonly deliveryState?: 'pending' | 'delivered'
  }[]
  readonly heartbeats?: readonly {
    readonly backendId: string
    readonly pid: number
    readonly lastMs: number
  }[]
}

/** Any other file of the home. Noise unless text is given. */
export type ExtraSpec = {
  readonly path: string
  readonly bytes?: number
  readonly text?: string
  readonly modifiedMs?: number
}

/** The result, for tests. */
export type MadeHome = {
  readonly path: string
  readonly projectsPath: string
  readonly databasePath: string
  readonly sessionsPath: string
  /** Project name → checkpoint id. */
  readonly checkpointIds: ReadonlyMap<string, string>
}
