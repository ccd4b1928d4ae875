/**
 * Every match of a query with only the fields a selection needs: session ids, bytes and protections. Stored
 * by column, because there may be 60,000.
 */
import { membersOf } from '../fold-conversations.ts'
import type { Protection } from '../session.ts'
import type { SessionListing } from './session-query.ts'
import type { TabulatedSessions } from './session-table.ts'

export type SessionPicks = {
  readonly ids: readonly string[]
  /** Of its files on disk. Null if the folder was not read. */
  readonly bytes: readonly number[] | null
  /** Inside state.db. Null until every message is counted. */
  readonly messageBytes: readonly number[] | null
  /** The first reason it is kept. Null if nothing protects it. */
  readonly protections: readonly (Protection['code'] | null)[]
  /** Entries left open, which must be closed before pruning. */
  readonly leaked: readonly string[]
  /** In the conversation view: the other sessions of an entry. */
  readonly members: readonly (readonly [id: string, others: readonly string[]])[]
}

export function sessionPicks(table: TabulatedSessions, { ordered }: SessionListing): SessionPicks {
  const places = ordered()
  const chosen = Array.from(places, (place) => table.sessions[place]).filter(
    (session) => session !== undefined,
  )
  const column = (values: Float64Array | null) => values && Array.from(places, (place) => values[place] ?? 0)
  return {
    ids: chosen.map(({ id }) => id),
    bytes: column(table.fileBytes),
    messageBytes: column(table.messageBytes),
    protections: chosen.map(({ protections }) => protections[0]?.code ?? null),
    leaked: chosen.flatMap(({ id, state }) => (state === 'leaked' ? [id] : [])),
    members: chosen.flatMap(({ id }) => {
      const conversation = table.members.get(id)
      if (conversation === undefined) return []
      const others = membersOf(conversation).flatMap((member) => (member.id === id ? [] : [member.id]))
      return [[id, others] as const]
    }),
  }
}
