/**
 * The sources and cron jobs that can have their own limits: those of this home, and all that already have
 * some.
 */
import type { Overview } from '@/lib/domain/overview/overview'
import type { LimitField } from '@/lib/domain/watch/limits/limit-fields'
import type { SessionLimits, WatchLimits } from '@/lib/domain/watch/limits/limits'

export type OverrideRow = {
  readonly key: string
  readonly kind: 'source' | 'job'
  readonly label: string
  readonly limits: Partial<SessionLimits>
}

/** The index of a row numbers its form fields. */
export function overrideRows(limits: WatchLimits, { sessions, cronJobs }: Overview): OverrideRow[] {
  const rows = new Map<string, OverrideRow>()
  const add = (kind: OverrideRow['kind'], name: string, label: string) => {
    const key = `${kind}:${name}`
    rows.set(key, { key, kind, label, limits: limits.overrides[key] ?? {} })
  }
  for (const source of Object.keys(sessions?.bySource ?? {})) if (source !== '') add('source', source, source)
  for (const { id, name, exists } of cronJobs ?? []) if (exists) add('job', id, name)
  for (const key of Object.keys(limits.overrides)) {
    if (rows.has(key)) continue
    const name = key.slice(key.indexOf(':') + 1)
    add(key.startsWith('job:') ? 'job' : 'source', name, name)
  }
  return [...rows.values()].sort((a, b) => rank(a) - rank(b))
}

/** Sources before jobs, otherwise in their original order. */
const rank = ({ kind }: OverrideRow): number => (kind === 'source' ? 0 : 1)

export const hasOverrides = ({ limits }: OverrideRow): boolean => Object.keys(limits).length > 0

/** The value in the field's unit; empty if there is no limit. */
export const fieldValue = (field: LimitField<string>, value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value / field.scale)

/** In an override, no budget is shown as 0. */
export const overrideFieldValue = (field: LimitField<string>, value: number | null | undefined): string =>
  value === null ? '0' : fieldValue(field, value)
