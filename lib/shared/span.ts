/** Formats durations: two units where the second matters, otherwise one. */
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

/** `2 d 4 h`, `1 h 59 min`, `3 min`, `40 s`; rounded down. */
export function formatSpan(spanMs: number): string {
  const ms = Math.max(0, spanMs)
  if (ms >= DAY_MS) return twoUnits(ms, DAY_MS, 'd', HOUR_MS, 'h')
  if (ms >= HOUR_MS) return twoUnits(ms, HOUR_MS, 'h', MINUTE_MS, 'min')
  if (ms >= MINUTE_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  return `${Math.floor(ms / SECOND_MS)} s`
}

/** `0.8 s`: tenths below ten seconds, where they tell live from slow. */
export const formatFresh = (spanMs: number): string =>
  spanMs < 10 * SECOND_MS
    ? `${(Math.floor(Math.max(0, spanMs) / 100) / 10).toFixed(1)} s`
    : formatSpan(spanMs)

function twoUnits(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small)
  const head = `${Math.floor(ms / large)} ${largeName}`
  return rest === 0 ? head : `${head} ${rest} ${smallName}`
}
