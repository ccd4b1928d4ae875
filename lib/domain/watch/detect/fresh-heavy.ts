/** One number of the heavy look, unless it is unknown or too old to say anything about now. */
import { HOUR_MS } from '../../../shared/time.ts'
import type { HeavySign, LightSample } from '../light-sample.ts'

const OLDEST_MS = 2 * HOUR_MS

type Counted = Exclude<keyof HeavySign, 'atMs' | 'largeFiles'>

export function numberOf(
  { heavy, atMs }: LightSample,
  part: Counted,
): { readonly sign: HeavySign; readonly value: number } | null {
  if (heavy === null || atMs - heavy.atMs > OLDEST_MS) return null
  const value = heavy[part]
  return value === null || !Number.isFinite(value) ? null : { sign: heavy, value: Math.max(0, value) }
}
