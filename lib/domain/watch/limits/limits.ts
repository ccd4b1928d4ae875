/** Alert limits. A source or a cron job may override the session limits. */

export type SessionLimits = {
  readonly messages: number
  readonly fileBytes: number
  /** Fresh input and output of one session. Null means no budget. */
  readonly tokens: number | null
  /** Tool iterations without a message from a person. */
  readonly iterations: number
}

export type WatchLimits = {
  readonly session: SessionLimits
  /** `source:telegram` or `job:7c2e90d4ab11`. A job's override wins. */
  readonly overrides: Readonly<Record<string, Partial<SessionLimits>>>
  /** Total tokens of the whole home. */
  readonly tokensPerMinute: number
  readonly tokensPerHour: number | null
  readonly tokensPerDay: number | null
  readonly usdPerDay: number | null
  readonly cronRunsPerHour: number
  readonly walBytes: number
}

export const DEFAULT_LIMITS: WatchLimits = {
  session: { messages: 1_000, fileBytes: 10_000_000, tokens: null, iterations: 90 },
  overrides: {},
  tokensPerMinute: 50_000,
  tokensPerHour: null,
  tokensPerDay: null,
  usdPerDay: null,
  cronRunsPerHour: 120,
  walBytes: 256_000_000,
}

export function limitsOf(
  limits: WatchLimits,
  session: { readonly source: string; readonly cronJobId: string | null },
): SessionLimits {
  const job = session.cronJobId === null ? undefined : limits.overrides[`job:${session.cronJobId}`]
  return { ...limits.session, ...limits.overrides[`source:${session.source}`], ...job }
}
