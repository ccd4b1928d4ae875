/** Finds tables and triggers, for example of a plugin, that a change to Hermes' rows would affect unseen. */
import type { Database } from 'better-sqlite3'
import { PROMPTS_TABLE, ROUTES_TABLE, SIDE_TABLES } from '../../domain/home/known-tables.ts'

const OTHERS = [...SIDE_TABLES, PROMPTS_TABLE, ROUTES_TABLE]
const MAY_REFER_TO_SESSIONS = ['sessions', 'messages', ...SIDE_TABLES]

/** Tables that refer to rows Steward deletes, and tables of Hermes WITHOUT ROWID, which it cannot address. */
export const readUnknownTables = (db: Database): string[] =>
  db
    .prepare<[], string>(
      `SELECT DISTINCT t.name FROM pragma_table_list AS t
       LEFT JOIN pragma_foreign_key_list(t.name) AS f
       WHERE t.schema = 'main' AND t.type = 'table' AND (
         (lower(f."table") = 'sessions' AND t.name NOT IN (${list(MAY_REFER_TO_SESSIONS)}))
         OR (lower(f."table") = 'messages')
         OR (lower(f."table") = '${PROMPTS_TABLE}' AND t.name <> 'sessions')
         OR (lower(f."table") IN (${list([...SIDE_TABLES, ROUTES_TABLE])}))
         OR (t.wr = 1 AND t.name IN (${list(['sessions', 'messages', ...OTHERS])})))
       ORDER BY t.name LIMIT 50`,
    )
    .pluck()
    .all()

/** Triggers on sessions and messages are checked with the full-text layout. These tables have none in any version. */
export const readSideTriggers = (db: Database): string[] =>
  db
    .prepare<[], string>(
      `SELECT name FROM sqlite_master WHERE type = 'trigger'
       AND lower(tbl_name) IN (${list(OTHERS)}) ORDER BY name LIMIT 50`,
    )
    .pluck()
    .all()

const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')
