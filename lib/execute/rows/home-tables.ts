/** The tables that belong to a session. */
import type { Database } from 'better-sqlite3'
import { PROMPTS_TABLE, ROUTES_TABLE, SIDE_TABLES } from '../../domain/home/known-tables.ts'
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

/** Null if this is not a Hermes database. `refuseTables` reports that. */
export function readTables(db: Database): HomeTables | null {
  const sessions = readShape(db, 'sessions')
  const messages = readShape(db, 'messages')
  if (sessions === null || messages === null) return null
  const prompts = readShape(db, PROMPTS_TABLE)
  const sides = SIDE_TABLES.flatMap((name) => {
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
    routes: readShape(db, ROUTES_TABLE),
  }
}

const NEEDED_SESSION = ['id', 'parent_session_id', 'started_at', 'ended_at', 'end_reason', 'message_count']

export function refuseTables(tables: HomeTables | null): Refusal | null {
  const lacking = NEEDED_SESSION.filter((name) => !tables?.sessions.columns.includes(name))
  if (tables === null || lacking.length > 0 || !tables.messages.columns.includes('session_id')) {
    return {
      code: 'schema-unknown',
      message: 'state.db lacks tables or columns that every Hermes has. Use the hermes command to change it.',
    }
  }
  return null
}
