/**
 * Keeps sessions whose deletion would damage the trigram index. They are compared before the transaction, because
 * counting may take long, and again inside it only if another process has written since.
 */
import type { TrigramFault, Trigrams } from '../../domain/database/trigrams.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { skipTrigrams } from './check-session.ts'
import type { HomeWriter } from './open-writer.ts'
import { readWithRetry } from './read-with-retry.ts'
import { toWriteFault } from './write-fault.ts'

export type TrigramGuard = {
  /** Inside the transaction. Null if all its messages may be deleted. */
  readonly session: (id: string) => Outcome | null
  /** Some of its messages. */
  readonly messages: (id: string, messageIds: readonly bigint[]) => Outcome | null
}

export function trigramGuard(
  { db, reader, readTrigrams }: HomeWriter,
  sessionIds: readonly string[],
): TrigramGuard {
  const readVersion = () => Number(db.pragma('data_version', { simple: true }))
  const version = readWithRetry(db, readVersion)
  const before = readWithRetry(reader, () => readTrigrams(reader))
  const known = new Map<string, TrigramFault | null>()
  for (const id of sessionIds) {
    try {
      known.set(
        id,
        readWithRetry(reader, () => before.ofSession(id)),
      )
    } catch (error) {
      // A damaged session must not block the others. It is compared when its turn comes, and fails there.
      if (toWriteFault(error) === null) throw error
    }
  }
  let made: Trigrams | null = null
  const inside = (): Trigrams => {
    made ??= readTrigrams(db)
    return made
  }
  const faultOf = (id: string, compare: () => TrigramFault | null): Outcome | null => {
    const fault = known.get(id) ?? (known.has(id) && readVersion() === version ? null : compare())
    return fault === null ? null : skipTrigrams(fault, id)
  }
  return {
    session: (id) => faultOf(id, () => inside().ofSession(id)),
    messages: (id, messageIds) => faultOf(id, () => inside().ofMessages(messageIds)),
  }
}
