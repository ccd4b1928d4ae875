/** One row of the benchmark, and shared statistics. */

export type BenchRow = {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** Upper or lower limit. Null if only reported. */
  readonly limit: number | { readonly least: number } | null
  readonly ok: boolean
}

export const benchRow = (
  name: string,
  value: number,
  unit: string,
  limit: BenchRow['limit'] = null,
): BenchRow => ({
  name,
  value: Math.round(value * 1000) / 1000,
  unit,
  limit,
  ok: limit === null || (typeof limit === 'number' ? value <= limit : value >= limit.least),
})

export const median = (values: readonly number[]): number => percentile(values, 50)

/** The value that `percent` of all values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0
}
