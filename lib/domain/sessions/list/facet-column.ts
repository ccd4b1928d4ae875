/**
 * One property of all sessions, stored as numbers, because a few values are shared by tens of thousands of
 * rows.
 */
import { isAutomation } from '../assess-sessions.ts'
import type { Session } from '../session.ts'

export const FACETS = ['group', 'source', 'state', 'endReason', 'model', 'job'] as const
export type FacetKey = (typeof FACETS)[number]
export type SessionGroup = 'people' | 'automation'

export type FacetColumn = {
  /** Each distinct kind: one value, or in the conversation view those of all sessions of an entry. */
  readonly kinds: readonly (readonly (string | null)[])[]
  /** By session index: which of the kinds. */
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

export const sessionGroupOf = ({ source }: Session): SessionGroup =>
  isAutomation(source) ? 'automation' : 'people'

const VALUE_OF: Readonly<Record<FacetKey, (session: Session) => string | null>> = {
  group: sessionGroupOf,
  source: ({ source }) => source,
  state: ({ state }) => state,
  endReason: ({ endReason }) => endReason,
  model: ({ model }) => model,
  job: ({ cronJobId }) => cronJobId,
}

/** `behind` returns all sessions of an entry. Null for a session on its own. */
export function facetColumn(
  sessions: readonly Session[],
  key: FacetKey,
  behind: (session: Session) => readonly Session[] | null = () => null,
): FacetColumn {
  const pick = VALUE_OF[key]
  const kinds: (readonly (string | null)[])[] = []
  const ofOne = new Map<string | null, number>()
  const ofSeveral = new Map<string, number>()
  const codeOf = <Name>(known: Map<Name, number>, name: Name, kind: () => readonly (string | null)[]) => {
    const present = known.get(name)
    if (present !== undefined) return present
    known.set(name, kinds.length)
    return kinds.push(kind()) - 1
  }
  const codeOfOne = (value: string | null) => codeOf(ofOne, value, () => [value])
  const codes = new Uint32Array(sessions.length)
  let place = 0
  for (const session of sessions) {
    const members = behind(session)
    if (members === null) codes[place] = codeOfOne(pick(session))
    else {
      const values = valuesOf(key, session, members)
      codes[place] =
        values.length === 1
          ? codeOfOne(values[0] ?? null)
          : codeOf(ofSeveral, JSON.stringify(values), () => values)
    }
    place += 1
  }
  return { kinds, codes }
}

/** An entry has all values of its sessions, with three exceptions. */
function valuesOf(key: FacetKey, entry: Session, members: readonly Session[]): readonly (string | null)[] {
  const all = [...new Set(members.map(VALUE_OF[key]))].sort()
  // A person's chat does not count as automation because of its subagents.
  if (key === 'group') return [sessionGroupOf(entry)]
  // Parts end long before their conversation does, so only an open part is notable.
  if (key === 'state') return all.length === 1 ? all : all.filter((state) => state !== 'ended')
  // Continuations of a cron run have ordinary ids.
  if (key === 'job') return all.length === 1 ? all : all.filter((job) => job !== null)
  return all
}
