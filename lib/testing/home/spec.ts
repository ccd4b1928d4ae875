/** What a made home shall hold. Everything has a default; times are epoch milliseconds. */

/** Ages of Hermes that differ on disk: March, May, July, August and November 2026. */
export type Era = 'mar' | 'may' | 'jul' | 'aug' | 'nov'

export type HomeSpec = {
  /** Must not exist, or be empty. Working folders of checkpoints are laid at `<path>-projects`. */
  readonly path: string
  readonly era: Era
  readonly nowMs: number
  readonly sessions?: readonly SessionSpec[]
  /** Written and deleted again, as by Hermes' own prune: they leave free pages behind, and their files. */
  readonly pruned?: readonly SessionSpec[]
  readonly files?: readonly FileSpec[]
  readonly routes?: readonly RouteSpec[]
  /** Null writes no jobs.json at all. */
  readonly jobs?: readonly JobSpec[] | null
  readonly cronOutputs?: readonly CronOutputSpec[]
  readonly checkpoints?: readonly CheckpointSpec[]
  readonly claims?: ClaimsSpec
  readonly configYaml?: string
  readonly journalMode?: 'wal' | 'delete'
  /** Full-text triggers whose tokenizer a stock SQLite lacks; aug only. */
  readonly cjk?: boolean
  /** A March database that the era's Hermes has opened and extended; aug only. */
  readonly upgradedFrom?: 'mar'
  readonly schemaVersion?: number
  /** Further rows of state_meta, where the era has that table. */
  readonly meta?: Readonly<Record<string, string>>
  readonly extras?: readonly ExtraSpec[]
}

export type SessionSpec = {
  readonly id: string
  readonly source?: string
  /** A day ago unless said. */
  readonly startedMs?: number
  readonly endedMs?: number | null
  readonly endReason?: string | null
  /** A number invents that many; the counters of the row follow from them. */
  readonly messages?: number | readonly MessageSpec[]
  /** When the last of the invented messages was written; the end, or shortly after the start, unless said. */
  readonly lastMessageMs?: number
  readonly tokens?: TokensSpec
  readonly cost?: CostSpec
  readonly apiCalls?: number
  readonly parentId?: string
  readonly model?: string | null
  /** Text is written as it is, so that broken JSON can be made. */
  readonly modelConfig?: Readonly<Record<string, unknown>> | string
  readonly systemPrompt?: string
  readonly title?: string
  readonly userId?: string
  readonly sessionKey?: string
  readonly cwd?: string
  readonly handoffState?: string
  readonly profile?: string
  readonly pinned?: boolean
  readonly shelved?: boolean
  readonly hidden?: boolean
  readonly heartbeatMs?: number
  /** Vision, titles and the like: booked in session_model_usage only. */
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

/** A file of `sessions/`, with exactly these bytes and this age. */
export type FileSpec = {
  readonly kind: 'transcript' | 'jsonl' | 'request-dump' | 'temporary' | 'saved' | 'raw'
  /** The session the name carries; for temporary, saved and raw files the name itself. */
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
  /** Which copies carry it; both, where the era has both. */
  readonly where?: 'both' | 'file' | 'table'
}

export type JobSpec = {
  readonly id: string
  readonly name: string
  readonly schedule?: string
  readonly enabled?: boolean
  readonly lastRunMs?: number
  /** In ten minutes unless said. */
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
  /** The working folder's name under `<path>-projects`; for legacy the folder's own name. */
  readonly name: string
  /** Orphan: folder gone, parent there. Unreachable: the parent is gone as well. */
  readonly workdir: 'present' | 'orphan' | 'unreachable'
  readonly touchedMs: number
  readonly commits?: number
  /** Incompressible bytes per commit. */
  readonly bytesPerCommit?: number
  /** v1: how many files the repository shall have in all. */
  readonly files?: number
  /** Legacy: how many repositories lie in the folder. */
  readonly repositories?: number
}

/** Claims on sessions from outside their row, where the era has the tables. */
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

/** Any other file of the home; its bytes are noise unless text is given. */
export type ExtraSpec = {
  readonly path: string
  readonly bytes?: number
  readonly text?: string
  readonly modifiedMs?: number
}

/** What was made, for the tests that look at it. */
export type MadeHome = {
  readonly path: string
  readonly projectsPath: string
  readonly databasePath: string
  readonly sessionsPath: string
  /** Project name → the id of its checkpoint. */
  readonly checkpointIds: ReadonlyMap<string, string>
}
