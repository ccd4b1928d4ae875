import { SectionCard } from '@/components/ui/section-card'
import { type LimitField, SESSION_FIELDS } from '@/lib/domain/watch/limits/limit-fields'
import type { SessionLimits } from '@/lib/domain/watch/limits/limits'
import { visibleName } from '@/lib/shared/visible-name'
import { INPUT, LEAST, STEP } from './limit-input'
import { hasOwn, type OverrideRow, ownShownAs, shownAs } from './limits-model'

type Row = OverrideRow & { readonly no: number }
type Props = { title: string; rows: readonly Row[]; general: SessionLimits }

/** A source or a job may have limits of its own; a job's outrank its source's. */
export function OwnLimits({ title, rows, general }: Props) {
  if (rows.length === 0) return null
  return (
    <SectionCard
      title={title}
      subtitle="An empty field is as for all; a token budget of 0 is none. A job outranks its source."
    >
      <details open={rows.some(hasOwn)} className="border-t border-line">
        <summary className="flex min-h-10 items-center px-4 text-accent-text">
          Set limits of their own
        </summary>
        {rows.map((row) => (
          <fieldset key={row.key} className="border-t border-line px-4 py-3">
            <legend className="sr-only">{visibleName(row.label)}</legend>
            <input type="hidden" name={`override.${row.no}.key`} value={row.key} />
            <div className="grid grid-cols-2 items-end gap-x-4 gap-y-2 lg:grid-cols-[minmax(0,1fr)_repeat(4,9rem)]">
              <p className="col-span-2 self-center wrap-anywhere lg:col-span-1" aria-hidden>
                {visibleName(row.label)}
              </p>
              {SESSION_FIELDS.map((field) => (
                <OwnField key={field.name} row={row} field={field} general={general[field.name]} />
              ))}
            </div>
          </fieldset>
        ))}
      </details>
    </SectionCard>
  )
}

type FieldProps = { row: Row; field: LimitField<keyof SessionLimits>; general: number | null }

function OwnField({ row, field, general }: FieldProps) {
  const { name, label, unit, isOptional } = field
  return (
    <label className="min-w-0">
      <span className="block text-support text-text-2">
        {label}
        {unit === label.toLowerCase() ? '' : `, ${unit}`}
      </span>
      <input
        type="number"
        name={`override.${row.no}.${name}`}
        defaultValue={ownShownAs(field, row.limits[name])}
        placeholder={shownAs(field, general) || 'no limit'}
        min={isOptional ? 0 : (LEAST[unit] ?? 1)}
        step={STEP[unit] ?? 1}
        className={INPUT}
      />
    </label>
  )
}
