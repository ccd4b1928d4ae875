/** Actions that seem helpful but would make an incident worse. */
import { formatBytes, formatPlural } from '../../../shared/numbers.ts'
import type { AdviceContext } from './advise.ts'
import type { Incident } from './incident.ts'

export function* notNow(
  { kind }: Incident,
  { holders, databaseBytes, freeBytes }: AdviceContext,
): Generator<string> {
  yield 'Do not delete state.db-wal or state.db-shm: the newest messages may lie only there.'
  const others = holders?.filter(({ self }) => !self) ?? null
  if (others === null) yield 'Do not compact: who holds the database is unknown.'
  else if (others.length > 0)
    yield `Do not compact: ${formatPlural(others.length, 'process holds', 'processes hold')} the database.`
  else if (
    kind === 'disk-filling' &&
    (databaseBytes === null || freeBytes === null || freeBytes < databaseBytes * 2)
  )
    yield `Do not compact now: it needs up to twice the database${databaseBytes === null ? '' : `, ${formatBytes(databaseBytes * 2)},`} in free room.`
  switch (kind) {
    case 'runaway-session':
    case 'session-over-limits':
      yield 'Do not delete the session to stop it: its process goes on and makes the row again.'
      return
    case 'disk-filling':
    case 'inodes-filling':
      yield 'Do not delete state.db to make room.'
      return
    case 'deleted-inode-held':
    case 'database-replaced':
    case 'newest-row-frozen':
      yield 'Do not replace or copy over state.db while a process runs.'
      return
    case 'database-malformed':
    case 'database-gone':
      yield 'Do not start Hermes, or a cleanup, before the database is back: a new empty one would hide the old.'
      return
    case 'flush-storm-due':
      yield 'Do not restart the gateway before the expired routes are gone.'
      return
    default:
      return
  }
}
