/** One number of the heavy sample. Null if unknown or too old. */
import { HOUR_MS } from '../../../shared/time.ts'
import type { HeavySample, LightSample } from '../light-sample.ts'

const OLDEST_MS = 2 * HOUR_MS

type HeavyNumber = Exclude<keyof HeavySample, 'atMs' | 'filesAtMs' | 'largeFiles'>

const OF_FILES: ReadonlySet<HeavyNumber> = new Set<HeavyNumber>(['temporaryPackBytes', 'logBytes'])

export function freshValue(
  { heavy, atMs }: LightSample,
  part: HeavyNumber,
): { readonly seenMs: number; readonly value: number } | null {
  if (heavy === null) return null
  const seenMs = OF_FILES.has(part) ? heavy.filesAtMs : heavy.atMs
  const value = heavy[part]
  if (atMs - seenMs > OLDEST_MS || value === null || !Number.isFinite(value)) return null
  return { seenMs, value: Math.max(0, value) }
}
