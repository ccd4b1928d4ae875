/** Reports the contents of the database, its holders, and whether it would shrink. */
import { readSearchState } from '../../collect/database/read-search-state.ts'
import { readSurroundings } from '../../collect/home/read-surroundings.ts'
import { buildDatabaseView } from '../../domain/database/build-database-view.ts'
import type { DatabaseView, OrphansView } from '../../domain/database/database-view.ts'
import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import { SECOND_MS } from '../../shared/time.ts'
import type { CountWish } from '../observe/database-counter.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { readDatabaseCountState } from '../observe/read-database-count-state.ts'

export type DatabaseInput = {
  /** `again` is for an explicit request. Otherwise a count is reused for an hour. */
  readonly count: CountWish
}

/** Small databases are counted within this, so that the first visitor sees numbers at once. */
const FIRST_COUNT_WAIT_MS = 1.5 * SECOND_MS

export async function readDatabase(home: HomeObserver, { count }: DatabaseInput): Promise<DatabaseView> {
  const { status } = await home.observe()
  const assessed = await home.assessed()
  const { snapshot } = assessed
  const counted = await readDatabaseCountState(home, assessed, count, FIRST_COUNT_WAIT_MS)
  return buildDatabaseView(
    {
      snapshot,
      notes: home.readDatabase((db, { capabilities }) => readSearchState(db, capabilities.tables)),
      surroundings: readSurroundings(home.home.path),
      refusals: status.refusals,
      counted,
      orphanMessages: orphanMessages(home, assessed),
    },
    home.now(),
  )
}

/** Known only once all messages are counted, because an uncounted message is not an orphan. */
function orphanMessages(
  home: HomeObserver,
  { sessions, messageBytes }: AssessedHome,
): OrphansView['messages'] {
  const counted = home.memory?.sessionMessages() ?? null
  if (sessions === null || counted === null || messageBytes('') === null) return null
  const known = new Set(sessions.map(({ id }) => id))
  // Most homes have none, and searching memory is faster than summing.
  if (![...counted.keys()].some((id) => !known.has(id))) return { sessions: 0, rows: 0, bytes: 0 }
  const totals = home.memory?.orphanMessages(known) ?? null
  return totals === null ? null : { sessions: totals.sessions, rows: totals.messages, bytes: totals.bytes }
}
