/** Decides which tempting actions to warn about, because they would make the incident worse. */
import type { AdviceContext } from './advise.ts'
import type { Incident } from './incident.ts'
import { ADVICE_WARNINGS } from './words.ts'

export function* adviseAgainst(
  { kind }: Incident,
  { holders, databaseBytes, freeBytes }: AdviceContext,
): Generator<string> {
  yield ADVICE_WARNINGS.deleteWal
  const others = holders?.filter(({ self }) => !self) ?? null
  if (others === null) yield ADVICE_WARNINGS.compactUnknown
  else if (others.length > 0) yield ADVICE_WARNINGS.compactHeld(others.length)
  else if (
    kind === 'disk-filling' &&
    (databaseBytes === null || freeBytes === null || freeBytes < databaseBytes * 2)
  )
    yield ADVICE_WARNINGS.compactWithoutRoom(databaseBytes)
  switch (kind) {
    case 'runaway-session':
    case 'session-over-limits':
      yield ADVICE_WARNINGS.deleteSession
      return
    case 'disk-filling':
    case 'inodes-filling':
      yield ADVICE_WARNINGS.deleteDatabase
      return
    case 'deleted-inode-held':
    case 'database-replaced':
    case 'newest-row-frozen':
      yield ADVICE_WARNINGS.replaceDatabase
      return
    case 'database-malformed':
    case 'database-gone':
      yield ADVICE_WARNINGS.startHermes
      return
    case 'flush-storm-due':
      yield ADVICE_WARNINGS.restartGateway
      return
    default:
      return
  }
}
