/** A week of normal operation must not raise an incident. */
import { describe, expect, it } from 'vitest'
import { QUIET_WEEK_SAMPLES, quietWeek } from '../../testing/watch/quiet-week.ts'
import { createReplay } from '../../testing/watch/replay.ts'

describe('a quiet week', () => {
  it('has 120,960 samples and no incident', () => {
    const replay = createReplay()
    let samples = 0
    for (const sample of quietWeek()) {
      replay.takeSample(sample)
      samples += 1
    }
    expect(samples).toBe(120_960)
    expect(QUIET_WEEK_SAMPLES).toBe(samples)
    expect(replay.notifications).toEqual([])
    expect(replay.open()).toEqual([])
  }, 300_000)
})
