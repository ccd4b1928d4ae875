/** The statement over `sessions` for the columns this home has; absent ones come as NULL or their default. */
import type { Database } from 'better-sqlite3'
import type { Capabilities } from '../../domain/home/home.ts'
import { SANE_SECONDS } from '../database/epoch.ts'

export type SessionSelect = {
  readonly sql: string
  /** No index leads from a session to its messages here: look them all up in one pass instead. */
  readonly needsLastMessages: boolean
}

/** Ids that model_config may carry; the value at each place of the `markers` array. */
export const MARKERS = ['_branched_from', '_delegate_from', '_reset_from'] as const

export function selectSessions(db: Database, caps: Capabilities, withLastMessage: boolean): SessionSelect {
  const column = (name: string) => (caps.sessionColumns.includes(name) ? `s.${name}` : 'NULL')
  const messages = ['session_id', 'timestamp'].every((name) => caps.messageColumns.includes(name))
  const wanted = withLastMessage && messages
  const indexed = wanted && hasSessionIndex(db)
  const values = [
    column('id'),
    column('source'),
    column('model'),
    column('title'),
    column('parent_session_id'),
    caps.sessionColumns.includes('model_config') ? SELECT_MARKERS : 'NULL',
    column('started_at'),
    column('ended_at'),
    column('end_reason'),
    column('last_activity_at'),
    indexed ? SELECT_LAST_MESSAGE : 'NULL',
    column('session_key'),
    column('message_count'),
    column('tool_call_count'),
    column('api_call_count'),
    column('input_tokens'),
    column('output_tokens'),
    column('cache_read_tokens'),
    column('cache_write_tokens'),
    `coalesce(${column('actual_cost_usd')}, ${column('estimated_cost_usd')})`,
    column('cost_status'),
    column('pinned'),
    column('archived'),
    column('handoff_state'),
    column('handoff_pending'),
  ]
  return { sql: `SELECT ${values.join(', ')} FROM sessions s`, needsLastMessages: wanted && !indexed }
}

/** json_extract raises on malformed text, so text is checked first, and only where a marker may be in it. */
const SELECT_MARKERS = `CASE WHEN typeof(s.model_config) = 'text' AND instr(s.model_config, '"_') > 0
  AND json_valid(s.model_config)
  THEN json_extract(s.model_config, ${MARKERS.map((name) => `'$.${name}'`).join(', ')}) END`

const SELECT_LAST_MESSAGE = `(SELECT max(m.timestamp) FROM messages m WHERE m.session_id = s.id
  AND m.timestamp BETWEEN ${SANE_SECONDS.from} AND ${SANE_SECONDS.to})`

/** Without it the look-up per session would walk the whole messages table each time. */
function hasSessionIndex(db: Database): boolean {
  return (
    db
      .prepare(
        `SELECT 1 FROM pragma_index_list('messages') i, pragma_index_info(i.name) c
         WHERE c.seqno = 0 AND c.name = 'session_id' AND i.partial = 0 LIMIT 1`,
      )
      .get() !== undefined
  )
}
