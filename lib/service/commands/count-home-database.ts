/** Counts a home's database again although the last count is recent, or stops the count in progress. */
import type { DatabaseView } from '../../domain/database/database-view.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import { readDatabaseCountState } from '../observe/read-database-count-state.ts'
import { viewDatabase } from '../reports/read-database.ts'

export type CountDatabaseInput = { readonly count: 'again' | 'stop' }

export async function countHomeDatabase(
  home: HomeObserver,
  { count }: CountDatabaseInput,
): Promise<DatabaseView> {
  const assessed = await home.assessed()
  return viewDatabase(home, assessed, await readDatabaseCountState(home, assessed, count))
}
