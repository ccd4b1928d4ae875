import { expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { demoCron, demoRunaway } from './demo-cron.ts'
import { DEMO } from './demo-figures.ts'
import { demoIncidents } from './demo-incidents.ts'
import { runawayShare } from './demo-runaway.ts'

const NOW_MS = Date.UTC(2026, 10, 16, 9, 30)

it('contains the runaway and a silent outage with their history, both closed', () => {
  const incidents = demoIncidents(NOW_MS, demoRunaway(NOW_MS))
  expect(incidents.map(({ kind, level }) => `${kind} ${level}`)).toEqual([
    'runaway-session critical',
    'newest-row-frozen critical',
  ])
  for (const { openedMs, closedMs, timeline, values, homeId } of incidents) {
    expect(homeId).toBe('main')
    expect(closedMs).toBeLessThanOrEqual(NOW_MS)
    expect(values.length).toBeGreaterThan(60)
    expect([timeline[0]?.kind, timeline.at(-1)?.kind]).toEqual(['opened', 'closed'])
    expect(timeline.map(({ atMs }) => atMs)).toEqual(
      timeline.map(({ atMs }) => atMs).sort((left, right) => left - right),
    )
    expect(openedMs).toBeLessThan(closedMs ?? 0)
  }
  const beganMs = NOW_MS - DEMO.runaway.endedAgoMs - DEMO.runaway.lastedMs
  expect((incidents[0]?.openedMs ?? 0) - beganMs).toBeLessThan(3 * MINUTE_MS)
  expect(incidents[1]?.acknowledged?.note).toBe('Restarting the gateway.')
})

it('is about the run in the demo’s database', () => {
  const { id, title } = demoRunaway(NOW_MS)
  expect(demoCron(NOW_MS).sessions.find((session) => session.id === id)?.title).toBe(title)
})

it.each([
  ['before it began', 3 * HOUR_MS, 0],
  ['when it ended', DEMO.runaway.endedAgoMs, 1],
  ['now', 0, 1],
])('the share of the runaway %s', (_, ageMs, expected) => expect(runawayShare(ageMs)).toBe(expected))
