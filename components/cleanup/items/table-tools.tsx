'use client'

import Search from 'lucide-react/icons/search'
import type { PlanPage } from '@/components/cleanup/plan/plan-page-model'
import { PARTS, type PlanFilter, type PlanPart } from '@/components/cleanup/plan/plan-view-state'
import { ACTION_WORDS } from '@/lib/domain/plan/words'
import { formatCount } from '@/lib/shared/numbers'

type Props = {
  plan: PlanPage
  filter: PlanFilter
  change: (change: Partial<PlanFilter>) => void
}

const PART_WORDS: Readonly<Record<PlanPart, string>> = {
  all: 'All',
  go: 'Will go',
  unticked: 'Unticked',
  kept: 'Kept',
}

/** Filters of the list. The kind is only offered if there are several. */
export function TableTools({ plan, filter, change }: Props) {
  const { act, keep } = plan.totals
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-3 md:px-4">
      <fieldset
        aria-label="Verdict"
        className="inline-flex flex-none rounded-control border border-line bg-inset p-px"
      >
        {PARTS.map((part) => (
          <button
            key={part}
            type="button"
            aria-pressed={filter.part === part}
            onClick={() => change({ part, group: null })}
            className="h-10 rounded-chip px-2 text-support whitespace-nowrap text-text-2 hover:text-text aria-pressed:bg-raised aria-pressed:font-medium aria-pressed:text-text aria-pressed:ring-1 aria-pressed:ring-line-strong md:h-[1.625rem]"
          >
            {part === 'go' && plan.restores !== null ? 'Come back' : PART_WORDS[part]}
          </button>
        ))}
      </fieldset>
      {plan.steps.length > 1 && (
        <select
          aria-label="Kind"
          value={filter.step ?? ''}
          onChange={({ target }) =>
            change({ step: target.value === '' ? null : Number(target.value), group: null })
          }
          className="h-10 max-w-full rounded-control border border-line bg-inset px-2 text-support md:h-7 md:max-w-56"
        >
          <option value="">Kind: any</option>
          {[...plan.steps.entries()].map(([step, { action }]) => (
            <option key={step} value={step}>
              {ACTION_WORDS[action].name}
            </option>
          ))}
        </select>
      )}
      <label className="flex h-10 min-w-40 flex-1 items-center gap-2 rounded-control border border-line bg-inset px-2.5 text-text-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent md:h-7">
        <Search size={14} strokeWidth={1.5} aria-hidden />
        <span className="sr-only">Filter the items</span>
        <input
          type="search"
          data-filter
          value={filter.q}
          onChange={({ target }) => change({ q: target.value })}
          placeholder={`Filter ${formatCount(act.items + keep.items)} items`}
          className="w-full min-w-0 bg-transparent text-text outline-none placeholder:text-text-3"
        />
      </label>
      <span className="hidden text-support text-text-3 lg:inline">Largest first</span>
    </div>
  )
}
