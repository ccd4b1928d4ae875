/**
 * Filters sessions and counts each facet. A facet is counted under all filters except its own, so that every
 * option shows how many it would match.
 */

import { membersOf } from '../fold-conversations.ts'
import type { Session, SessionState } from '../session.ts'
import { eachFacet, FACETS, type FacetColumn, type FacetKey, type SessionGroup } from './facet-column.ts'
import { COLUMNS, RANGE_KEYS, type RangeKey } from './session-columns.ts'
import type { TabulatedSessions } from './session-table.ts'

export type Bounds = { readonly min: number | null; readonly max: number | null }

/** Empty lists and nulls do not filter. A null inside a list matches sessions without a value. */
export type SessionFilter = {
  readonly q: string | null
  readonly group: SessionGroup | 'all'
  readonly source: readonly string[]
  readonly state: readonly SessionState[]
  readonly endReason: readonly (string | null)[]
  readonly model: readonly (string | null)[]
  readonly job: readonly (string | null)[]
  /** Includes the lower bound but not the upper, like the age buckets. */
  readonly idleMs: Bounds
  /** When it began. Includes the lower bound only. */
  readonly startedMs: Bounds
  /** Includes both bounds. */
  readonly ranges: Readonly<Partial<Record<RangeKey, Bounds>>>
  readonly pinned: boolean | null
  readonly shelved: boolean | null
  readonly protected: boolean | null
}

export type FacetCounts = Readonly<Record<FacetKey, ReadonlyMap<string | null, number>>>

/** Indexes of all matches in table order, and the counts of every facet. */
export function filterSessions(
  table: TabulatedSessions,
  filter: SessionFilter,
  nowMs: number,
): { matches: number[]; facets: FacetCounts } {
  const facets = FACETS.map((key) => openFacet(table.facets[key], wantedOf(filter, key)))
  const asked = facets.filter(({ wanted }) => wanted !== null)
  const fits = makeFits(table, filter, nowMs)
  const matches: number[] = []
  for (const [place, session] of table.sessions.entries()) {
    const missed = missedFacet(asked, place)
    if (missed === 'several' || (fits !== null && !fits(session, place))) continue
    if (missed !== null) {
      count(missed, place)
      continue
    }
    matches.push(place)
    for (const facet of facets) count(facet, place)
  }
  const counted = new Map(FACETS.map((key, index) => [key, facets[index]]))
  return { matches, facets: eachFacet((key) => namedCounts(counted.get(key))) }
}

type OpenFacet = FacetColumn & {
  /** Whether each kind is selected, by number. Null: no filter. */
  readonly wanted: Uint8Array | null
  readonly counts: Uint32Array
}

function openFacet(column: FacetColumn, values: ReadonlySet<string | null> | null): OpenFacet {
  return {
    ...column,
    wanted:
      values && Uint8Array.from(column.kinds, (kind) => (kind.some((value) => values.has(value)) ? 1 : 0)),
    counts: new Uint32Array(column.kinds.length),
  }
}

function wantedOf(filter: SessionFilter, key: FacetKey): ReadonlySet<string | null> | null {
  if (key === 'group') return filter.group === 'all' ? null : new Set([filter.group])
  const values: readonly (string | null)[] = filter[key]
  return values.length === 0 ? null : new Set(values)
}

/** The only facet a session fails. Null for none. */
function missedFacet(asked: readonly OpenFacet[], place: number): OpenFacet | 'several' | null {
  let missed: OpenFacet | null = null
  for (const facet of asked) {
    if (facet.wanted?.[facet.codes[place] ?? 0] === 1) continue
    if (missed !== null) return 'several'
    missed = facet
  }
  return missed
}

function count({ counts, codes }: OpenFacet, place: number): void {
  const code = codes[place] ?? 0
  counts[code] = (counts[code] ?? 0) + 1
}

function namedCounts(facet: OpenFacet | undefined): Map<string | null, number> {
  const named = new Map<string | null, number>()
  for (const [code, kind] of facet?.kinds.entries() ?? []) {
    const found = facet?.counts[code] ?? 0
    if (found > 0) for (const value of kind) named.set(value, (named.get(value) ?? 0) + found)
  }
  return named
}

type Fits = (session: Session, place: number) => boolean

/** Everything except facets. Text search comes last because it is the slowest. */
function makeFits(table: TabulatedSessions, filter: SessionFilter, nowMs: number): Fits | null {
  const checks: Fits[] = []
  const { pinned, shelved, idleMs, startedMs: began, ranges } = filter
  if (pinned !== null) checks.push((session) => session.pinned === pinned)
  if (shelved !== null) checks.push((session) => session.archived === shelved)
  if (filter.protected !== null) checks.push(({ protections }) => protections.length > 0 === filter.protected)
  // A time in the future counts as fresh, as in the age buckets.
  if (isSet(idleMs)) checks.push(({ lastActiveMs }) => isFrom(Math.max(0, nowMs - lastActiveMs), idleMs))
  if (isSet(began)) checks.push(({ startedMs }) => isFrom(startedMs, began))
  for (const key of RANGE_KEYS) {
    const bounds = ranges[key]
    if (bounds !== undefined) checks.push((_, place) => isWithin(COLUMNS[key](table, place), bounds))
  }
  if (filter.q !== null && filter.q !== '') checks.push(makeSearch(table, filter.q))
  return checks.length === 0 ? null : (session, place) => checks.every((check) => check(session, place))
}

const isSet = ({ min, max }: Bounds): boolean => min !== null || max !== null

const isFrom = (value: number, { min, max }: Bounds): boolean =>
  (min === null || value >= min) && (max === null || value < max)

const isWithin = (value: number | string | null, { min, max }: Bounds): boolean =>
  typeof value === 'number' && (min === null || value >= min) && (max === null || value <= max)

/**
 * Searches title, id, job, source and model of every session of the entry. The last three have few values, so
 * each is searched once.
 */
function makeSearch({ members, jobName }: TabulatedSessions, q: string): Fits {
  const sought = q.toLowerCase()
  const known = new Map<string, boolean>()
  const inShared = (text: string | null): boolean => {
    if (text === null) return false
    const seen = known.get(text)
    if (seen !== undefined) return seen
    const found = text.toLowerCase().includes(sought)
    known.set(text, found)
    return found
  }
  const jobs = new Map<string, boolean>()
  const inJob = (jobId: string): boolean => {
    const found = jobs.get(jobId) ?? jobName(jobId).toLowerCase().includes(sought)
    jobs.set(jobId, found)
    return found
  }
  const has = ({ id, title, source, model, cronJobId }: Session): boolean =>
    inShared(source) ||
    inShared(model) ||
    (cronJobId !== null && inJob(cronJobId)) ||
    id.toLowerCase().includes(sought) ||
    (title?.toLowerCase().includes(sought) ?? false)
  return (session) => {
    const conversation = members.get(session.id)
    return conversation === undefined ? has(session) : membersOf(conversation).some(has)
  }
}
