/** Labels of the filters, and the active ones as chips. */

import { clearValues, setFlag, setRange, setStarted } from '@/components/sessions/view-changes'
import type { FlagKey, RangeName, SessionsView, ValueFilterKey } from '@/components/sessions/view-state'
import type { SessionPage } from '@/lib/domain/sessions/list/session-query'
import { formatBytes, formatCount, formatShort } from '@/lib/shared/numbers'
import { formatUsd } from '@/lib/shared/usd'
import { visibleText } from '@/lib/shared/visible-text'
import { describeAge, parseAge } from './parse-age'
import { parseAmount } from './parse-amount'

export const FACET_LABELS: Readonly<Record<ValueFilterKey, string>> = {
  source: 'Source',
  state: 'State',
  job: 'Job',
  model: 'Model',
  endReason: 'End reason',
}

export type RangeFilter = {
  readonly name: RangeName
  readonly label: string
  readonly presets: readonly number[]
  readonly format: (amount: number) => string
  /** An example of what can be typed. */
  readonly example: string
  /** Parses what was typed. */
  readonly parse: (text: string) => number | null
  /** Formats the amount the way it is typed. */
  readonly typed: (amount: number) => string
}

const AMOUNT = { parse: parseAmount, typed: String }

/** Hours since the last activity. */
export const AGE_RANGE: RangeFilter = {
  name: 'IdleHours',
  label: 'Age',
  presets: [],
  format: describeAge,
  example: '7 d',
  parse: parseAge,
  typed: describeAge,
}

const AMOUNTS: readonly Omit<RangeFilter, 'parse' | 'typed'>[] = [
  { name: 'Messages', label: 'Messages', presets: [50, 200, 500, 1_000], format: formatCount, example: '50' },
  { name: 'ToolCalls', label: 'Tool calls', presets: [20, 100, 500], format: formatCount, example: '100' },
  {
    name: 'Tokens',
    label: 'Tokens',
    presets: [100_000, 1_000_000, 10_000_000],
    format: formatShort,
    example: '1 M',
  },
  { name: 'CostUsd', label: 'Cost', presets: [0.1, 1, 10], format: formatUsd, example: '0.50' },
  {
    name: 'TotalBytes',
    label: 'Size',
    presets: [100_000, 1_000_000, 10_000_000],
    format: formatBytes,
    example: '1 MB',
  },
  {
    name: 'Bytes',
    label: 'On disk',
    presets: [100_000, 1_000_000, 10_000_000],
    format: formatBytes,
    example: '1 MB',
  },
  {
    name: 'MessageBytes',
    label: 'In state.db',
    presets: [100_000, 1_000_000, 10_000_000],
    format: formatBytes,
    example: '1 MB',
  },
]

export const RANGE_FILTERS: readonly RangeFilter[] = AMOUNTS.map((range) => ({ ...range, ...AMOUNT }))

export type AgePreset = { readonly label: string; readonly min: number | null; readonly max: number | null }

export const AGE_PRESETS: readonly AgePreset[] = [
  { label: 'Last hour', min: null, max: 1 },
  { label: 'Last day', min: null, max: 24 },
  { label: 'Last 7 days', min: null, max: 168 },
  { label: 'Over 1 day', min: 24, max: null },
  { label: 'Over 7 days', min: 168, max: null },
  { label: 'Over 30 days', min: 720, max: null },
  { label: 'Over 90 days', min: 2_160, max: null },
]

export const FLAG_WORDS: Readonly<Record<FlagKey, readonly [label: string, yes: string, no: string]>> = {
  pinned: ['Pinned', 'pinned', 'not pinned'],
  shelved: ['Shelved', 'shelved', 'not shelved'],
  protected: ['Protected', 'protected', 'not protected'],
}

export type FilterChip = {
  readonly key: string
  readonly label: string
  readonly value: string
  readonly without: SessionsView
}

/** The active filters, each with the view without it. */
export function filterChips(view: SessionsView, facets: SessionPage['facets']): FilterChip[] {
  return [
    ...FACETS.flatMap((key): FilterChip[] => {
      const chosen = view.facets[key]
      if (chosen.length === 0) return []
      const value = chosen.map((one) => valueLabel(facets, key, one)).join(', ')
      return [{ key, label: FACET_LABELS[key], value, without: clearValues(view, key) }]
    }),
    ...ageChip(view),
    ...startedChip(view),
    ...RANGE_FILTERS.flatMap(({ name, label, format }): FilterChip[] => {
      const value = boundsWords(view, name, format)
      return value === null ? [] : [{ key: name, label, value, without: setRange(view, name, null, null) }]
    }),
    ...FLAGS.flatMap((key): FilterChip[] => {
      const flag = view.flags[key]
      if (flag === undefined) return []
      const [label] = FLAG_WORDS[key]
      return [{ key, label, value: flag ? 'yes' : 'no', without: setFlag(view, key, null) }]
    }),
  ]
}

const FACETS: readonly ValueFilterKey[] = ['source', 'state', 'job', 'model', 'endReason']
const FLAGS: readonly FlagKey[] = ['pinned', 'shelved', 'protected']

/** A job by its name in the facets; any other value as it is, with control characters made visible. */
export function valueLabel(facets: SessionPage['facets'], key: ValueFilterKey, value: string): string {
  if (value === 'null') return 'none'
  const known = facets?.[key].values.find((one) => one.value === value)
  return visibleText(known?.label ?? value)
}

function boundsWords(
  { amounts }: SessionsView,
  name: RangeName,
  format: (amount: number) => string,
): string | null {
  const [min, max] = [amounts[`min${name}`], amounts[`max${name}`]]
  if (min !== undefined && max !== undefined) return `${format(min)} to ${format(max)}`
  if (min !== undefined) return `${format(min)} or more`
  return max === undefined ? null : `${format(max)} or less`
}

function startedChip(view: SessionsView): FilterChip[] {
  const { from, to } = view.started
  if (from === null && to === null) return []
  const days = from === null ? `until ${to}` : to === null ? `from ${from}` : `${from} to ${to}`
  const value = `${from === to ? from : days} UTC`
  return [{ key: 'started', label: 'Started', value, without: setStarted(view, null, null) }]
}

function ageChip(view: SessionsView): FilterChip[] {
  const { minIdleHours: min = null, maxIdleHours: max = null } = view.amounts
  if (min === null && max === null) return []
  const preset = AGE_PRESETS.find((one) => one.min === min && one.max === max)
  const hours = (count: number) => (count >= 48 ? `${formatCount(count / 24)} d` : `${formatCount(count)} h`)
  const value =
    preset?.label.toLowerCase() ??
    (min === null
      ? `under ${hours(max ?? 0)}`
      : max === null
        ? `over ${hours(min)}`
        : `${hours(min)} to ${hours(max)}`)
  return [{ key: 'age', label: 'Age', value, without: setRange(view, 'IdleHours', null, null) }]
}

export const NO_VALUES = 'Nothing to choose from here.'
export const AGE_NOTE = 'Since the last activity'
export const SEARCH_SESSIONS = 'Search sessions by title, id, job, source or model'
export const STARTED_FROM = 'Started on or after'
export const STARTED_TO = 'Started on or before'

/** Search covers every column here except the end reason. */
export const moreValuesWords = (name: ValueFilterKey, more: number): string =>
  `${formatCount(more)} more, each with fewer.${name === 'endReason' ? '' : ' Search finds their sessions by name.'}`

export const searchPlaceholder = (sessions: number): string =>
  `Search all ${formatCount(sessions)}: title, id, job, source, model`

export const removeFilterLabel = (label: string, value: string): string =>
  `Remove the filter ${label}: ${value}`
