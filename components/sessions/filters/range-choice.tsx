'use client'

import type { FormEvent } from 'react'
import type { Go } from '@/components/sessions/table/use-listing'
import { setRange } from '@/components/sessions/view-changes'
import { ViewLink } from '@/components/sessions/view-link'
import type { SessionsView } from '@/components/sessions/view-state'
import type { RangeFilter } from './words'

type Props = { range: RangeFilter; view: SessionsView; go: Go }

/** Preset bounds and two fields for custom ones. */
export function RangeChoice({ range, view, go }: Props) {
  const { name, label, presets, format, example, parse, typed } = range
  const [min, max] = [view.amounts[`min${name}`] ?? null, view.amounts[`max${name}`] ?? null]
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const bound = (key: string) => parse(String(form.get(key) ?? ''))
    event.currentTarget.closest('details')?.removeAttribute('open')
    go(setRange(view, name, bound('min'), bound('max')))
  }
  return (
    <div>
      <p className="pb-1 text-support font-medium text-text-3">{label}</p>
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {presets.map((preset) => {
          const isChosen = min === preset && max === null
          return (
            <ViewLink
              key={preset}
              view={setRange(view, name, isChosen ? null : preset, null)}
              go={go}
              current={isChosen}
              label={`${label}: ${format(preset)} or more`}
              className="choice-chip"
            >
              ≥ {brief(format(preset))}
            </ViewLink>
          )
        })}
      </div>
      <form onSubmit={apply} className="mt-1.5 flex items-center gap-1.5 text-support text-text-3">
        <input
          key={`min${min}`}
          name="min"
          defaultValue={min === null ? '' : typed(min)}
          placeholder={example}
          aria-label={`${label}, at least`}
          className="amount-box"
        />
        to
        <input
          key={`max${max}`}
          name="max"
          defaultValue={max === null ? '' : typed(max)}
          placeholder="any"
          aria-label={`${label}, at most`}
          className="amount-box"
        />
        <button type="submit" className="choice-chip">
          Set
        </button>
      </form>
    </div>
  )
}

/** `1 MB` instead of `1.00 MB`. */
const brief = (words: string): string => words.replace(/\.0+(?!\d)/, '')
