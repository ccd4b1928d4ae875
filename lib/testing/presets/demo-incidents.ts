/**
 * The demo's recent incidents: invented samples run through the real detector, so that title, timeline and
 * chart are what an operator would have seen. All are closed.
 */
import { randomUUID } from 'node:crypto'
import type { Incident } from '../../domain/watch/incidents/incident.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/time.ts'
import { frozenTurns, type Played, play, talk } from '../watch/field-incidents.ts'
import { createReplay } from '../watch/replay.ts'
import { createWorld, type Doing, STEP_MS, type World } from '../watch/world.ts'
import { DEMO } from './demo-figures.ts'
import { runawayShare } from './demo-runaway.ts'

/** Longer than any of its signals takes to clear. */
const OVER_MS = DEMO.runaway.endedAgoMs
const OUTAGE = { agoMs: 4 * DAY_MS + 5 * HOUR_MS, forMs: 42 * MINUTE_MS, overMs: 5 * MINUTE_MS }

export type DemoRun = { readonly id: string; readonly title: string; readonly jobId: string }

export function demoIncidents(nowMs: number, run: DemoRun): Incident[] {
  const { lastedMs } = DEMO.runaway
  return [
    ...replayedIncidents(
      play((_, atMs) => ({ doing: { ...talk(atMs), ...runaway(run, atMs) } }), lastedMs, {
        world: worldAt(nowMs - OVER_MS - lastedMs),
        after: OVER_MS,
      }),
    ),
    ...replayedIncidents(
      play(frozenTurns, OUTAGE.forMs, { world: worldAt(nowMs - OUTAGE.agoMs), after: OUTAGE.overMs }),
    ).map(withAcknowledgment),
  ]
}

/** A home in which the problem starts at this time. `play` adds fifteen quiet minutes before. */
function worldAt(beginsMs: number): World {
  const nowMs = beginsMs - 15 * MINUTE_MS
  const world = createWorld()
  const gateway = { ...world.gateway, activeMs: nowMs }
  return { ...world, nowMs, lastMessageMs: nowMs, gateway }
}

function replayedIncidents(samples: Iterable<Played>): Incident[] {
  const replay = createReplay()
  for (const { sample } of samples) replay.takeSample(sample)
  return replay.closed.map((incident) => ({ ...incident, id: randomUUID(), homeId: 'main' }))
}

function runaway({ id, title, jobId }: DemoRun, atMs: number): Readonly<Record<string, Doing>> {
  const { endedAgoMs, lastedMs, burstMs, messages, toolCalls, tokens } = DEMO.runaway
  const ageMs = endedAgoMs + lastedMs - atMs
  const share = runawayShare(ageMs) - runawayShare(ageMs + STEP_MS)
  const soFar = (ms: number, of: number) =>
    Math.round((Math.max(0, ms - (lastedMs - burstMs)) / burstMs) * of)
  const spoke = soFar(atMs, messages) - soFar(atMs - STEP_MS, messages)
  if (share === 0 && spoke === 0) return {}
  return {
    [id]: {
      source: 'cron',
      title,
      cronJobId: jobId,
      apiCalls: 1,
      messages: spoke,
      toolCalls: soFar(atMs, toolCalls) - soFar(atMs - STEP_MS, toolCalls),
      repeats: soFar(atMs, toolCalls),
      repeatedCall: 'terminal {"command":"himalaya envelope list"}',
      tokens: {
        input: tokens.input * share,
        output: tokens.output * share,
        cacheRead: tokens.cacheRead * share,
        cacheWrite: tokens.cacheWrite * share,
      },
    },
  }
}

function withAcknowledgment(incident: Incident): Incident {
  const atMs = incident.openedMs + 6 * MINUTE_MS
  const note = 'Restarting the gateway.'
  const seen = { atMs, kind: 'acknowledged' as const, words: `operator: ${note}` }
  return {
    ...incident,
    acknowledged: { atMs, by: 'operator', note },
    timeline: [...incident.timeline, seen].sort((left, right) => left.atMs - right.atMs),
  }
}
