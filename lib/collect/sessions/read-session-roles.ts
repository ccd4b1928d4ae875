/** Messages and bytes of one session by role. Reads lengths, not text. */
import type { RoleShare } from '../../domain/sessions/session-detail.ts'
import type { StateDb } from '../database/database-facts.ts'
import { shortText } from '../database/short-text.ts'
import { payloadBytes } from './read-message-batch.ts'
import { hasSessionIndex } from './read-message-totals.ts'

const MOST_MESSAGES = 50_000

export type RoleShares = { readonly roles: readonly RoleShare[]; readonly complete: boolean }

/** Only of the newest messages if there are very many. Null if `messages` has no role or no index by session. */
export function readSessionRoles(
  db: StateDb,
  columns: readonly string[],
  sessionId: string,
): RoleShares | null {
  if (!columns.includes('role') || !hasSessionIndex(db)) return null
  const rows = db
    .prepare<[string], [unknown, number, number]>(
      `SELECT role, count(*), total(bytes) FROM (
         SELECT ${shortText('role')} AS role, ${payloadBytes(columns)} AS bytes FROM messages WHERE session_id = ?
         ORDER BY timestamp DESC LIMIT ${MOST_MESSAGES}
       ) GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT 20`,
    )
    .raw()
    .all(sessionId)
  const roles = rows.map(([role, messages, bytes]) => ({ role: String(role ?? 'unknown'), messages, bytes }))
  const messages = roles.reduce((sum, each) => sum + each.messages, 0)
  return { roles, complete: messages < MOST_MESSAGES }
}
