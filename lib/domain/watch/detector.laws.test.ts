/** What holds for any home and any order of events. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../shared/time.ts'
import { anySample } from '../../testing/watch/any-samples.ts'
import { createWorld, STEP_MS, takeSample } from '../../testing/watch/world.ts'
import { SIGNAL_NAMES, SIGNALS } from './detect/signals.ts'
import { createDetector } from './detector.ts'
import { foldIncidents } from './incidents/fold-incidents.ts'
import type { Incident, IncidentKind } from './incidents/incident.ts'
import type { LightSample } from './light-sample.ts'
import { DEFAULT_LIMITS, type WatchLimits } from './limits/limits.ts'

const LIMITS: WatchLimits = {
  ...DEFAULT_LIMITS,
  tokensPerHour: 400_000,
  tokensPerDay: 3_000_000,
  usdPerDay: 1,
}
/** Limits how long a failure is shrunk. */
const RUNS = { numRuns: 30, interruptAfterTimeLimit: 2 * MINUTE_MS }
/** The clearing time of the signal if it has its own subject, otherwise the shortest for the same subject. */
const quietMs = (kind: IncidentKind, subject: string): number =>
  Math.min(
    ...SIGNAL_NAMES.filter((sign) => SIGNALS[sign].kind === kind)
      .filter((sign) => kind !== 'burn-over-budget' || sign === `burn/${subject}`)
      .map((sign) => SIGNALS[sign].clearMs),
  )
/** Repeats each sample many times, so that time passes. */
const anyEpisode = fc.array(fc.tuple(anySample, fc.integer({ min: 1, max: 40 })), {
  minLength: 1,
  maxLength: 15,
})

function* samplesOf(episode: readonly (readonly [LightSample, number])[]): Generator<LightSample> {
  for (const [one, times] of episode) for (let i = 0; i < times; i += 1) yield one
}

describe('detection', { timeout: 300_000 }, () => {
  it('never throws, whatever a sample contains', () => {
    fc.assert(
      fc.property(fc.array(anySample, { maxLength: 60 }), (samples) => {
        const detector = createDetector()
        for (const sample of samples) expect(Array.isArray(detector.detect(sample, LIMITS))).toBe(true)
      }),
      RUNS,
    )
  })

  it('never opens the same incident twice within its clearing time', () => {
    fc.assert(
      fc.property(anyEpisode, (episode) => {
        const detector = createDetector()
        let open: readonly Incident[] = []
        let watchedMs = 0
        const openedMs = new Map<string, number>()
        for (const sample of samplesOf(episode)) {
          watchedMs += STEP_MS
          const seen = detector.detect({ ...sample, sinceMs: STEP_MS }, LIMITS)
          const folded = foldIncidents(open, seen, sample.atMs, { id: () => 'i', homeId: 'h' })
          open = folded.open
          for (const { kind, subject, timeline } of folded.changed) {
            if (timeline.at(-1)?.kind !== 'opened') continue
            const before = openedMs.get(`${kind} ${subject}`)
            if (before !== undefined)
              expect(watchedMs - before).toBeGreaterThanOrEqual(quietMs(kind, subject))
            openedMs.set(`${kind} ${subject}`, watchedMs)
          }
          expect(new Set(open.map(({ kind, subject }) => `${kind} ${subject}`)).size).toBe(open.length)
        }
      }),
      RUNS,
    )
  })

  it('does not depend on the order of sessions in a sample', () => {
    fc.assert(
      fc.property(anyEpisode, (episode) => {
        const [one, other] = [createDetector(), createDetector()]
        for (const sample of samplesOf(episode)) {
          const turned = { ...sample, moved: sample.moved.toReversed() }
          expect(JSON.stringify(other.detect(turned, LIMITS))).toBe(
            JSON.stringify(one.detect(sample, LIMITS)),
          )
        }
      }),
      RUNS,
    )
  })

  it('uses bounded memory with fifty new sessions at every sample', () => {
    const detector = createDetector()
    const world = createWorld()
    let most = 0
    for (let i = 0; i < 200; i += 1) {
      world.known.clear()
      const doing = Object.fromEntries(
        Array.from({ length: 50 }, (_, n) => [
          `s${i}_${n}`,
          { messages: 2_000, repeats: 30, iterationsSinceUser: 500, tokens: { input: 400_000 } },
        ]),
      )
      detector.detect(takeSample(world, { doing }), DEFAULT_LIMITS)
      most = Math.max(most, detector.trackedCount())
    }
    expect(most).toBeGreaterThan(256)
    expect(most).toBeLessThanOrEqual(256 + 2_000)
  })
})
