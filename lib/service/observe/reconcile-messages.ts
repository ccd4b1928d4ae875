/**
 * Brings the roll-ups back in line after Hermes, or a restore, removed or put back messages below the
 * high-water mark. Compares each session's rows by count, newest id and sum of ids over an index, and counts
 * again only the sessions that differ. Texts rewritten in place keep their first size until then.
 */
import { readOrFault } from '../../collect/database/open-state-db.ts'
import { iterateSessionMessages } from '../../collect/sessions/read-message-batch.ts'
import {
  readSessionMessageCounts,
  type SessionMessageCount,
} from '../../collect/sessions/read-message-totals.ts'
import { rollUpMessages } from '../../domain/sessions/message-rollup.ts'
import { advanceIndex, type IndexState, readIndexState } from '../../store/samples/index-state.ts'
import {
  addRollups,
  dropRollups,
  type RollupSummary,
  readRollupSummaries,
} from '../../store/samples/message-rollups.ts'
import { type IndexInput, indexMessages } from './index-messages.ts'
import { searchSessionsAgain } from './search-nul-messages.ts'

export type Reconciled = {
  /** False: not caught up yet, or another thread advanced. Retry later. */
  readonly done: boolean
  readonly compared: number
  readonly recounted: number
  readonly dropped: number
}

export function reconcileMessages(input: IndexInput & { readonly nowMs: number }): Reconciled {
  const { store, homeId, db, nowMs } = input
  // Sessions are compared up to the high-water mark, which must belong to the file as it is now.
  const { complete } = indexMessages(input)
  let state = readIndexState(store, homeId)
  const tally = { compared: 0, recounted: 0, dropped: 0 }
  if (!complete || state === null) return { done: complete, ...tally }

  const ours = readRollupSummaries(store, homeId)
  const pieces = readSessionMessageCounts(db, state.highWater)
  for (;;) {
    const { value: piece, done } = readOrFault(() => pieces.next())
    if (done === true) break
    const changed = piece.filter((theirs) => canLookup(theirs) && !isSame(ours.get(theirs.sessionId), theirs))
    state = rewrite(input, state, changed, ours, true)
    if (state === null) return { done: false, ...tally }
    searchSessionsAgain(
      input,
      changed.map(({ sessionId }) => sessionId),
    )
    for (const { sessionId } of piece) ours.delete(sessionId)
    tally.compared += piece.length
    tally.recounted += changed.length
  }

  const gone = Array.from(ours.keys(), (sessionId) => ({ sessionId })).filter(canLookup)
  state = rewrite(input, state, gone, ours, false)
  if (state === null) return { done: false, ...tally }
  tally.dropped = gone.length
  const reconciled = { ...state, lastReconciledMs: nowMs }
  return { done: advanceIndex(store, homeId, state, reconciled, () => undefined), ...tally }
}

type Named = { readonly sessionId: string }

/** An id with invalid UTF-8 reads back as another id, so its counts are kept. */
const canLookup = ({ sessionId }: Named): boolean => !sessionId.includes('\uFFFD')

const isSame = (ours: RollupSummary | undefined, theirs: SessionMessageCount): boolean =>
  ours !== undefined &&
  ours.messages === theirs.messages &&
  ours.maxMessageId === theirs.maxMessageId &&
  ours.idSum === theirs.idSum

/** The sampler also waits for Steward's write lock, so it is held for few sessions at a time. */
const SESSIONS_AT_ONCE = 200

/** Drops the sessions' roll-ups and, where they still exist, counts them again. Null: another process moved on. */
function rewrite(
  { store, homeId, db, capabilities }: IndexInput,
  from: IndexState,
  sessions: readonly Named[],
  ours: ReadonlyMap<string, RollupSummary>,
  recount: boolean,
): IndexState | null {
  let state = from
  for (let start = 0; start < sessions.length; start += SESSIONS_AT_ONCE) {
    const ids = sessions.slice(start, start + SESSIONS_AT_ONCE).map(({ sessionId }) => sessionId)
    const counted = recount
      ? ids.flatMap((id) => {
          const facts = readOrFault(() =>
            iterateSessionMessages(db, capabilities.messageColumns, id, from.highWater),
          )
          return [...rollUpMessages(facts).values()]
        })
      : []
    const before = ids.reduce((sum, id) => sum + (ours.get(id)?.messages ?? 0), 0)
    const after = counted.reduce((sum, { messages }) => sum + messages, 0)
    const next: IndexState = { ...state, messages: state.messages - before + after }
    const replaced = advanceIndex(store, homeId, state, next, () => {
      dropRollups(store, homeId, ids)
      addRollups(store, homeId, counted)
    })
    if (!replaced) return null
    state = next
  }
  return state
}
