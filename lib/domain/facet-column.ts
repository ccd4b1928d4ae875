/** One property of very many sessions by number: a dozen values stand for sixty thousand rows. */
import { isAutomation } from './judge-sessions.ts'
import type { Session } from './session.ts'

export const FACETS = ['group', 'source', 'state', 'endReason', 'model', 'job'] as const
export type FacetKey = (typeof FACETS)[number]
export type SessionGroup = 'people' | 'automation'

export type FacetColumn = {
  readonly values: readonly (string | null)[]
  /** By place: which of the values. */
  readonly codes: Uint32Array
}

export const eachFacet = <T>(make: (key: FacetKey) => T): Record<FacetKey, T> => ({
  group: make('group'),
  source: make('source'),
  state: make('state'),
  endReason: make('endReason'),
  model: make('model'),
  job: make('job'),
})

export const groupOf = ({ source }: Session): SessionGroup => (isAutomation(source) ? 'automation' : 'people')

const VALUE_OF: Readonly<Record<FacetKey, (session: Session) => string | null>> = {
  group: groupOf,
  source: ({ source }) => source,
  state: ({ state }) => state,
  endReason: ({ endReason }) => endReason,
  model: ({ model }) => model,
  job: ({ cronJobId }) => cronJobId,
}

export function facetColumn(sessions: readonly Session[], key: FacetKey): FacetColumn {
  const pick = VALUE_OF[key]
  const known = new Map<string | null, number>()
  const codes = new Uint32Array(sessions.length)
  let place = 0
  for (const session of sessions) {
    const value = pick(session)
    let code = known.get(value)
    if (code === undefined) {
      code = known.size
      known.set(value, code)
    }
    codes[place] = code
    place += 1
  }
  return { values: [...known.keys()], codes }
}
