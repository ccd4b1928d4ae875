/** A WAL held by a reader, as opposed to one that is only large. */
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import type { Act } from '../../testing/watch/cases.ts'
import { play } from '../../testing/watch/field-incidents.ts'
import { createReplay, incidentLog } from '../../testing/watch/replay.ts'
import { createWorld } from '../../testing/watch/world.ts'

/** One row per minute, and what it does to the WAL. */
const rows =
  (bytesAt: (atMs: number) => number, writes = true): Act =>
  (world, atMs) => {
    if (atMs % MINUTE_MS !== 0) return undefined
    world.walBytes = bytesAt(atMs)
    return writes ? { doing: { s: { messages: 2, userMessages: 1 } } } : undefined
  }
const largeFrom = (act: Act, forMs: number, walBytes = 600e6) =>
  play(act, forMs, { world: { ...createWorld(), walBytes } })
const creeping = (atMs: number) => 600e6 + (atMs / MINUTE_MS) * 200_000

describe('a WAL far over its limit', () => {
  it.each<[string, Act, readonly string[], number?]>([
    [
      'that grows with every row opens an incident, and closes it when truncated',
      rows((atMs) => (atMs < HOUR_MS ? creeping(atMs) : 4e6)),
      ['0:16:00 wal-growing opened warn', '1:04:55 wal-growing closed warn'],
    ],
    [
      'that is reused at its size closes the incident',
      rows((atMs) => creeping(Math.min(atMs, HOUR_MS))),
      ['0:16:00 wal-growing opened warn', '1:05:55 wal-growing closed warn'],
    ],
    ['that is reused is no incident, however large', rows(() => 3.2e9), [], 3.2e9],
    ['without writes is no incident', rows(() => 3.2e9, false), [], 3.2e9],
    ['that grows without new rows is not this incident', rows(creeping, false), []],
    [
      'that is reset every ten minutes is no incident',
      rows((atMs) => 600e6 + (atMs % (10 * MINUTE_MS)) * 3),
      [],
    ],
    ['below twice its limit is no incident', rows((atMs) => creeping(atMs) - 150e6), [], 450e6],
  ])('%s', (_, act, expected, walBytes) => {
    expect(incidentLog(largeFrom(act, 2 * HOUR_MS, walBytes))).toEqual(expected)
  })

  it('is reported with its meaning and the holders', () => {
    const replay = createReplay()
    for (const { sample } of largeFrom(rows(creeping), 20 * MINUTE_MS)) replay.takeSample(sample)
    expect(replay.notifications.map(({ words }) => words)).toEqual([
      expect.stringMatching(
        /^\d+ MB; its size is not a fault by itself, but rows made it longer in 1\d minutes on end: somebody reads for long; 1 process holds the database\.$/,
      ),
    ])
  })

  it('stays open while nothing is written, which proves nothing', () => {
    const act: Act = (world, atMs) =>
      atMs > 30 * MINUTE_MS && atMs < 50 * MINUTE_MS ? undefined : rows(creeping)(world, atMs, 5_000)
    expect(incidentLog(largeFrom(act, HOUR_MS))).toEqual(['0:16:00 wal-growing opened warn'])
  })
})
