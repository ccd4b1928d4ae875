/** Helpers to delete and restore rows in a test. */
import type { Database } from 'better-sqlite3'
import { readCapabilities } from '../../collect/database/read-capabilities.ts'
import { readTrigrams } from '../../collect/database/read-trigrams.ts'
import type { SessionDelete } from '../../execute/rows/delete-order.ts'
import type { DeleteOptions } from '../../execute/rows/delete-sessions.ts'
import { type HomeWriter, openWriter } from '../../execute/rows/open-writer.ts'
import { saveSessions } from '../../execute/rows/save-sessions.ts'
import type { SavedRows } from '../../execute/rows/saved-rows.ts'
import { decodeLine } from '../../execute/rows/saved-session.ts'

export type Prepare = {
  readonly isAlone?: boolean
  readonly patienceMs?: number
  /** Applied to the writable handle. */
  readonly change?: (db: Database) => void
}

export async function withWriter<T>(
  home: string,
  work: (writer: HomeWriter) => Promise<T>,
  { isAlone = false, patienceMs, change }: Prepare = {},
): Promise<T> {
  const opened = openWriter(home, {
    readCapabilities,
    readTrigrams,
    isAlone: () => isAlone,
    timeoutMs: patienceMs,
  })
  if (!opened.ok) throw new Error(opened.fault.code)
  change?.(opened.value.db)
  try {
    return await work(opened.value)
  } finally {
    opened.value.close()
  }
}

export const FREELY: DeleteOptions = { protect: () => null, saved: null, stop: () => false }

/** Everything a bundle would contain of these items. */
export function saveAll(writer: HomeWriter, items: readonly SessionDelete[]): SavedRows & { all: string[] } {
  const saving = saveSessions(
    writer,
    items.map(({ target }) => target.sessionId),
  )
  const all = [...saving.lines]
  return { proof: saving.proof, all, lines: (id) => all.filter((line) => decodeLine(line)?.id === id) }
}

/** The same writer with the shortest possible turns, so that several turns are needed on any machine. */
export const inShortestTurns = (writer: HomeWriter): HomeWriter => ({
  ...writer,
  turn: (body) => writer.turn(() => body({ isOver: () => true })),
})
