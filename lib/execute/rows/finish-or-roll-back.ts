/**
 * Recovers a batch whose run was killed while it deleted rows: every session ends up deleted or complete.
 * Missing sessions count as done, because they were saved. Sessions used meanwhile are restored from the
 * save.
 */
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { SessionTarget } from '../../domain/plan/target.ts'
import { DONE, isSameRow, refuseProtected, type SessionNow, sessionLookup, skip } from './check-session.ts'
import { deleteLargeSession, unfinishedDelete } from './delete-large-session.ts'
import { type SessionDelete, toDeleteGroups } from './delete-order.ts'
import { type DeleteOptions, deleteSessions, type Outcomes } from './delete-sessions.ts'
import type { HomeWriter } from './open-writer.ts'
import { readWithRetry } from './read-with-retry.ts'
import { insertAllMessages } from './restore/insert-messages.ts'
import { readSaved, type SavedRows } from './saved-rows.ts'

/** `saved` must come from `proveFromLines`. Afterwards the batch is done unless an outcome is `unfinished`. */
export async function finishOrRollBack(
  writer: HomeWriter,
  items: readonly SessionDelete[],
  options: DeleteOptions,
): Promise<Outcomes> {
  const lookup = sessionLookup(writer.reader)
  const outcomes = new Map<string, Outcome>()
  let intact: SessionDelete[] = []
  const deleteIntact = async () => {
    for (const [id, outcome] of await deleteSessions(writer, intact, options)) outcomes.set(id, outcome)
    intact = []
  }
  // In the order of the killed run: a complete child is deleted before its partly deleted parent.
  for (const item of toDeleteGroups(items).flat()) {
    const { target } = item
    const now = readWithRetry(writer.reader, () => lookup(target.sessionId))
    if (now === null) outcomes.set(target.sessionId, DONE)
    else if (isIntact(now, target) || !options.saved?.proof.sessions.has(target.sessionId)) intact.push(item)
    else {
      await deleteIntact()
      outcomes.set(target.sessionId, await resolvePartial(writer, target, options.saved, options.protect))
    }
  }
  await deleteIntact()
  return outcomes
}

const isIntact = (now: SessionNow, { mark: fingerprint }: SessionTarget): boolean =>
  now.messages === fingerprint.messages && now.newestMessageId === fingerprint.newestMessageId

async function resolvePartial(
  writer: HomeWriter,
  target: SessionTarget,
  saved: SavedRows,
  protect: DeleteOptions['protect'],
): Promise<Outcome> {
  const { sessionId, mark: fingerprint } = target
  const now = readWithRetry(writer.reader, () => sessionLookup(writer.reader)(sessionId))
  if (now === null) return DONE
  // The saved session is gone and Hermes started another under the same id, which must stay.
  if ((await savedStart(saved, sessionId)) !== now.startedAt) return DONE
  const protection = refuseProtected(protect(sessionId, writer.reader))
  const isOurs = isSameRow(now, fingerprint) && now.newestMessageId === fingerprint.newestMessageId
  if (isOurs && now.messages < fingerprint.messages && protection === null) {
    return deleteLargeSession(writer, target, { saved, protect, isResumed: true })
  }
  const fault = await insertAllMessages(writer, sessionId, () => saved.lines(sessionId))
  if (fault !== null) return unfinishedDelete(fault.message)
  if (protection !== null) return protection
  return skip(now.newestMessageId === fingerprint.newestMessageId ? 'row-changed' : 'message-arrived')
}

async function savedStart(saved: SavedRows, sessionId: string): Promise<unknown> {
  for await (const line of readSaved(saved.lines(sessionId))) {
    if (line.kind !== 'session' || line.id !== sessionId) continue
    const start = line.row.started_at
    return typeof start === 'bigint' ? Number(start) : start
  }
  return undefined
}
