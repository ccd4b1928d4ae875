/** Removes a session that could not be restored completely. Null on success. */
import { rowDeletes } from '../delete-rows.ts'
import type { HomeWriter } from '../open-writer.ts'
import { readWithRetry } from '../read-with-retry.ts'
import { sessionReader } from '../session-reader.ts'
import type { WriteFault } from '../write-fault.ts'

const CHUNK = 50

export async function undoRestore(
  writer: HomeWriter,
  sessionId: string,
  newestInserted: bigint,
): Promise<WriteFault | null> {
  const deletes = rowDeletes(writer.db, writer.tables)
  const ids = readWithRetry(writer.reader, () =>
    sessionReader(writer.reader, writer.tables).messageIds(sessionId),
  )
  if ((ids.at(-1) ?? 0n) > newestInserted) return IN_USE
  for (let at = 0; ; ) {
    const turn = await writer.turn((clock) => {
      let reached = at
      while (reached < ids.length && !clock.isOver()) {
        deletes.messages(sessionId, ids.slice(reached, reached + CHUNK))
        reached += CHUNK
      }
      if (reached >= ids.length) deletes.session(sessionId)
      return reached
    })
    if (!turn.ok) return turn.fault
    at = turn.value
    if (at >= ids.length) return null
  }
}

const IN_USE: WriteFault = { code: 'sqlite', message: 'Hermes has written to it meanwhile.' }
