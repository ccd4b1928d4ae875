import { expect, it } from 'vitest'
import { type GatewayQuery, gatewayReport } from '@/lib/domain/gateway/gateway-report'
import { assessHome } from '@/lib/domain/home/assess-home'
import { ok } from '@/lib/shared/result'
import { DAY_MS } from '@/lib/shared/time'
import { aRoute, aSession, aSnapshot, NOW_MS, someCapabilities } from '@/lib/testing/factories'
import { gatewayTiles, routeRow } from './route-model'

const QUERY: GatewayQuery = {
  sort: 'key',
  order: 'asc',
  cursor: null,
  limit: null,
  state: null,
  platform: null,
  onRestart: null,
  q: null,
}
const entries = [
  aRoute({ key: 'a', sessionId: 'open', displayName: 'Ann\u202E' }),
  aRoute({ key: 'b', sessionId: 'old', updatedMs: NOW_MS - 20 * DAY_MS, inTable: false }),
  aRoute({ key: 'c', sessionId: 'gone', platform: null, chatType: null }),
]

function report(schemaVersion: number) {
  const rows = [
    aSession({ id: 'open', endedMs: null, endReason: null, title: 'Trip', messages: 1 }),
    aSession({ id: 'old', endReason: 'session_reset' }),
  ]
  const database = {
    capabilities: someCapabilities({ schemaVersion }),
    databaseBytes: 1,
    walBytes: 0,
    identity: '1:1',
  }
  const home = assessHome(
    aSnapshot({ rows: ok(rows), database: ok(database), routing: ok({ primary: 'table', entries }) }),
    NOW_MS,
    { lastHourMs: () => 0, messageBytes: () => 0 },
  )
  const answer = gatewayReport(home, QUERY, NOW_MS)
  if (!answer.ok) throw new Error(answer.fault)
  return answer.value
}

it('a route states its chat, its session and what will happen to it', () => {
  const rows = (report(26).entries ?? []).map((entry) => routeRow(entry, 'table'))
  expect(rows).toMatchObject([
    { chat: 'Ann<U+202E>', sessionTitle: 'Trip', state: 'live', onRestart: { text: 'stays' }, badges: [] },
    {
      chat: 'b',
      state: 'expired',
      age: '20 d',
      sessionState: 'ended (session_reset), 0 messages',
      onRestart: { text: 'marked as finished', warns: false },
      onNextMessage: 'begins a new session',
      badges: ['only in sessions.json'],
    },
    {
      platform: 'unknown',
      state: 'dangling',
      hasSession: false,
      sessionState: 'no such row',
      onNextMessage: 'brings the id back, without its history',
    },
  ])
})

it('tiles warn that an early Hermes makes a model call for every expired chat', () => {
  const early = report(6)
  expect(routeRow(early.entries?.[1] ?? expect.fail(), 'file').onRestart).toEqual({
    text: 'one model call',
    warns: true,
  })
  expect(gatewayTiles(early)[1]).toMatchObject({
    value: '1',
    unit: 'model call',
    warning: 'A restart costs money',
  })
  expect(gatewayTiles(report(26))[1]).toMatchObject({ value: '0', unit: 'model calls', warning: null })
})
