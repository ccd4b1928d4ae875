/**
 * Texts about alert limits: an amount with its unit, a change for the audit log, and why limits are refused. Names and
 * explanations of the limits are in `limit-fields.ts`.
 */
import { HOME_FIELDS, type LimitField, SESSION_FIELDS } from './limit-fields.ts'
import type { WatchLimits } from './limits.ts'

export const TOO_MANY_OVERRIDES = 'Too many limits of their own'

/** Null means reset to defaults. */
export function describeLimitChange(before: WatchLimits, after: WatchLimits | null): string {
  if (after === null) return 'reset to defaults'
  const changes = [
    ...HOME_FIELDS.flatMap((field) => describeChange(field, before[field.name], after[field.name])),
    ...SESSION_FIELDS.flatMap((field) =>
      describeChange(field, before.session[field.name], after.session[field.name]),
    ),
  ]
  const isOther = JSON.stringify(before.overrides) !== JSON.stringify(after.overrides)
  const words = isOther ? [...changes, 'limits of their own for sources or jobs'] : changes
  return words.length === 0 ? 'saved as they were' : words.join('; ')
}

function describeChange(field: LimitField<string>, before: number | null, after: number | null): string[] {
  return before === after ? [] : [`${field.label} ${shown(field, before)} to ${shown(field, after)}`]
}

const shown = ({ scale, unit }: LimitField<string>, value: number | null): string =>
  value === null ? 'no limit' : `${value / scale} ${unit}`
