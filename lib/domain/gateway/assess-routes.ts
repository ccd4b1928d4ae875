/** Decides which routes are live, expired or dangling, and which of them the next gateway start flushes. */
import { MINUTE_MS } from '../../shared/time.ts'
import type { HermesConfig, ResetPolicy } from '../home/home.ts'
import type { Route, RouteEntry, RouteState } from './gateway.ts'
import { FIRST_SCHEMA_WITHOUT_FLUSH } from './gateway-restart.ts'

export type RouteContext = {
  /** Whether a session has a row; null if rows are unknown, and then nothing is dangling. */
  readonly hasSession: ((id: string) => boolean) | null
  readonly config: Pick<HermesConfig, 'resetDefault' | 'resetByType' | 'resetByPlatform'>
  readonly schemaVersion: number | null
  readonly nowMs: number
  /** The last time the clock showed this local hour. The caller knows the time zone. */
  readonly lastHourMs: (hour: number) => number
}

export function assessRoutes(entries: readonly RouteEntry[], context: RouteContext): Route[] {
  const flushes = context.schemaVersion !== null && context.schemaVersion < FIRST_SCHEMA_WITHOUT_FLUSH
  return entries.map((entry) => {
    const state = stateOf(entry, context)
    return { ...entry, state, flushOnRestart: flushes && state === 'expired' && !entry.finalised }
  })
}

function stateOf(entry: RouteEntry, context: RouteContext): RouteState {
  if (context.hasSession !== null && !context.hasSession(entry.sessionId)) return 'dangling'
  return isExpired(entry, policyFor(entry, context.config), context) ? 'expired' : 'live'
}

/** Platform overrides chat type overrides default, as in Hermes. */
function policyFor(entry: RouteEntry, config: RouteContext['config']): ResetPolicy {
  const byPlatform = entry.platform === null ? undefined : config.resetByPlatform[entry.platform]
  const byType = entry.chatType === null ? undefined : config.resetByType[entry.chatType]
  return byPlatform ?? byType ?? config.resetDefault
}

function isExpired(entry: RouteEntry, policy: ResetPolicy, { nowMs, lastHourMs }: RouteContext): boolean {
  if (entry.updatedMs === null || entry.turnActive) return false
  const idle = policy.mode === 'idle' || policy.mode === 'both'
  if (idle && nowMs > entry.updatedMs + policy.idleMinutes * MINUTE_MS) return true
  const daily = policy.mode === 'daily' || policy.mode === 'both'
  return daily && entry.updatedMs < lastHourMs(policy.atHour)
}
