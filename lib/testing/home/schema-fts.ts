/**
 * Full-text tables and triggers in the four layouts Hermes has shipped (docs/hermes.md, "Full-text layouts"). The
 * text matters: Steward recognizes a layout by it.
 */
import { assertNever } from '../../shared/assert-never.ts'
import type { Era } from './spec.ts'

/** One full-text index: its table, how it is filled, and its triggers. */
export type Search = { readonly tables: string; readonly fill: string; readonly triggers: string }

export function searchOf(era: Era): Search[] {
  switch (era) {
    case 'mar':
      return [layoutA]
    case 'may':
    case 'jul':
      return [inline('messages_fts', '', ANY_UPDATE), inline('messages_fts_trigram', TRIGRAM, ANY_UPDATE)]
    case 'aug':
      return [layoutC, projected('messages_fts_trigram', 'fts_rebuild', 'trigram')]
    case 'nov':
      return layoutD
    default:
      return assertNever(era)
  }
}

/** March's index partly migrated by August's version: the old table with the newer update trigger. */
export function upgradedSearch(): Search[] {
  const narrow = 'AFTER UPDATE OF content, tool_name, tool_calls ON messages'
  const words = { ...layoutA, triggers: layoutAInsertDelete + inlineUpdate('messages_fts', narrow) }
  return [words, inline('messages_fts_trigram', TRIGRAM, narrow)]
}

/** The table is created with a tokenizer SQLite has; `pretendCjkTokenizer` renames it once rows are inserted. */
export const cjkSearch = (): Search => projected('messages_fts_cjk', 'fts_cjk_rebuild', 'unicode61')

const TRIGRAM = `,\n    tokenize='trigram'`
const ANY_UPDATE = 'AFTER UPDATE ON messages'

const rebuild = (name: string): string => `INSERT INTO ${name}(${name}) VALUES('rebuild')`

const inlineText = (row: string): string =>
  `COALESCE(${row}.content, '') || ' ' || COALESCE(${row}.tool_name, '') || ' ' || COALESCE(${row}.tool_calls, '')`

const layoutAInsertDelete = `
CREATE TRIGGER messages_fts_insert AFTER INSERT ON messages BEGIN
    INSERT INTO messages_fts(rowid, content) VALUES (new.id, new.content);
END;
CREATE TRIGGER messages_fts_delete AFTER DELETE ON messages BEGIN
    INSERT INTO messages_fts(messages_fts, rowid, content) VALUES('delete', old.id, old.content);
END;`

/** Layout A: external content without its own copy of the text. */
const layoutA: Search = {
  tables: `CREATE VIRTUAL TABLE messages_fts USING fts5(
    content,
    content=messages,
    content_rowid=id
);`,
  fill: rebuild('messages_fts'),
  triggers: `${layoutAInsertDelete}
CREATE TRIGGER messages_fts_update AFTER UPDATE ON messages BEGIN
    INSERT INTO messages_fts(messages_fts, rowid, content) VALUES('delete', old.id, old.content);
    INSERT INTO messages_fts(rowid, content) VALUES (new.id, new.content);
END;`,
}

/** Layout B: its own copy of the text. */
const inline = (name: string, options: string, event: string): Search => ({
  tables: `CREATE VIRTUAL TABLE ${name} USING fts5(
    content${options}
);`,
  fill: `INSERT INTO ${name}(rowid, content) SELECT m.id, ${inlineText('m')} FROM messages AS m`,
  triggers: `
CREATE TRIGGER ${name}_insert AFTER INSERT ON messages BEGIN
    INSERT INTO ${name}(rowid, content) VALUES (
        new.id,
        ${inlineText('new')}
    );
END;
CREATE TRIGGER ${name}_delete AFTER DELETE ON messages BEGIN
    DELETE FROM ${name} WHERE rowid = old.id;
END;${inlineUpdate(name, event)}`,
})

function inlineUpdate(name: string, event: string): string {
  return `
CREATE TRIGGER ${name}_update
${event} BEGIN
    DELETE FROM ${name} WHERE rowid = old.id;
    INSERT INTO ${name}(rowid, content) VALUES (
        new.id,
        ${inlineText('new')}
    );
END;`
}

/** A row is indexed unless a running rebuild has not reached it. */
const gate = (row: string, marker: string): string =>
  `(${row}.id > COALESCE((SELECT CAST(value AS INTEGER) FROM state_meta
                         WHERE key = '${marker}_high_water'), -1)
   OR ${row}.id <= COALESCE((SELECT CAST(value AS INTEGER) FROM state_meta
                          WHERE key = '${marker}_progress'), -1))`

type Wiring = {
  readonly name: string
  readonly columns: readonly string[]
  readonly watched: readonly string[]
  readonly marker: string
  /** The indexed value of a column in `old` or `new`. */
  readonly value: (row: string, column: string) => string
  /** Which rows are indexed. Null for all. */
  readonly belongs: ((row: string) => string) | null
}

/** Layouts C and D: external content, so a delete must repeat exactly what was indexed. */
function wiring({ name, columns, watched, marker, value, belongs }: Wiring): string {
  const list = columns.join(', ')
  const values = (row: string) => columns.map((column) => value(row, column)).join(', ')
  const when = (row: string) => (belongs ? `${belongs(row)}\n   AND ${gate(row, marker)}` : gate(row, marker))
  const changed = watched.map((column) => `old.${column} IS NOT new.${column}`).join('\n    OR ')
  const put = (row: string, command: string, tail: (row: string) => string) =>
    `INSERT INTO ${name}(${command === '' ? '' : `${name}, `}rowid, ${list})\n    ${tail(row)}`
  const plain = (command: string) => (row: string) => `VALUES (${command}${row}.id, ${values(row)});`
  const chosen = (command: string) => (row: string) =>
    `SELECT ${command}${row}.id, ${values(row)}\n    WHERE ${belongs?.(row) ?? '1'};`
  const form = belongs ? chosen : plain
  return `
CREATE TRIGGER ${name}_insert AFTER INSERT ON messages
WHEN ${when('new')}
BEGIN
    ${put('new', '', plain(''))}
END;
CREATE TRIGGER ${name}_delete AFTER DELETE ON messages
WHEN ${when('old')}
BEGIN
    ${put('old', 'delete', plain(`'delete', `))}
END;
CREATE TRIGGER ${name}_update
AFTER UPDATE OF ${watched.join(', ')} ON messages
WHEN (${changed})
   AND ${gate('old', marker)}
BEGIN
    ${put('old', 'delete', form(`'delete', `))}
    ${put('new', '', form(''))}
END;`
}

const THREE = ['content', 'tool_name', 'tool_calls']
const asStored = (row: string, column: string): string => `${row}.${column}`
const notTool = (row: string): string => `${row}.role <> 'tool'`

function external(name: string, columns: readonly string[], content: string, tokenizer = ''): string {
  return `
CREATE VIRTUAL TABLE ${name} USING fts5(
    ${columns.join(',\n    ')},
    content='${content}',
    content_rowid='id'${tokenizer === '' ? '' : `,\n    tokenize='${tokenizer}'`}
);`
}

const layoutC: Search = {
  tables: external('messages_fts', THREE, 'messages'),
  fill: rebuild('messages_fts'),
  triggers: wiring({
    name: 'messages_fts',
    columns: THREE,
    watched: THREE,
    marker: 'fts_rebuild',
    value: asStored,
    belongs: null,
  }),
}

/** August's second index, without tool output: trigrams or CJK words. */
function projected(name: string, marker: string, tokenizer: string): Search {
  const view = `
CREATE VIEW ${name}_src AS
    SELECT id, role, content, tool_name, tool_calls
    FROM messages
    WHERE role <> 'tool';`
  const triggers = wiring({
    name,
    columns: THREE,
    watched: [...THREE, 'role'],
    marker,
    value: asStored,
    belongs: notTool,
  })
  return { tables: view + external(name, THREE, `${name}_src`, tokenizer), fill: rebuild(name), triggers }
}

const cut = (row: string) =>
  `CASE WHEN ${row}role = 'tool' THEN substr(COALESCE(${row}content, ''), 1, 8192) ELSE ${row}content END`

/** Automation is left out of the trigram index. The check is guarded, because model_config may be broken JSON. */
const searched = (row: string): string =>
  `${row}source NOT IN ('cron', 'subagent') AND CASE WHEN json_valid(${row}model_config) THEN json_extract(${row}model_config, '$._delegate_from') END IS NULL`

/** Layout D: long tool output is cut, and the trigram index checks the session's row. */
const layoutD: Search[] = [
  {
    tables: `
CREATE VIEW messages_fts_src AS
    SELECT id, ${cut('')} AS content, tool_name, tool_calls
    FROM messages;${external('messages_fts', THREE, 'messages_fts_src')}`,
    fill: rebuild('messages_fts'),
    triggers: wiring({
      name: 'messages_fts',
      columns: THREE,
      watched: [...THREE, 'role'],
      marker: 'fts_rebuild',
      value: (row, column) => (column === 'content' ? cut(`${row}.`) : `${row}.${column}`),
      belongs: null,
    }),
  },
  {
    tables: `
CREATE VIEW messages_fts_trigram_src AS
    SELECT m.id, m.role, m.content, m.tool_name
    FROM messages AS m
    JOIN sessions AS s ON s.id = m.session_id
    WHERE m.role <> 'tool' AND ${searched('s.')};${external('messages_fts_trigram', ['content', 'tool_name'], 'messages_fts_trigram_src', 'trigram')}`,
    fill: rebuild('messages_fts_trigram'),
    triggers: wiring({
      name: 'messages_fts_trigram',
      columns: ['content', 'tool_name'],
      watched: ['content', 'tool_name', 'role'],
      marker: 'fts_rebuild',
      value: asStored,
      belongs: (row) =>
        `${notTool(row)}
   AND EXISTS (SELECT 1 FROM sessions WHERE id = ${row}.session_id AND ${searched('')})`,
    }),
  },
]
