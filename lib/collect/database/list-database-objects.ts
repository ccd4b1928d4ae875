/** Lists everything in a database that uses pages, by type. */
import type { ObjectKind } from '../../domain/database/database-count.ts'
import type { StateDb } from './database-facts.ts'

export type ListedObject = {
  readonly name: string
  readonly kind: ObjectKind
  readonly of: string | null
  /** Inner pages contain rows too: an index or a WITHOUT ROWID table. */
  readonly rowsOnInnerPages: boolean
}

export type ObjectListing = {
  readonly objects: readonly ListedObject[]
  /** Names of full-text indexes. */
  readonly searches: readonly string[]
  readonly views: readonly ListedView[]
}

/** `isPlain`: it reads the messages once. Any other view may never end. */
type ListedView = { readonly name: string; readonly isPlain: boolean }

export function listDatabaseObjects(db: StateDb): ObjectListing {
  const rows = db.prepare<[], Row>(SELECT_OBJECTS).all()
  const searches = rows.filter(({ style }) => style === 'virtual').map(({ name }) => name)
  const stored = rows.filter(({ rootpage }) => rootpage > 0).map((row) => toObject(row, searches))
  return {
    objects: [SCHEMA_TABLE, ...stored],
    searches,
    views: rows
      .filter(({ type }) => type === 'view')
      .map(({ name, sql }) => ({ name, isPlain: MESSAGES_VIEW.test(sql.replace(/\s+/g, ' ')) })),
  }
}

type Row = {
  name: string
  type: string
  table: string
  rootpage: number
  style: string
  withoutRowid: number
  sql: string
}

/** The views of every Hermes version read the messages once, with or without their session. */
const MESSAGES_VIEW =
  /^CREATE VIEW \w+ AS SELECT (?:(?!\bselect\b).)* FROM messages(?: AS m JOIN sessions AS s ON s\.id = m\.session_id)?(?: WHERE (?:(?!\bselect\b).)*)?$/i

const SELECT_OBJECTS = `
  SELECT m.name, m.type, m.tbl_name AS "table", coalesce(m.rootpage, 0) AS rootpage,
    coalesce(l.type, '') AS style, coalesce(l.wr, 0) AS withoutRowid,
    CASE m.type WHEN 'view' THEN substr(m.sql, 1, 10000) ELSE '' END AS sql
  FROM sqlite_master m LEFT JOIN pragma_table_list l ON l.schema = 'main' AND l.name = m.name AND m.type = 'table'
  WHERE m.type IN ('table', 'index', 'view') ORDER BY m.name LIMIT 10000`

const SCHEMA_TABLE: ListedObject = {
  name: 'sqlite_schema',
  kind: 'internal',
  of: null,
  rowsOnInnerPages: false,
}

function toObject(row: Row, searches: readonly string[]): ListedObject {
  const { name, type, table, style, withoutRowid } = row
  const owner = ownerOf(table, searches)
  const inSearch = style === 'shadow' || (type === 'index' && owner !== null)
  const kind = inSearch
    ? 'search'
    : type === 'index'
      ? 'index'
      : name.startsWith('sqlite_')
        ? 'internal'
        : 'table'
  return {
    name,
    kind,
    of: kind === 'search' ? owner : kind === 'index' ? table : null,
    rowsOnInnerPages: type === 'index' || withoutRowid === 1,
  }
}

/** `messages_fts_trigram_data` belongs to the longer of the two matching names. */
const ownerOf = (table: string, searches: readonly string[]): string | null =>
  searches
    .filter((search) => table.startsWith(`${search}_`))
    .sort((a, b) => b.length - a.length)
    .at(0) ?? null
