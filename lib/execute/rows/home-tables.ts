/** The tables that belong to a session, and the schemas Steward refuses to write to. */
import type { Database } from 'better-sqlite3'
import type { Refusal } from '../../domain/home/refusals.ts'
import { readShape, type TableShape } from './table-shape.ts'

/** A table with rows that belong to a session and are deleted with it. */
type SideTable = { readonly shape: TableShape; readonly column: string }

export type HomeTables = {
  readonly sessions: TableShape
  readonly messages: TableShape
  readonly sides: readonly SideTable[]
  /** Null in versions that store prompts in the session. */
  readonly prompts: TableShape | null
  /** Columns of `sessions` that refer to a prompt. */
  readonly promptColumns: readonly string[]
  readonly routes: TableShape | null
}

const PROMPTS = 'system_prompts'
const ROUTES = 'gateway_routing'
/** Tables with a foreign key to sessions in any version (docs/hermes.md, "Tables that refer to a session"). */
const SIDES = ['session_daily_usage', 'session_model_usage', 'telegram_dm_topic_bindings']
const KNOWN_REFERRERS = ['sessions', 'messages', ...SIDES]

/** Null if this is not a Hermes database. `refuseTables` reports that. */
export function readTables(db: Database): HomeTables | null {
  const sessions = readShape(db, 'sessions')
  const messages = readShape(db, 'messages')
  if (sessions === null || messages === null) return null
  const prompts = readShape(db, PROMPTS)
  const sides = SIDES.flatMap((name) => {
    const shape = readShape(db, name)
    const column = shape?.columns.find((each) => each === 'session_id')
    return shape === null || column === undefined ? [] : [{ shape, column }]
  })
  return {
    sessions,
    messages,
    sides,
    prompts,
    promptColumns:
      prompts === null
        ? []
        : ['system_prompt_hash', 'tool_names'].filter((name) => sessions.columns.includes(name)),
    routes: readShape(db, ROUTES),
  }
}

const NEEDED_SESSION = ['id', 'parent_session_id', 'started_at', 'ended_at', 'end_reason', 'message_count']

export function refuseTables(db: Database, tables: HomeTables | null): Refusal | null {
  const lacking = NEEDED_SESSION.filter((name) => !tables?.sessions.columns.includes(name))
  if (tables === null || lacking.length > 0 || !tables.messages.columns.includes('session_id')) {
    return {
      code: 'schema-unknown',
      message: 'state.db lacks tables or columns that every Hermes has. Use the hermes command to change it.',
    }
  }
  const unknown = findUnknownReferrers(db)
  if (unknown.length > 0) {
    return {
      code: 'unknown-table',
      message: `state.db has tables that refer to sessions and that no known Hermes writes (${unknown.join(', ')}). What becomes of their rows is unknown; use hermes sessions prune.`,
    }
  }
  const triggers = findSideTriggers(db)
  if (triggers.length === 0) return null
  return {
    code: 'unknown-trigger',
    message: `state.db has triggers no known Hermes writes (${triggers.join(', ')}). Deleting rows could set off something unseen; use hermes sessions prune.`,
  }
}

/** Unknown tables that refer to rows Steward deletes, and WITHOUT ROWID tables, which it cannot address. */
function findUnknownReferrers(db: Database): string[] {
  return db
    .prepare<[], string>(
      `SELECT DISTINCT t.name FROM pragma_table_list AS t
       LEFT JOIN pragma_foreign_key_list(t.name) AS f
       WHERE t.schema = 'main' AND t.type = 'table' AND (
         (lower(f."table") = 'sessions' AND t.name NOT IN (${list(KNOWN_REFERRERS)}))
         OR (lower(f."table") = 'messages')
         OR (lower(f."table") = '${PROMPTS}' AND t.name <> 'sessions')
         OR (t.wr = 1 AND t.name IN (${list([...KNOWN_REFERRERS, PROMPTS, ROUTES])})))
       ORDER BY t.name LIMIT 50`,
    )
    .pluck()
    .all()
}

/** Triggers on sessions and messages are checked with the full-text layout. These tables have none in any version. */
const findSideTriggers = (db: Database): string[] =>
  db
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'trigger'
       AND lower(tbl_name) IN (${list([...SIDES, PROMPTS, ROUTES])}) ORDER BY name LIMIT 50`,
    )
    .pluck()
    .all()

const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')
