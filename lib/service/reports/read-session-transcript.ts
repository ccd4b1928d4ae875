/** Reads a transcript from the database itself, a few messages at a time. */

import { hasSession } from '../../collect/sessions/has-session.ts'
import { type MessageHeads, readMessageHeads } from '../../collect/sessions/read-message-heads.ts'
import type { Fault } from '../../domain/home/fault.ts'
import type { BadCursor } from '../../domain/sessions/list/session-query.ts'
import type { NoSuchSession } from '../../domain/sessions/session.ts'
import {
  type TranscriptPage,
  type TranscriptQuery,
  transcriptPage,
  transcriptPlace,
} from '../../domain/sessions/transcript.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { HomeObserver } from '../observe/home-observer.ts'

export type TranscriptAnswer = Result<TranscriptPage, Fault | NoSuchSession | BadCursor>

export function readSessionTranscript(
  home: HomeObserver,
  { id, query }: { readonly id: string; readonly query: TranscriptQuery },
): TranscriptAnswer {
  const place = transcriptPlace(query)
  if (place === null)
    return failed({ code: 'bad-input', message: 'cursor: not one of ours. Begin again without it.' })
  const read = home.readDatabase((db, { capabilities }) => ({
    known: capabilities.tables.includes('sessions') && hasSession(db, id),
    found: capabilities.tables.includes('messages')
      ? readMessageHeads(db, capabilities.messageColumns, id, place, query.limit)
      : NONE,
  }))
  if (!read.ok) return read
  const { known, found } = read.value
  // Messages may outlive their session's row and can still be read.
  if (!known && (found === null || found.heads.length === 0)) return failed({ code: 'no-such-session' })
  if (found === null)
    return failed({ code: 'db-malformed', detail: 'no index leads from a session to its messages' })
  return ok(transcriptPage(found.heads, place, found.shown))
}

const NONE: MessageHeads = { heads: [], shown: 0 }
