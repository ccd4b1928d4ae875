/** Removes a session that could not be restored completely. Null on success. */
import { rowDeletes } from '../delete-rows.ts'
import type { HomeWriter } from '../open-writer.ts'
import { readWithRetry } from '../read-with-retry.ts'
import { sessionReader } from '../session-reader.ts'
import { portionFrom } from '../sized-messages.ts'
import type { WriteFault } from '../write-fault.ts'

const CHUNK = { messages: 50, bytes: 400_000 }

export async function undoRestore(
  writer: HomeWriter,
  sessionId: string,
  newestInserted: bigint,
): Promise<WriteFault | null> {
  const deletes = rowDeletes(writer.db, writer.tables)
  const all = readWithRetry(writer.reader, () =>
    sessionReader(writer.reader, writer.tables).messageSizes(sessionId),
  )
  if ((all.at(-1)?.id ?? 0n) > newestInserted) return IN_USE
  for (let at = 0; ; ) {
    const turn = await writer.turn((clock) => {
      let reached = at
      while (reached < all.length && !clock.isOver()) {
        const chunk = portionFrom(all, reached, CHUNK)
        deletes.messages(sessionId, chunk)
        reached += chunk.length
      }
      if (reached >= all.length) deletes.session(sessionId)
      return reached
    })
    if (!turn.ok) return turn.fault
    at = turn.value
    if (at >= all.length) return null
  }
}

const IN_USE: WriteFault = { code: 'sqlite', message: 'Hermes wrote to it in the meantime.' }
