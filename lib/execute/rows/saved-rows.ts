/** What was saved of a batch, and whether the database still contains exactly that. */
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { skip } from './check-session.ts'
import type { HomeWriter } from './open-writer.ts'
import { encodeValue } from './row-text.ts'
import type { SaveProof, SessionProof } from './save-sessions.ts'
import { decodeLine, digestHead, digestMessage, type SavedLine, type SavedSession } from './saved-session.ts'
import { sessionReader } from './session-reader.ts'

export type SavedLines = Iterable<string> | AsyncIterable<string>

export type SavedRows = {
  readonly proof: SaveProof
  /** The lines of one session. Starts over on each call. */
  readonly lines: (sessionId: string) => SavedLines
}

/** Called inside the transaction that deletes the rows. Null if the save matches them exactly. */
export type CheckSaved = {
  readonly session: (id: string) => Outcome | null
  /** Its row and related rows, without messages. */
  readonly head: (id: string) => Outcome | null
  /** Some of its messages, with `left` messages after them. */
  readonly messages: (id: string, ids: readonly bigint[], left: number) => Outcome | null
}

export function savedCheck(writer: HomeWriter, saved: SavedRows | null): CheckSaved {
  if (saved === null) return { session: nothing, head: nothing, messages: nothing }
  const { version, sessions } = saved.proof
  const read = sessionReader(writer.db, writer.tables)
  const isUntouched = () => Number(writer.db.pragma('data_version', { simple: true })) === version
  const head = (id: string): Outcome | null => {
    const proof = sessions.get(id)
    if (proof === undefined) return { kind: 'failed', code: 'not-saved', message: NOT_SAVED }
    if (isUntouched()) return null
    const row = read.row(id)
    const isSame =
      row !== null &&
      digestHead({ row, sides: read.sides(id) }) === proof.head &&
      read.children(id).every((child) => proof.children.includes(encodeValue(child)))
    return isSame ? null : skip('row-changed')
  }
  const messages = (id: string, ids: readonly bigint[], left: number): Outcome | null => {
    if (isUntouched()) return null
    const wanted = sessions.get(id)?.messages ?? []
    const from = wanted.length - left - ids.length
    const rows = read.messages(ids)
    const isSame = rows.every((row, index) => digestMessage(row) === wanted[from + index])
    return isSame && rows.length === ids.length ? null : skip('row-changed')
  }
  return { head, messages, session: (id) => head(id) ?? messages(id, read.messageIds(id), 0) }
}

const nothing = (): null => null

export const NOT_SAVED = 'It was not saved, so it was not taken. It was left as it is.'

/** Rebuilds the proof from saved lines, if the process that saved them is gone. */
export async function proveFromLines(lines: SavedLines): Promise<SaveProof> {
  const sessions = new Map<string, SessionProof>()
  let open: { head: SavedSession; messages: string[] } | null = null
  for await (const line of readSaved(lines)) {
    if (line.kind === 'session') open = { head: line, messages: [] }
    if (open?.head.id !== line.id) continue
    for (const message of line.messages) open.messages.push(digestMessage(message))
    if (line.more) continue
    sessions.set(line.id, {
      head: digestHead(open.head),
      children: open.head.children.map(encodeValue),
      messages: open.messages,
    })
    open = null
  }
  return { version: NEVER, sessions }
}

/** Matches no `data_version`, so that the rows themselves are compared. */
const NEVER = -1

/**
 * Throws on an unreadable line, which the bundle's checksum should have caught. Bundles of 0.1.0 have an empty line
 * after each session.
 */
export async function* readSaved(lines: SavedLines): AsyncGenerator<SavedLine> {
  for await (const text of lines) {
    if (text.trim() === '') continue
    const line = decodeLine(text)
    if (line === null) throw new Error('a saved line cannot be read')
    yield line
  }
}
