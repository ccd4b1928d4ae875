import { describe, expect, it } from 'vitest'
import { MINUTE_MS, SECOND_MS } from '../../../shared/time.ts'
import {
  diskToZero,
  leaking,
  type Played,
  pendingFlushStorm,
  play,
  tokenBurn,
  writesFrozen,
} from '../../../testing/watch/field-incidents.ts'
import { createReplay } from '../../../testing/watch/replay.ts'
import { createWorld, takeSample } from '../../../testing/watch/world.ts'
import { foldIncidents } from './fold-incidents.ts'
import type { Detection, Incident, IncidentKind } from './incident.ts'

const sighting = (part: Partial<Detection> = {}): Detection => ({
  kind: 'runaway-session',
  subject: 's',
  level: 'warn',
  title: 'inbox-triage is looping',
  rule: 'over 50 K tokens a minute for 2 minutes',
  evidence: '60 K tokens in the last minute.',
  value: 60_000,
  unit: 'tokens/min',
  limit: 50_000,
  ...part,
})

const keeps = (part: Partial<Detection> = {}): Detection =>
  sighting({ keepsOnly: true, value: null, ...part })

let ids = 0
const make = { id: () => `i${++ids}`, homeId: 'h' }
const fold = (open: readonly Incident[], seen: readonly Detection[], nowMs: number) =>
  foldIncidents(open, seen, nowMs, make)

const only = (incidents: readonly Incident[]): Incident => {
  const [first, ...others] = incidents
  if (first === undefined || others.length > 0)
    throw new Error(`${incidents.length} incidents where one was expected`)
  return first
}

const opened = (part: Partial<Detection> = {}): Incident => only(fold([], [sighting(part)], 0).open)
const events = ({ timeline }: Incident) => timeline.map(({ kind }) => kind)

describe('folding detections', () => {
  it('opens one incident per subject, at its worst level', () => {
    const { open, changed } = fold([], [sighting(), sighting({ level: 'critical' }), keeps()], 5)
    expect(only(open)).toMatchObject({
      level: 'critical',
      openedMs: 5,
      closedMs: null,
      homeId: 'h',
      acknowledged: null,
    })
    expect(changed).toEqual(open)
  })

  it('opens nothing for a detection that only keeps', () => {
    expect(fold([], [keeps(), keeps({ subject: '', level: 'critical' })], 5)).toEqual({
      open: [],
      changed: [],
      recorded: [],
    })
  })

  it.each([
    ['seen at the same level', [sighting()], 'warn', []],
    ['seen at a worse one', [sighting({ level: 'critical' })], 'critical', ['escalated']],
    ['only kept', [keeps()], 'warn', []],
    ['unknown', [keeps({ subject: '', level: 'critical' })], 'warn', []],
    ['gone', [], 'warn', ['closed']],
    ['seen for another subject', [sighting({ subject: 'other' })], 'warn', ['closed', 'opened']],
  ] as const)('updates an open incident: %s', (_, seen, level, happened) => {
    const { changed, open } = fold([opened()], seen, 5_000)
    expect(changed.map(({ timeline }) => timeline.at(-1)?.kind)).toEqual(happened)
    expect((changed[0] ?? open[0])?.level).toBe(level)
  })

  it.each([
    ['no longer holds critical', sighting(), 'warn'],
    ['still holds critical', sighting({ holdsAt: 'critical' }), 'critical'],
    ['keeps warn', keeps({ level: 'warn' }), 'warn'],
    ['keeps critical', keeps({ level: 'critical' }), 'critical'],
  ] as const)('lowers a critical incident only when the sample %s', (_, seen, level) => {
    expect(only(fold([opened({ level: 'critical' })], [seen], 5_000).open).level).toBe(level)
  })

  it('lowers nothing while the kind is unknown', () => {
    const seen = [sighting(), keeps({ subject: '', level: 'critical' })]
    expect(only(fold([opened({ level: 'critical' })], seen, 5_000).open).level).toBe('critical')
  })

  it('keeps acknowledgments and notes when an incident gets worse', () => {
    const acknowledged = { atMs: 9, by: 'ada', note: 'looking' }
    const timeline = [
      ...opened().timeline,
      { atMs: 8, kind: 'notified' as const, words: 'webhook' },
      { atMs: 9, kind: 'acknowledged' as const, words: 'looking' },
    ]
    const worse = only(
      fold([{ ...opened(), acknowledged, timeline }], [sighting({ level: 'critical' })], 10).open,
    )
    expect(worse).toMatchObject({ level: 'critical', acknowledged })
    expect(events(worse)).toEqual(['opened', 'notified', 'acknowledged', 'escalated'])
  })

  it('records when it closed and when it was last detected', () => {
    const kept = only(fold([opened()], [keeps()], MINUTE_MS).open)
    const closed = only(fold([kept], [], 2 * MINUTE_MS).changed)
    expect(closed).toMatchObject({ closedMs: 2 * MINUTE_MS, lastSeenMs: 0 })
    expect(closed.timeline.at(-1)).toMatchObject({
      kind: 'closed',
      words: 'It no longer holds. Open for 2 min.',
    })
  })
})

describe('the record of an incident', () => {
  const run = (values: readonly number[], stepMs: number) => {
    let open = [opened()]
    let recorded = 0
    for (const [i, value] of values.entries()) {
      const folded = fold(open, [sighting({ value })], (i + 1) * stepMs)
      open = folded.open
      recorded += folded.recorded.length
    }
    return { incident: only(open), recorded }
  }

  it('gets evidence when the value doubles or halves and every 15 minutes, not at every sample', () => {
    const steady = run(
      Array.from({ length: 700 }, () => 61_000),
      5 * SECOND_MS,
    )
    expect(events(steady.incident)).toEqual(['opened', 'evidence', 'evidence', 'evidence'])
    expect(steady.recorded).toBe(3)
    const moving = run([70_000, 119_000, 121_000, 130_000, 250_000, 100_000], 5 * SECOND_MS)
    expect(moving.incident.timeline.map(({ atMs }) => atMs / SECOND_MS)).toEqual([0, 15, 25, 30])
  })

  it('has at most 120 points, evenly spread, including the first and the newest', () => {
    const { incident } = run(
      Array.from({ length: 10_000 }, (_, i) => i),
      5 * SECOND_MS,
    )
    const times = incident.values.map(({ atMs }) => atMs)
    expect(incident.values.length).toBeGreaterThan(50)
    expect(incident.values.length).toBeLessThanOrEqual(120)
    expect(incident.values[0]).toEqual({ atMs: 0, value: 60_000 })
    expect(incident.values.at(-1)).toEqual({ atMs: 50_000 * SECOND_MS, value: 9_999 })
    const steps = times.slice(1, -1).map((atMs, i) => atMs - (times[i] ?? 0))
    expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(4)
  })

  it('has a bounded timeline that keeps everything people did', () => {
    let open: readonly Incident[] = [
      { ...opened(), timeline: [...opened().timeline, { atMs: 1, kind: 'acknowledged', words: 'mine' }] },
    ]
    for (let i = 1; i <= 500; i += 1)
      open = fold(open, [sighting({ value: i % 2 === 0 ? 60_000 : 600_000 })], i * 20 * MINUTE_MS).open
    const { timeline } = only(open)
    expect(timeline.length).toBeLessThanOrEqual(120)
    expect(timeline.map(({ kind }) => kind).slice(0, 2)).toEqual(['opened', 'acknowledged'])
  })

  it('starts a new chart when the unit changes', () => {
    const other = fold([opened()], [sighting({ value: 7, unit: 'count', limit: 5 })], 5).open
    expect(only(other)).toMatchObject({ unit: 'count', limit: 5, values: [{ atMs: 5, value: 7 }] })
  })
})

describe('a restart of Steward', () => {
  const restartedAt = (played: Iterable<Played>, everyMs: number, kind: IncidentKind): string[] => {
    const replay = createReplay()
    let lastMs = 0
    for (const { sample, sinceMs } of played) {
      const isRestart = sinceMs - lastMs >= everyMs
      if (isRestart) {
        lastMs = sinceMs
        replay.restart()
      }
      replay.takeSample(isRestart ? { ...sample, sinceMs: null } : sample)
    }
    return replay.notifications
      .filter((notification) => notification.kind === kind)
      .map(({ event, level }) => `${event} ${level}`)
  }

  it.each([
    [
      'a burn',
      tokenBurn,
      7 * MINUTE_MS,
      'runaway-session',
      ['opened warn', 'escalated critical', 'eased warn', 'closed warn'],
    ],
    ['a disk that fills', diskToZero, 62 * MINUTE_MS, 'disk-filling', ['opened warn', 'escalated critical']],
    [
      'rows that do not come',
      writesFrozen,
      17 * MINUTE_MS,
      'newest-row-frozen',
      ['opened warn', 'escalated critical'],
    ],
    ['leaks', leaking, 100 * MINUTE_MS, 'leak-rate-rising', ['opened warn']],
    [
      'a storm that is due',
      pendingFlushStorm,
      9 * MINUTE_MS,
      'flush-storm-due',
      ['opened warn', 'escalated critical', 'eased warn'],
    ],
  ] as const)('neither closes nor repeats %s', (_, played, everyMs, kind, expected) => {
    expect(restartedAt(played(), everyMs, kind)).toEqual(expected)
  })

  it('closes what ended meanwhile, after watching long enough', () => {
    const replay = createReplay()
    for (const { sample, sinceMs } of tokenBurn()) if (sinceMs < 30 * MINUTE_MS) replay.takeSample(sample)
    replay.restart()
    const world = createWorld()
    world.nowMs += 24 * 60 * MINUTE_MS
    const fromMs = world.nowMs
    replay.takeSample(takeSample(world, { isGap: true }))
    while (replay.open().length > 0 && world.nowMs - fromMs < 60 * MINUTE_MS)
      replay.takeSample(takeSample(world))
    expect(replay.notifications.at(-1)).toMatchObject({ event: 'closed', kind: 'runaway-session' })
    expect(world.nowMs - fromMs).toBe(2 * MINUTE_MS + 5 * SECOND_MS)
  })

  it('does not close anything over a gap', () => {
    const replay = createReplay()
    for (const { sample } of play(
      () => ({ doing: { s: { tokens: { input: 20_000 }, messages: 1 } } }),
      4 * MINUTE_MS,
    ))
      replay.takeSample(sample)
    const world = createWorld()
    world.nowMs += 60 * MINUTE_MS
    for (let i = 0; i < 20; i += 1)
      replay.takeSample(takeSample(world, { isGap: true, stepMs: 10 * MINUTE_MS }))
    expect(replay.open().map(({ kind }) => kind)).toEqual(['runaway-session'])
  })
})
