/** What a home's trigram index covers and how it splits text, read from its SQL. */
import { SEARCHED_COLUMNS, type SearchedColumn } from '../../domain/database/trigrams.ts'
import type { StateDb } from './database-facts.ts'

export type TrigramIndex = {
  /** The columns of `messages` it covers. Null for a copy of its own, in which they are joined to one text. */
  readonly columns: readonly SearchedColumn[] | null
  /** Null if Steward's SQLite cannot count like it. */
  readonly tokenizer: string | null
  /** Whether it stores how much was counted of each message. */
  readonly hasCounts: boolean
  /** Changes with everything above and with Steward's SQLite. */
  readonly signature: string
  /** Sources of sessions whose messages it leaves out, as its insert trigger says. */
  readonly leavesOut: {
    readonly tool: boolean
    readonly sources: readonly string[]
    readonly delegates: boolean
  }
}

/** Null if there is none, or if Hermes has detached it: without triggers, Steward's changes do not reach it. */
export function readTrigramIndex(db: StateDb): TrigramIndex | null {
  const rows = db
    .prepare<[], { type: string; name: string; sql: string | null }>(
      `SELECT type, name, sql FROM sqlite_master
       WHERE name GLOB 'messages_fts_trigram*' AND (type = 'table' OR tbl_name = 'messages')`,
    )
    .all()
  const sqlOf = (name: string) => rows.find((row) => row.name === `messages_fts_trigram${name}`)?.sql ?? null
  const table = sqlOf('')
  if (table === null || !rows.some(({ type }) => type === 'trigger')) return null
  const names = db
    .prepare<[], string>(`SELECT name FROM pragma_table_info('messages_fts_trigram')`)
    .pluck()
    .all()
  const tokenizer = /tokenize\s*=\s*(['"])\s*(trigram(?:\s+case_sensitive\s+[01])?)\s*\1/i.exec(table)?.[2]
  const insert = sqlOf('_insert') ?? ''
  const hasCounts = sqlOf('_docsize') !== null
  const isOwnCopy = sqlOf('_content') !== null
  return {
    columns: isOwnCopy ? null : SEARCHED_COLUMNS.filter((name) => names.includes(name)),
    tokenizer: tokenizer?.toLowerCase().replace(/\s+/g, ' ') ?? null,
    hasCounts,
    signature: [ownVersion(db), isOwnCopy ? 'own' : names.join(','), tokenizer ?? '?', hasCounts].join(' '),
    leavesOut: {
      tool: /\brole\s*<>\s*'tool'/i.test(insert),
      sources:
        /\bsource\s+not\s+in\s*\(([^)]*)\)/i
          .exec(insert)?.[1]
          ?.split(',')
          .map((text) => text.trim().replace(/^'|'$/g, '')) ?? [],
      delegates: insert.includes('_delegate_from'),
    },
  }
}

const ownVersion = (db: StateDb): string =>
  db.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? ''
