/**
 * The detector's time. Watched time only runs while samples arrive, so that nothing opens or closes over a
 * gap. Span includes gaps, for what continues anyway, such as a disk filling. Neither follows clock changes.
 */
import { MINUTE_MS } from '../../../shared/time.ts'
import type { LightSample } from '../light-sample.ts'

export type Moment = {
  readonly watchedMs: number
  readonly spanMs: number
  /** Since the previous sample. Null after a gap. */
  readonly stepMs: number | null
}

/** After a longer step, nothing is known about the time in between. */
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
