/** Changes of a view. Each returns a new view that differs in one thing. */
import { isTextSort, type SortKey } from '@/lib/domain/sessions/list/session-columns'
import type { AmountKey, FlagKey, RangeName, SessionsView, ValueFilterKey } from './view-state'

/** Choosing a value again removes it. */
export function toggleValue(view: SessionsView, key: ValueFilterKey, value: string): SessionsView {
  const chosen = view.facets[key]
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
  return { ...view, facets: { ...view.facets, [key]: next } }
}

export const clearValues = (view: SessionsView, key: ValueFilterKey): SessionsView => ({
  ...view,
  facets: { ...view.facets, [key]: [] },
})

export function setRange(
  view: SessionsView,
  name: RangeName,
  min: number | null,
  max: number | null,
): SessionsView {
  const amounts: Partial<Record<AmountKey, number>> = { ...view.amounts }
  delete amounts[`min${name}`]
  delete amounts[`max${name}`]
  if (min !== null) amounts[`min${name}`] = min
  if (max !== null) amounts[`max${name}`] = max
  return { ...view, amounts }
}

/** Puts the two days in order. */
export function setStarted(view: SessionsView, from: string | null, to: string | null): SessionsView {
  const isReversed = from !== null && to !== null && from > to
  return { ...view, started: isReversed ? { from: to, to: from } : { from, to } }
}

export function setFlag(view: SessionsView, key: FlagKey, value: boolean | null): SessionsView {
  const flags: Partial<Record<FlagKey, boolean>> = { ...view.flags }
  delete flags[key]
  if (value !== null) flags[key] = value
  return { ...view, flags }
}

/** Numbers start with the largest, text at A. Sorting again reverses the order. */
export function sortBy(view: SessionsView, sort: SortKey): SessionsView {
  const defaultOrder = isTextSort(sort) ? 'asc' : 'desc'
  const order = view.sort !== sort ? defaultOrder : view.order === 'asc' ? 'desc' : 'asc'
  return { ...view, sort, order }
}

/** Keeps the group, which is where one searches rather than what for. */
export const clearFilters = (view: SessionsView): SessionsView => ({
  ...view,
  q: '',
  facets: { source: [], state: [], job: [], model: [], endReason: [] },
  amounts: {},
  started: { from: null, to: null },
  flags: {},
})
