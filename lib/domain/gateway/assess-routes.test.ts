import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../shared/time.ts'
import { aRoute, NOW_MS, someConfig } from '../../testing/factories.ts'
import type { HermesConfig } from '../home/home.ts'
import { assessRoutes, type RouteContext } from './assess-routes.ts'
import type { RouteEntry } from './gateway.ts'

const assess = (
  entry: Partial<RouteEntry>,
  config: Partial<HermesConfig> = {},
  context: Partial<RouteContext> = {},
) => {
  const [route] = assessRoutes([aRoute(entry)], {
    hasSession: () => true,
    config: someConfig(config),
    schemaVersion: 26,
    nowMs: NOW_MS,
    lastHourMs: () => NOW_MS - 10 * HOUR_MS,
    ...context,
  })
  return route
}
const idle = { mode: 'idle', atHour: 4, idleMinutes: 60 } as const
const never = { mode: 'none', atHour: 4, idleMinutes: 60 } as const

describe('expiry', () => {
  it.each([
    ['used an hour ago, reset once a day', { updatedMs: NOW_MS - HOUR_MS }, {}, 'live'],
    ['last used before today’s reset hour', { updatedMs: NOW_MS - 11 * HOUR_MS }, {}, 'expired'],
    ['idle beyond the limit', { updatedMs: NOW_MS - 2 * HOUR_MS }, { resetDefault: idle }, 'expired'],
    ['idle just within the limit', { updatedMs: NOW_MS - HOUR_MS }, { resetDefault: idle }, 'live'],
    ['reset switched off', { updatedMs: NOW_MS - 90 * DAY_MS }, { resetDefault: never }, 'live'],
    [
      'the platform outranks the chat type',
      { updatedMs: NOW_MS - 2 * HOUR_MS },
      { resetByPlatform: { telegram: never }, resetByType: { dm: idle } },
      'live',
    ],
    [
      'the chat type outranks the default',
      { updatedMs: NOW_MS - 2 * HOUR_MS },
      { resetByType: { dm: idle }, resetDefault: never },
      'expired',
    ],
    ['a turn is running', { updatedMs: NOW_MS - 9 * DAY_MS, turnActive: true }, {}, 'live'],
    ['its age is unknown', { updatedMs: null }, {}, 'live'],
  ] as const)('%s', (_, entry, config, state) => {
    expect(assess(entry, config)?.state).toBe(state)
  })
})

describe('the next restart', () => {
  const old = { updatedMs: NOW_MS - 9 * DAY_MS }

  it('flushes expired routes with model calls only in versions before 25 April 2026', () => {
    expect(assess(old, {}, { schemaVersion: 6 })?.flushOnRestart).toBe(true)
    expect(assess(old, {}, { schemaVersion: 9 })?.flushOnRestart).toBe(false)
    expect(assess(old, {}, { schemaVersion: null })?.flushOnRestart).toBe(false)
  })

  it('does not flush a route twice', () => {
    expect(assess({ ...old, finalised: true }, {}, { schemaVersion: 8 })?.flushOnRestart).toBe(false)
  })

  it('a route without a session row is dangling, unless rows are unknown', () => {
    expect(assess({}, {}, { hasSession: () => false })?.state).toBe('dangling')
    expect(assess({}, {}, { hasSession: null })?.state).toBe('live')
  })
})
