/** The last count of a home's database by object, with one counter shared by all requests. */
import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import { SECOND_MS } from '../../shared/time.ts'
import { type CountRequest, type CountState, DatabaseCounter } from './database-counter.ts'
import type { HomeObserver } from './home-observer.ts'

/** Small databases are counted within this, so that the first visitor sees numbers at once. */
const FIRST_COUNT_WAIT_MS = 1.5 * SECOND_MS

const counter = new DatabaseCounter()

export function readDatabaseCountState(
  home: HomeObserver,
  { snapshot }: AssessedHome,
  request: CountRequest,
  waitMs = FIRST_COUNT_WAIT_MS,
): Promise<CountState> {
  const others = snapshot.liveness.holders?.some(({ self }) => !self) ?? true
  const subject = { path: home.home.path, memory: home.memory, now: () => home.now(), alone: !others }
  // A file that cannot be read is not counted, because the thread would meet the same fault. Nor is one while paused.
  return counter.observe(subject, snapshot.database.ok && !home.sampler.paused ? request : 'stop', waitMs)
}
