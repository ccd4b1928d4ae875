/** A session is one row of `sessions` in state.db, with the data that decides whether it is still in use. */

export type SessionState = 'live' | 'ended' | 'leaked'

/** One row as read, not assessed. Times are epoch milliseconds. */
export type SessionRow = {
  readonly id: string
  readonly source: string
  readonly model: string | null
  readonly title: string | null
  readonly parentId: string | null
  /** Ids named by model_config's markers. Null if absent or unreadable. */
  readonly branchedFrom: string | null
  readonly delegateFrom: string | null
  readonly resetFrom: string | null
  readonly sessionKey: string | null
  readonly startedMs: number
  readonly endedMs: number | null
  readonly endReason: string | null
  /** Hermes' heartbeat column, if this home has it. */
  readonly heartbeatMs: number | null
  readonly lastMessageMs: number | null
  readonly messages: number
  readonly toolCalls: number
  readonly apiCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens: number
  readonly cacheWriteTokens: number
  /** Actual if the provider reported it, else estimated, else null. Never a 0 that only means unknown. */
  readonly costUsd: number | null
  readonly costStatus: string | null
  readonly pinned: boolean
  /** In Hermes: hidden there, but not removed. */
  readonly archived: boolean
  /** A hand-off to another surface waits for this session. */
  readonly handoffPending: boolean
}

/** Why a session must not be touched. The texts are in `describeProtection`. */
export type Protection =
  /** Claims could not be read, so any session may have one. */
  | { readonly code: 'claims-unknown' }
  | { readonly code: 'open-recent'; readonly idleMs: number }
  | { readonly code: 'pinned' }
  | { readonly code: 'routed'; readonly key: string }
  | { readonly code: 'turn-lease'; readonly expiresMs: number }
  | { readonly code: 'compression-lock'; readonly expiresMs: number }
  | { readonly code: 'open-chat' }
  /** A backend of its surface is alive. Which sessions it serves is not recorded. */
  | { readonly code: 'live-backend' }
  | { readonly code: 'pending-delegation' }
  | { readonly code: 'running-cron' }
  | { readonly code: 'handoff-pending' }
  | { readonly code: 'lineage'; readonly of: string; readonly because: string }

/** What assessing adds to a row. */
export type Assessment = {
  readonly lastActiveMs: number
  readonly state: SessionState
  readonly protections: readonly Protection[]
  /** The cron job that made it, parsed from its id. Null for everything else. */
  readonly cronJobId: string | null
}

/**
 * A row as `readSessions` returns it: with the assessment of a session that nothing claims, so that most sessions of a
 * large home need no second object. Only `assessSessions` knows the claims.
 */
export type UnclaimedRow = SessionRow & Assessment

declare const assessed: unique symbol

/**
 * A row assessed by `assessSessions`. Nothing else may create one, because a stored assessment may be
 * outdated.
 */
export type Session = UnclaimedRow & { readonly [assessed]: true }

/** Claims on sessions from outside their own row, keyed by session id. */
export type SessionClaims = {
  /** session id → the routing key that points at it */
  readonly routes: ReadonlyMap<string, string>
  /** lineage root id → lease expiry */
  readonly turnLeases: ReadonlyMap<string, number>
  readonly compressionLocks: ReadonlyMap<string, number>
  readonly openChats: ReadonlySet<string>
  readonly pendingDelegations: ReadonlySet<string>
  readonly runningCronJobs: ReadonlySet<string>
  /** Backends of terminal and desktop with a recent heartbeat. */
  readonly liveBackends: ReadonlySet<string>
}

/** The answer to an id that no session has. */
export type NoSuchSession = { readonly code: 'no-such-session' }

/** Sessions above this count as large. Beyond these sizes Hermes itself slows down or refuses. */
export const MANY_MESSAGES = 1_000
export const LARGE_FILE_BYTES = 10_000_000
