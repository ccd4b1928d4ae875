/** Items of stored plans: written once, then read in pages by people and all at once by a run. */
import type { ItemDraft } from '../../domain/plan/item-draft.ts'
import type { PlanItem, RunItem, Verdict } from '../../domain/plan/plan.ts'
import { decodeCursor, encodeCursor } from '../../shared/cursor.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { toIso } from '../../shared/time.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

/** Targets are stored as the text that was digested. Inserts many rows per statement, because a plan may have tens of thousands. */
export function insertItems(store: Store, planNo: number, items: readonly ItemDraft[]): void {
  for (let from = 0; from < items.length; from += ROWS_AT_ONCE) {
    const rows = items.slice(from, from + ROWS_AT_ONCE)
    const values: (string | number | null)[] = []
    for (const item of rows) pushValues(values, planNo, item)
    prepared(store, `${INSERT} VALUES ${rows.map(() => PLACES).join(', ')}`).run(values)
  }
}

const ROWS_AT_ONCE = 20
const INSERT = `INSERT INTO plan_item (place, step, kind, key, label, verdict, code, message, bytes, apparent_bytes,
  row_bytes, together, last_active_ms, target)`
const PLACES = `(${Array.from({ length: 14 }, () => '?').join(', ')})`

/** The row id combines plan and item number, so a plan's items are adjacent and in order. */
const placeOf = (planNo: number, itemNo: number): number => planNo * ITEMS_OF_A_PLAN + itemNo
const ITEMS_OF_A_PLAN = 2 ** 32

export const deleteItems = (store: Store, planNo: number): void => {
  prepared(store, 'DELETE FROM plan_item WHERE place > ? AND place < ?').run(...boundsOf(planNo))
}

const boundsOf = (planNo: number): [after: number, before: number] => [
  placeOf(planNo, 0),
  placeOf(planNo + 1, 0),
]

function pushValues(values: (string | number | null)[], planNo: number, item: ItemDraft): void {
  values.push(
    placeOf(planNo, Number(item.id)),
    item.step,
    item.kind,
    item.key,
    item.label,
    item.verdict,
    item.reason.code,
    item.reason.message,
    item.bytes,
    item.apparentBytes,
    item.rowBytes,
    item.together,
    item.lastActiveMs === null ? null : Math.round(item.lastActiveMs),
    item.targetText,
  )
}

export type ItemQuery = {
  readonly verdict: Verdict | null
  readonly reason: string | null
  readonly step: number | null
  /** Only items of this family, which are removed together. */
  readonly together: string | null
  /** Searched in label and key, ignoring case. */
  readonly q: string | null
  readonly cursor: string | null
  readonly limit: number
}

export type ItemPage = {
  readonly items: readonly PlanItem[]
  /** Matches in all pages. Only on the first page. */
  readonly matched: number | null
  readonly nextCursor: string | null
}

/** Items to act on come before kept ones, then the largest first. Null if the plan is unknown. */
export function readItemPage(
  store: Store,
  planId: string,
  query: ItemQuery,
): Result<ItemPage, 'bad-cursor'> | null {
  const planNo = planNoOf(store, planId)
  if (planNo === null) return null
  const after = query.cursor === null ? 0 : placeIn(query.cursor, planId)
  if (after === null) return failed('bad-cursor')
  const { where, values } = conditionsOf(query)
  const rows = prepared<ItemRow>(
    store,
    `SELECT * FROM plan_item WHERE place > @after AND place < @before${where} ORDER BY place LIMIT @limit`,
  ).all({ ...values, ...within(planNo, after), limit: query.limit + 1 })
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return ok({
    items: shown.map(toItem),
    matched: query.cursor === null ? countMatching(store, planNo, where, values) : null,
    nextCursor:
      last !== undefined && rows.length > shown.length ? encodeCursor([planId, last.item_no]) : null,
  })
}

/**
 * The items a run acts on, step by step in the plan's order. An unticked item also excludes the rest of its family,
 * because families are removed together or not at all.
 */
export function readRunItems(
  store: Store,
  planId: string,
  except: readonly string[],
): (PlanItem & RunItem)[] {
  const planNo = planNoOf(store, planId)
  if (planNo === null) return []
  const unticked = new Set(except)
  const items = prepared<ItemRow & { target: string }>(
    store,
    `SELECT * FROM plan_item WHERE place > ? AND place < ? AND verdict = 'act' AND target IS NOT NULL
     ORDER BY step, place`,
  )
    .all(...boundsOf(planNo))
    .map((row) => ({ ...toItem(row), target: JSON.parse(row.target) }))
  const families = new Set(
    items.flatMap(({ id, together }) => (together !== null && unticked.has(id) ? together : [])),
  )
  return items.filter(
    ({ id, together }) => !unticked.has(id) && (together === null || !families.has(together)),
  )
}

const planNoOf = (store: Store, planId: string): number | null =>
  prepared<{ plan_no: number }>(store, 'SELECT plan_no FROM plan WHERE plan_id = ?').get(planId)?.plan_no ??
  null

function placeIn(cursor: string, planId: string): number | null {
  const [plan, place, ...more] = decodeCursor(cursor) ?? []
  const isOurs = plan === planId && typeof place === 'number' && Number.isSafeInteger(place) && place >= 0
  return isOurs && more.length === 0 ? place : null
}

type Conditions = {
  readonly where: string
  readonly values: Readonly<Record<string, string | number>>
}

function conditionsOf({ verdict, reason, step, together, q }: ItemQuery): Conditions {
  const values: Record<string, string | number> = {}
  let where = ''
  const add = (condition: string, name: string, value: string | number | null) => {
    if (value === null) return
    where += ` AND ${condition}`
    values[name] = value
  }
  add('verdict = @verdict', 'verdict', verdict)
  add('code = @reason', 'reason', reason)
  add('step = @step', 'step', step)
  add('together = @together', 'together', together)
  add("(label LIKE @q ESCAPE '\\' OR key LIKE @q ESCAPE '\\')", 'q', q === null ? null : `%${escapeLike(q)}%`)
  return { where, values }
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

const countMatching = (store: Store, planNo: number, where: string, values: Conditions['values']): number =>
  prepared<{ count: number }>(
    store,
    `SELECT count(*) AS count FROM plan_item WHERE place > @after AND place < @before${where}`,
  ).get({ ...values, ...within(planNo, 0) })?.count ?? 0

const within = (planNo: number, afterItem: number) => ({
  after: placeOf(planNo, afterItem),
  before: placeOf(planNo + 1, 0),
})

type ItemRow = {
  item_no: number
  step: number
  kind: PlanItem['kind']
  key: string
  label: string
  verdict: Verdict
  code: string
  message: string
  bytes: number
  apparent_bytes: number
  row_bytes: number | null
  together: string | null
  last_active_ms: number | null
}

const toItem = (row: ItemRow): PlanItem => ({
  id: String(row.item_no),
  step: row.step,
  kind: row.kind,
  key: row.key,
  label: row.label,
  verdict: row.verdict,
  reason: { code: row.code, message: row.message },
  bytes: row.bytes,
  apparentBytes: row.apparent_bytes,
  rowBytes: row.row_bytes,
  together: row.together,
  lastActiveAt: toIso(row.last_active_ms),
})
