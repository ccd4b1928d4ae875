/** The incident's values as a line over time. Zero and the limit are always visible. */
import type { Incident } from '@/lib/domain/watch/incidents/incident'

export function evidenceChart(
  { values, limit }: Pick<Incident, 'values' | 'limit'>,
  width: number,
  height: number,
): { readonly path: string; readonly limitY: number | null } {
  const first = values[0]
  const last = values.at(-1)
  if (first === undefined || last === undefined || first.atMs === last.atMs) return { path: '', limitY: null }
  const top = values.reduce((highest, { value }) => Math.max(highest, value), Math.max(limit ?? 0, 1))
  const x = (atMs: number) => Math.round(((atMs - first.atMs) / (last.atMs - first.atMs)) * width)
  const y = (value: number) => Math.round((1 - Math.max(0, value) / top) * (height - 2) * 10) / 10 + 1
  return {
    path: values.map(({ atMs, value }, index) => `${index === 0 ? 'M' : 'L'}${x(atMs)} ${y(value)}`).join(''),
    limitY: limit === null ? null : y(limit),
  }
}
