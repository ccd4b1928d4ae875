import { SectionCard } from '@/components/ui/section-card'
import { type LimitField, SESSION_FIELDS } from '@/lib/domain/watch/limits/limit-fields'
import type { SessionLimits } from '@/lib/domain/watch/limits/limits'
import { visibleName } from '@/lib/shared/visible-name'
import { INPUT, MINIMUMS, STEPS } from './limit-input'
import { fieldValue, hasOverrides, type OverrideRow, overrideFieldValue } from './limits-model'
import { OVERRIDES_NOTE, SET_OVERRIDES } from './words'

type Row = OverrideRow & { readonly index: number }
type Props = { title: string; rows: readonly Row[]; general: SessionLimits }

/** Limits of one source or job. A job's limits override its source's. */
export function LimitOverrides({ title, rows, general }: Props) {
  if (rows.length === 0) return null
  return (
    <SectionCard title={title} subtitle={OVERRIDES_NOTE}>
      <details open={rows.some(hasOverrides)} className="border-t border-line">
        <summary className="flex min-h-10 items-center px-4 text-accent-text">{SET_OVERRIDES}</summary>
        {rows.map((row) => (
          <fieldset key={row.key} className="border-t border-line px-4 py-3">
            <legend className="sr-only">{visibleName(row.label)}</legend>
            <input type="hidden" name={`override.${row.index}.key`} value={row.key} />
            <div className="grid grid-cols-2 items-end gap-x-4 gap-y-2 lg:grid-cols-[minmax(0,1fr)_repeat(4,9rem)]">
              <p className="col-span-2 self-center wrap-anywhere lg:col-span-1" aria-hidden>
                {visibleName(row.label)}
              </p>
              {SESSION_FIELDS.map((field) => (
                <OverrideField key={field.name} row={row} field={field} general={general[field.name]} />
              ))}
            </div>
          </fieldset>
        ))}
      </details>
    </SectionCard>
  )
}

type FieldProps = { row: Row; field: LimitField<keyof SessionLimits>; general: number | null }

function OverrideField({ row, field, general }: FieldProps) {
  const { name, label, unit, isOptional } = field
  return (
    <label className="min-w-0">
      <span className="block text-support text-text-2">
        {label}
        {unit === label.toLowerCase() ? '' : `, ${unit}`}
      </span>
      <input
        type="number"
        name={`override.${row.index}.${name}`}
        defaultValue={overrideFieldValue(field, row.limits[name])}
        placeholder={fieldValue(field, general) || 'no limit'}
        min={isOptional ? 0 : (MINIMUMS[unit] ?? 1)}
        step={STEPS[unit] ?? 1}
        className={INPUT}
      />
    </label>
  )
}
