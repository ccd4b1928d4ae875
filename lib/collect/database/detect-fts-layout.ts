/**
 * Detects the full-text layout from the SQL of tables, views and triggers; the schema version says nothing
 * about it. Pure. Anything not recognized exactly is `unknown` or `mixed`, because deleting through misread
 * triggers would corrupt the index.
 */
import type { FtsLayout } from '../../domain/home/home.ts'
import { classifyTrigger, type FtsClass, type FtsEvent } from './fts-trigger-shapes.ts'

/** A row of sqlite_master. */
export type MasterRow = {
  readonly type: string
  readonly name: string
  readonly table: string
  readonly sql: string
}

export type FtsFindings = {
  readonly layout: FtsLayout
  readonly cjkTriggers: boolean
  readonly unknownTriggers: readonly string[]
}

export function detectFtsLayout(rows: readonly MasterRow[]): FtsFindings {
  // SQLite keeps the name of the table as the statement spelled it.
  const triggers = rows.filter(
    (row) => row.type === 'trigger' && ['messages', 'sessions'].includes(row.table.toLowerCase()),
  )
  const cjk = triggers.filter((row) => row.name.startsWith('messages_fts_cjk_'))
  const unknown = triggers.filter((row) => !isKnown(row))
  return {
    layout: layoutOf(rows, triggers),
    cjkTriggers: cjk.length > 0,
    unknownTriggers: unknown.map((row) => row.name).sort(),
  }
}

const EVENTS: readonly FtsEvent[] = ['insert', 'delete', 'update']
const INDEXES = ['messages_fts', 'messages_fts_trigram', 'messages_fts_cjk']
const DISPLAY_TRIGGERS = [
  'messages_display_order_insert',
  'messages_display_visibility_update',
  'messages_display_identity_update',
  'messages_display_identity_delete',
]

/** `broken`: its parts are of different versions or incomplete. `unknown`: a part was never seen before. */
type IndexClass = FtsClass | 'absent' | 'broken' | 'unknown'

function layoutOf(rows: readonly MasterRow[], triggers: readonly MasterRow[]): FtsLayout {
  const base = classOfIndex('messages_fts', rows, triggers)
  const trigram = classOfIndex('messages_fts_trigram', rows, triggers)
  if (base === 'unknown' || trigram === 'unknown') return 'unknown'
  if (base === 'absent' && trigram === 'absent') return 'none'
  if (base === 'absent' || base === 'broken' || trigram === 'broken') return 'mixed'
  if (trigram === 'absent' || base === trigram) return base
  // Hermes moved its two indexes from C to D separately, and each works on its own.
  return isExternal(base) && isExternal(trigram) ? 'D' : 'mixed'
}

function classOfIndex(index: string, rows: readonly MasterRow[], triggers: readonly MasterRow[]): IndexClass {
  const table = rows.find((row) => row.type === 'table' && row.name === index)
  const own = EVENTS.flatMap((event) => {
    const trigger = triggers.find((row) => row.name === `${index}_${event}`)
    return trigger === undefined ? [] : [classifyTrigger(index, event, normalizeSql(trigger.sql))]
  })
  if (table === undefined) return own.length === 0 ? 'absent' : 'broken'
  const stored = classOfTable(index, normalizeSql(table.sql), rows)
  if (stored === null || own.includes(null)) return 'unknown'
  // Without triggers, Hermes has detached a damaged index. Nothing will change it.
  if (own.length === 0) return stored
  const [first] = own
  if (own.length < EVENTS.length || own.some((each) => each !== first)) return 'broken'
  if (first === stored) return stored
  // For a while, Hermes cut tool rows in its triggers before the table read through a view.
  return stored === 'C' && first === 'D' ? 'D' : 'broken'
}

function classOfTable(index: string, sql: string, rows: readonly MasterRow[]): FtsClass | null {
  const options = /using fts5\((.*)\)$/.exec(sql)?.[1]?.replace(/'/g, '').split(',') ?? []
  const columns = options.filter((option) => !option.includes('=')).join(',')
  const source = options.find((option) => option.startsWith('content='))?.slice('content='.length)
  if (columns === 'content') return source === 'messages' ? 'A' : source === undefined ? 'B' : null
  if (columns !== 'content,tool_name,tool_calls' && columns !== 'content,tool_name') return null
  if (index === 'messages_fts')
    return source === 'messages' ? 'C' : source === 'messages_fts_src' ? 'D' : null
  if (source !== `${index}_src`) return null
  if (columns === 'content,tool_name') return 'D'
  const view = rows.find((row) => row.type === 'view' && row.name === source)
  if (view === undefined) return null
  return /\bjoin sessions\b/.test(normalizeSql(view.sql)) ? 'D' : 'C'
}

function isKnown({ name, sql }: MasterRow): boolean {
  if (DISPLAY_TRIGGERS.includes(name)) return true
  return INDEXES.some((index) =>
    EVENTS.some(
      (event) => name === `${index}_${event}` && classifyTrigger(index, event, normalizeSql(sql)) !== null,
    ),
  )
}

const isExternal = (name: FtsClass): boolean => name === 'C' || name === 'D'

/** Removes what may differ between equal statements: comments, spacing, case and optional words. */
function normalizeSql(sql: string): string {
  return sql
    .replace(/--[^\n]*/g, ' ')
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .toLowerCase()
    .replace(/\bif not exists\b/g, ' ')
    .replace(/["`[\]]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?(\|\||<=|>=|<>|[(),=<>;]) ?/g, '$1')
    .trim()
    .replace(/;$/, '')
}
