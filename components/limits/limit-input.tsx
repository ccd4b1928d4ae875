import { useId } from 'react'
import type { LimitField } from '@/lib/domain/watch/limits/limit-fields'
import { formatCount } from '@/lib/shared/numbers'
import { fieldValue } from './limits-model'

type Props = {
  group: string
  field: LimitField<string>
  value: number | null
  defaultLimit: number | null
}

/** One limit with its unit, its meaning and its default. */
export function LimitInput({ group, field, value, defaultLimit }: Props) {
  const id = useId()
  const { name, label, unit, words, isOptional } = field
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="font-strong">
        {label}
      </label>
      <span className="mt-1 flex items-center gap-2">
        <input
          id={id}
          type="number"
          name={`${group}.${name}`}
          defaultValue={fieldValue(field, value)}
          min={MINIMUMS[unit] ?? 1}
          step={STEPS[unit] ?? 1}
          required={!isOptional}
          placeholder={isOptional ? 'no limit' : undefined}
          aria-describedby={`${id}-words`}
          className={INPUT}
        />
        <span className="text-text-2">{unit}</span>
      </span>
      <p id={`${id}-words`} className="mt-1 text-support text-pretty text-text-3">
        {words} Usual:{' '}
        {defaultLimit === null ? 'no limit' : `${formatCount(defaultLimit / field.scale)} ${unit}`}.
      </p>
    </div>
  )
}

/** Counts are integers; sizes and money may have decimals. */
export const STEPS: Readonly<Record<string, string>> = { MB: 'any', USD: 'any' }
export const MINIMUMS: Readonly<Record<string, number>> = { MB: 0.001, USD: 0.01 }

export const INPUT =
  'h-10 w-full min-w-0 rounded-control border border-line-strong bg-inset px-2 text-right text-text placeholder:text-text-3 disabled:text-text-2 md:h-8 md:max-w-40'
