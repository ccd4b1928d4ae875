/**
 * A pause explains silence, and no rule takes silence alone for a problem. It explains nothing about running work, so
 * incidents about that open as always and say that a pause is no reason for them.
 */
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { type Act, type Case, reported, tokens } from '../../testing/watch/cases.ts'
import { play } from '../../testing/watch/field-incidents.ts'
import { createWorld, type World } from '../../testing/watch/world.ts'
import { createDetector } from './detector.ts'
import { DEFAULT_LIMITS } from './limits/limits.ts'

const PAUSE = {
  sinceMs: null,
  untilMs: null,
  reason: null,
  by: 'home',
  allowedUsers: 0,
  resumeCommand: 'hermes resume',
} as const

/** The gateway tells everyone who writes that Hermes is paused, and logs it. */
function answers(world: World, atMs: number): void {
  if (atMs % (10 * 1_000) === 0) world.gateway.activeMs = world.nowMs
}

const longTurn: Act = (world, atMs) => {
  answers(world, atMs)
  world.gateway.activeAgents = 1
  return undefined
}

describe('a paused Hermes', () => {
  const cases: Case[] = [
    [
      'a pause of nine hours, answered by the gateway, opens nothing',
      (world, atMs) => {
        answers(world, atMs)
        return undefined
      },
      9 * HOUR_MS,
      0,
      [],
    ],
    [
      'turns that were running end with their rows',
      (world, atMs) => {
        answers(world, atMs)
        world.gateway.activeAgents = Math.max(0, 4 - Math.floor(atMs / (2 * MINUTE_MS)))
        return atMs % (2 * MINUTE_MS) === 0 && atMs <= 8 * MINUTE_MS
          ? { doing: { s: { messages: 1 } } }
          : undefined
      },
      3 * HOUR_MS,
      0,
      [],
    ],
    [
      'a running turn that writes nothing is reported',
      longTurn,
      65 * MINUTE_MS,
      0,
      ['0:20:05 writes-stalled opened warn', '1:00:05 writes-stalled escalated critical'],
    ],
    [
      'running turns that end without a row are reported',
      (world, atMs) => {
        answers(world, atMs)
        world.gateway.activeAgents = Math.max(0, 4 - Math.floor(atMs / (2 * MINUTE_MS)))
        return undefined
      },
      15 * MINUTE_MS,
      0,
      ['0:10:00 newest-row-frozen opened warn'],
    ],
    [
      'a run that goes on burning is reported',
      () => ({ doing: { s: { source: 'cron', tokens: tokens(120_000) } } }),
      6 * MINUTE_MS,
      0,
      ['0:02:30 runaway-session opened warn'],
    ],
  ]
  it.each(cases)('%s', (...one) => {
    const world = { ...createWorld(), hermesPause: PAUSE }
    expect(reported(one, undefined, world)).toEqual(one[4])
    expect(reported(one)).toEqual(one[4])
  })

  it.each([
    [null, false],
    [PAUSE, true],
  ])('the evidence says that a pause is no reason: %j', (hermesPause, isSaid) => {
    const detector = createDetector()
    const samples = play(longTurn, 25 * MINUTE_MS, { world: { ...createWorld(), hermesPause } })
    const found = [...samples].flatMap((sample) => detector.detect(sample.sample, DEFAULT_LIMITS)).at(-1)
    expect(found?.kind).toBe('writes-stalled')
    expect(found?.evidence.includes('Hermes is paused, but running turns continue.')).toBe(isSaid)
  })
})
