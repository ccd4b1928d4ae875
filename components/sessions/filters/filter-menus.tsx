'use client'

import Check from 'lucide-react/icons/check'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import type { Go, ListingPage } from '@/components/sessions/table/use-listing'
import { setFlag, setRange, toggleValue } from '@/components/sessions/view-changes'
import { ViewLink } from '@/components/sessions/view-link'
import type { FlagKey, SessionsView, ValueFilterKey } from '@/components/sessions/view-state'
import { formatCount } from '@/lib/shared/numbers'
import { Menu } from './menu'
import { RangeChoice } from './range-choice'
import { StartedChoice } from './started-choice'
import {
  AGE_NOTE,
  AGE_PRESETS,
  AGE_RANGE,
  FACET_LABELS,
  FLAG_WORDS,
  moreValuesWords,
  NO_VALUES,
  RANGE_FILTERS,
  valueLabel,
} from './words'

type Props = { view: SessionsView; go: Go }

/** The available values, each with the number of sessions it would leave. */
export function FacetMenu({ name, view, page, go }: Props & { name: ValueFilterKey; page: ListingPage }) {
  return (
    <Menu label={FACET_LABELS[name]}>
      {() => <FacetValues name={name} view={view} page={page} go={go} />}
    </Menu>
  )
}

function FacetValues({ name, view, page, go }: Props & { name: ValueFilterKey; page: ListingPage }) {
  const facet = page.facets?.[name]
  if (facet === undefined || facet.values.length === 0)
    return <p className="px-2 py-1.5 text-text-3">{NO_VALUES}</p>
  return (
    <ul>
      {facet.values.map(({ value, count }) => {
        const filterValue = value ?? 'null'
        const isChosen = view.facets[name].includes(filterValue)
        return (
          <li key={filterValue}>
            <ViewLink
              view={toggleValue(view, name, filterValue)}
              go={go}
              current={isChosen}
              className="menu-item"
            >
              <Box isChosen={isChosen} />
              <bdi className="min-w-0 flex-1 truncate">{valueLabel(page.facets, name, filterValue)}</bdi>
              <span className="text-text-3">{formatCount(count)}</span>
            </ViewLink>
          </li>
        )
      })}
      {facet.more > 0 && (
        <li className="px-2 py-1.5 text-support text-text-3">{moreValuesWords(name, facet.more)}</li>
      )}
    </ul>
  )
}

export function AgeMenu({ view, go }: Props) {
  const { minIdleHours: min = null, maxIdleHours: max = null } = view.amounts
  return (
    <Menu label="Age">
      {() => (
        <>
          <p className="px-2 pt-1 pb-1.5 text-support text-text-3">{AGE_NOTE}</p>
          <ul>
            {AGE_PRESETS.map((preset) => {
              const isChosen = preset.min === min && preset.max === max
              const next = isChosen
                ? setRange(view, 'IdleHours', null, null)
                : setRange(view, 'IdleHours', preset.min, preset.max)
              return (
                <li key={preset.label}>
                  <ViewLink view={next} go={go} current={isChosen} className="menu-item">
                    <Box isChosen={isChosen} />
                    {preset.label}
                  </ViewLink>
                </li>
              )
            })}
          </ul>
          <div className="border-t border-line p-2">
            <RangeChoice range={AGE_RANGE} view={view} go={go} />
            <StartedChoice view={view} go={go} />
          </div>
        </>
      )}
    </Menu>
  )
}

const FLAGS: readonly FlagKey[] = ['protected', 'pinned', 'shelved']

export function MoreMenu({ view, page, go }: Props & { page: ListingPage }) {
  return (
    <Menu label="More" icon={<SlidersHorizontal size={14} strokeWidth={1.5} aria-hidden />} wide>
      {() => (
        <div className="grid gap-x-6 gap-y-4 p-2 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <div className="grid content-start gap-x-6 gap-y-4 md:grid-cols-2">
            {RANGE_FILTERS.map((range) => (
              <RangeChoice key={range.name} range={range} view={view} go={go} />
            ))}
          </div>
          <div className="grid content-start gap-4">
            {FLAGS.map((flag) => (
              <Flag key={flag} flag={flag} view={view} go={go} />
            ))}
            <div>
              <p className="pb-1 text-support font-medium text-text-3">{FACET_LABELS.endReason}</p>
              <div className="-mx-2">
                <FacetValues name="endReason" view={view} page={page} go={go} />
              </div>
            </div>
          </div>
        </div>
      )}
    </Menu>
  )
}

function Flag({ flag, view, go }: Props & { flag: FlagKey }) {
  const [label, yes, no] = FLAG_WORDS[flag]
  return (
    <div>
      <p className="pb-1 text-support font-medium text-text-3">{label}</p>
      <div className="flex flex-wrap gap-1.5">
        {([true, false] as const).map((value) => {
          const isChosen = view.flags[flag] === value
          return (
            <ViewLink
              key={String(value)}
              view={setFlag(view, flag, isChosen ? null : value)}
              go={go}
              current={isChosen}
              className="choice-chip"
            >
              {value ? yes : no}
            </ViewLink>
          )
        })}
      </div>
    </div>
  )
}

function Box({ isChosen }: { isChosen: boolean }) {
  return (
    <span aria-hidden className="grid size-4 flex-none place-content-center text-accent-text">
      {isChosen && <Check size={14} strokeWidth={2} />}
    </span>
  )
}
