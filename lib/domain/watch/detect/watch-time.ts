/**
 * Time as the detector counts it. Watched time only runs while somebody looks, so that nothing opens or closes over
 * minutes nobody saw; span also counts the gaps, for what goes on by itself, such as a disk. Neither follows a clock
 * that is set forward or back between two looks.
 */
import { MINUTE_MS } from '../../../shared/time.ts'
import type { LightSample } from '../light-sample.ts'

export type Moment = {
  readonly watchedMs: number
  readonly spanMs: number
  /** Between the look before and this one; null where nobody watched. */
  readonly stepMs: number | null
}

/** A look this late saw nothing of what happened in between. */
const LONGEST_STEP_MS = 2 * MINUTE_MS

export function createWatchTime(): (sample: LightSample) => Moment {
  let watchedMs = 0
  let spanMs = 0
  let lastAtMs: number | null = null
  return ({ sinceMs, atMs }) => {
    const stepMs = sinceMs !== null && sinceMs >= 0 && sinceMs <= LONGEST_STEP_MS ? sinceMs : null
    const gapMs = lastAtMs === null ? 0 : Math.max(0, atMs - lastAtMs)
    watchedMs += stepMs ?? 0
    spanMs += stepMs ?? (Number.isFinite(gapMs) ? gapMs : 0)
    if (Number.isFinite(atMs)) lastAtMs = atMs
    return { watchedMs, spanMs, stepMs }
  }
}
