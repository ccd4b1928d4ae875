/**
 * Patterns for every full-text trigger Hermes is known to write, by layout (docs/hermes.md, "Full-text layouts").
 * They match the whole normalized text. They allow for differences only where versions of one layout differ: how
 * much of a tool row is indexed, and which sessions are.
 */

export type FtsClass = 'A' | 'B' | 'C' | 'D'
export type FtsEvent = 'insert' | 'delete' | 'update'

/** The first class that matches the normalized text, or null. */
export function classifyTrigger(index: string, event: FtsEvent, sql: string): FtsClass | null {
  if (sql.length > MAX_LENGTH) return null
  return CLASSES.find((name) => shapesOf(index)[name][event].test(sql)) ?? null
}

/** Well above the longest trigger of Hermes, so that an invented one cannot keep the patterns busy. */
const MAX_LENGTH = 4_000
const CLASSES: readonly FtsClass[] = ['A', 'B', 'C', 'D']
type Shapes = Readonly<Record<FtsClass, Readonly<Record<FtsEvent, RegExp>>>>

const shapes = new Map<string, Shapes>()

function shapesOf(index: string): Shapes {
  const known = shapes.get(index)
  if (known !== undefined) return known
  const made: Shapes = { A: shapesOfA(index), B: shapesOfB(index), C: shapesOfC(index), D: shapesOfD(index) }
  shapes.set(index, made)
  return made
}

/** External content over `messages`, text only. */
function shapesOfA(index: string) {
  const add = `insert into ${index}\\(rowid,content\\)values\\(new\\.id,new\\.content\\);`
  const drop = `insert into ${index}\\(${index},rowid,content\\)values\\('delete',old\\.id,old\\.content\\);`
  return events(index, '', '', add, drop)
}

/** Own copy of text, tool name and tool calls in one column. */
function shapesOfB(index: string) {
  const text = `coalesce\\((?:new\\.content|${cutContent('new')}),''\\)`
  const joined = `${text}\\|\\|' '\\|\\|coalesce\\(new\\.tool_name,''\\)\\|\\|' '\\|\\|coalesce\\(new\\.tool_calls,''\\)`
  const add = `insert into ${index}\\(rowid,content\\)values\\(new\\.id,${joined}\\);`
  const drop = `delete from ${index} where rowid=old\\.id;`
  return events(index, '', `(?: when ${changed})?`, add, drop)
}

/**
 * External content with three columns, gated by the markers of a running rebuild. The trigram index has no
 * tool rows.
 */
function shapesOfC(index: string) {
  const columns = ['content', 'tool_name', 'tool_calls']
  return gated(index, columns, (row) => `${row}\\.content`, isSpoken)
}

/** Like C with tool rows cut, and a trigram index without tool calls that later also checks the sessions table. */
function shapesOfD(index: string) {
  const belongs = (row: string) =>
    `${isSpoken(row)}(?: and exists\\(select 1 from sessions where id=${row}\\.session_id and [^;]+?\\))?`
  return index === 'messages_fts'
    ? gated(index, ['content', 'tool_name', 'tool_calls'], cutContent, isSpoken)
    : gated(index, ['content', 'tool_name'], (row) => `${row}\\.content`, belongs)
}

function gated(
  index: string,
  columns: readonly string[],
  content: (row: string) => string,
  belongs: (row: string) => string,
) {
  const partial = index !== 'messages_fts'
  const markers = index === 'messages_fts_cjk' ? 'fts_cjk_rebuild' : 'fts_rebuild'
  const values = (row: string) =>
    [content(row), ...columns.slice(1).map((name) => `${row}\\.${name}`)].join(',')
  const into = (row: string, head: string, first: string) => {
    const target = `insert into ${index}\\(${head}rowid,${columns.join(',')}\\)`
    const list = `${first}${row}\\.id,${values(row)}`
    const selected = partial ? `|select ${list} where ${belongs(row)}` : ''
    return `${target}(?:values\\(${list}\\)${selected});`
  }
  const when = (row: string) => ` when ${partial ? `${belongs(row)} ?and ` : ''}${indexed(row, markers)}`
  return {
    insert: whole(`${header(index, 'insert')}${when('new')} begin ${into('new', '', '')}`),
    delete: whole(`${header(index, 'delete')}${when('old')} begin ${into('old', `${index},`, "'delete',")}`),
    update: whole(
      `${header(index, 'update')} when ${changed}and ${indexed('old', markers)} begin ` +
        `${into('old', `${index},`, "'delete',")} ?${into('new', '', '')}`,
    ),
  }
}

function events(index: string, when: string, whenUpdated: string, add: string, drop: string) {
  return {
    insert: whole(`${header(index, 'insert')}${when} begin ${add}`),
    delete: whole(`${header(index, 'delete')}${when} begin ${drop}`),
    update: whole(`${header(index, 'update')}${whenUpdated} begin ${drop} ?${add}`),
  }
}

const header = (index: string, event: FtsEvent): string =>
  `create trigger ${index}_${event} after ${event}${event === 'update' ? '(?: of [a-z_,]+)?' : ''} on messages`

/** Normalizing removes spaces next to brackets, in patterns as in texts. */
const whole = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replace(/ (?=\\\()/g, ' ?').replace(/(?<=\\\)) /g, ' ?')} ?end$`)

const isSpoken = (row: string): string => `${row}\\.role<>'tool'`

const cutContent = (row: string): string =>
  `case when [^;]*?then substr\\(coalesce\\(${row}\\.content,''\\),1,\\d+\\)else ${row}\\.content end`

const changed = '\\((?:old\\.[a-z_]+ is not new\\.[a-z_]+(?: or )?)+\\)'

const marker = (key: string): string =>
  `coalesce\\(\\(select cast\\(value as integer\\)from state_meta where key='${key}'\\),-1\\)`

const indexed = (row: string, markers: string): string =>
  `\\(${row}\\.id>${marker(`${markers}_high_water`)}or ${row}\\.id<=${marker(`${markers}_progress`)}\\)`
