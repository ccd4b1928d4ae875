/** Reports the contents of the database, its holders, and whether it would shrink. */
import { readSearchState } from '../../collect/database/read-search-state.ts'
import { readSurroundings } from '../../collect/home/read-surroundings.ts'
import { buildDatabaseView } from '../../domain/database/build-database-view.ts'
import type { DatabaseView, OrphansView } from '../../domain/database/database-view.ts'
import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import type { CountState } from '../observe/database-counter.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { readDatabaseCountState } from '../observe/read-database-count-state.ts'

/** A count is reused for an hour. */
export async function readDatabase(home: HomeObserver): Promise<DatabaseView> {
  const assessed = await home.assessed()
  return viewDatabase(home, assessed, await readDatabaseCountState(home, assessed, 'if-needed'))
}

export function viewDatabase(home: HomeObserver, assessed: AssessedHome, counted: CountState): DatabaseView {
  return buildDatabaseView(
    {
      snapshot: assessed.snapshot,
      notes: home.readDatabase((db, { capabilities }) => readSearchState(db, capabilities.tables)),
      surroundings: readSurroundings(home.home.path),
      refusals: home.refusals(assessed),
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
