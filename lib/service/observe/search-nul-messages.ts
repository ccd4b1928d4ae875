/**
 * Searches new messages for a NUL while they are counted, and those of a home that an earlier Steward counted. Plans
 * then look up the few that were found. Synchronous, in slices: call it again until it returns true.
 */
import { readOrFault, readSafely } from '../../collect/database/open-state-db.ts'
import {
  readNulMessages,
  readNulMessagesOf,
  readTrigramSignature,
} from '../../collect/database/read-nul-messages.ts'
import { readFileGeneration, readMessageFingerprints } from '../../collect/sessions/read-message-totals.ts'
import { addNulMessages, advanceNulSearch, readNulSearch } from '../../store/samples/nul-messages.ts'
import type { IndexInput } from './index-messages.ts'

export function searchNulMessages(input: IndexInput): boolean {
  const { store, homeId, db, budgetMs = Number.POSITIVE_INFINITY } = input
  const untilMs = performance.now() + budgetMs
  const isOver = () => performance.now() >= untilMs
  const signature = readOrFault(() => signatureOf(input))
  const stored = readNulSearch(store, homeId)
  const isKnown = stored?.signature === signature && !readOrFault(() => wentBack(input, stored.highWater))
  let highWater = isKnown ? stored.highWater : 0
  for (;;) {
    const { found, upTo, complete } = readOrFault(() => readNulMessages(db, highWater, isOver))
    const isNew = upTo !== stored?.highWater || found.length > 0 || !isKnown
    if (isNew) advanceNulSearch(store, homeId, { signature, highWater: upTo }, found)
    highWater = upTo
    if (complete) return true
    if (isOver()) return false
  }
}

/** For sessions whose messages came back below the high-water mark. */
export function searchSessionsAgain(input: IndexInput, sessionIds: readonly string[]): void {
  const { store, homeId, db } = input
  const highWater = readNulSearch(store, homeId)?.highWater ?? 0
  const found = readSafely(() => readNulMessagesOf(db, sessionIds, highWater))
  // An unreadable index must not stop the count. Runs compare for themselves.
  if (found.ok && found.value.length > 0) addNulMessages(store, homeId, found.value)
}

const signatureOf = ({ db, capabilities: { tables }, identity }: IndexInput): string =>
  [identity, readFileGeneration(db, tables) ?? '', readTrigramSignature(db, tables)].join(' ')

/** Only a restored copy of the file lowers the sequence. */
function wentBack({ db }: IndexInput, highWater: number): boolean {
  const { maxId, sequence } = readMessageFingerprints(db)
  return (sequence ?? maxId) < highWater
}
