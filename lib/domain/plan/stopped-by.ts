/** What each refusal of a home blocks. */
import type { Action } from './action.ts'

/** These block everything: nothing in the home may change. */
const STOPS_ALL: ReadonlySet<string> = new Set(['read-only'])

/** These block some actions. All others block actions that write rows. */
const STOPS_SOME: ReadonlyMap<string, ReadonlySet<Action>> = new Map<string, ReadonlySet<Action>>([
  ['unknown-table', new Set(['prune-sessions', 'close-leaked', 'gateway-entries'])],
])

const WRITES_ROWS: ReadonlySet<Action> = new Set<Action>([
  'prune-sessions',
  'close-leaked',
  'gateway-entries',
  'compact-database',
])

export const stopsAction = (code: string, action: Action): boolean =>
  STOPS_ALL.has(code) || (STOPS_SOME.get(code) ?? WRITES_ROWS).has(action)
