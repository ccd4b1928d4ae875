/**
 * A copy of a receipt with its plan and journal, as JSON lines. It is stored beside the trash or archive, so that
 * both can be restored and purged after steward.db is lost. Read back from a folder that others can write, so
 * every value is checked.
 */
import { z } from 'zod'
import { errorCode } from '../../platform/error-code.ts'
import { parseBoundedJson } from '../../shared/bounded-json.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'
import { sumOutcomes } from './outcome-sums.ts'
import type { Closing } from './receipts.ts'
import {
  BatchLine,
  BatchRow,
  Head,
  ItemRow,
  PlanRow,
  RECORD_FORMAT,
  RECORD_VERSION,
  ReceiptRow,
} from './record-schema.ts'

const columnsOf = (row: z.ZodObject): string[] => Object.keys(row.shape)

/**
 * Empty if the receipt is unknown. One line for the receipt, then one for each batch. `closing` is how a run that is
 * about to end will have ended.
 */
export function* recordLines(store: Store, receiptId: string, closing?: Closing): Generator<string> {
  const select = <Row>(row: z.ZodObject, from: string) =>
    prepared<Row>(store, `SELECT ${columnsOf(row)} FROM ${from}`)
  const receipt = select<z.infer<typeof ReceiptRow>>(ReceiptRow, 'receipt WHERE receipt_id = ?').get(
    receiptId,
  )
  if (receipt === undefined) return
  const plan = select(PlanRow, 'plan WHERE plan_id = ?').get(receipt.plan_id) ?? null
  yield JSON.stringify({
    format: RECORD_FORMAT,
    version: RECORD_VERSION,
    receipt: closing === undefined ? receipt : { ...receipt, ...closingColumns(closing) },
    plan,
    sums: sumOutcomes(store, receiptId),
  })
  const ofReceipt = 'receipt_no = (SELECT receipt_no FROM receipt WHERE receipt_id = ?)'
  const batches = select<z.infer<typeof BatchRow>>(BatchRow, `batch WHERE ${ofReceipt} ORDER BY batch_no`)
  const items = select(ItemRow, `receipt_item WHERE ${ofReceipt} AND batch_no = ? ORDER BY item_no`)
  for (const batch of batches.all(receiptId))
    yield JSON.stringify({ batch, items: items.all(receiptId, batch.batch_no) })
}

const closingColumns = ({ state, endedAtMs, freedBytes, keptBytes, note }: Closing) => ({
  state,
  ended_ms: endedAtMs,
  freed_bytes: freedBytes,
  kept_bytes: keptBytes,
  note,
})

/** What is only known where the record was found. */
export type FoundAt = {
  readonly receiptId: string
  readonly disposition: 'trash' | 'archive'
  /** The home whose trash this is. Null for an archive, which names its own. */
  readonly home: { readonly id: string; readonly path: string } | null
  readonly nowMs: number
}

/** Adds a lost receipt again, all of it or nothing. */
export function importRecord(store: Store, lines: Iterable<string>, found: FoundAt): Result<null, 'damaged'> {
  try {
    store.db.transaction(() => insert(store, lines, found)).immediate()
    return ok(null)
  } catch (error) {
    if (isDamage(error)) return failed('damaged')
    throw error
  }
}

/** A line that is there twice breaks a rule of its table. */
const isDamage = (error: unknown): boolean =>
  error instanceof DamagedRecord ||
  error instanceof z.ZodError ||
  error instanceof SyntaxError ||
  errorCode(error)?.startsWith('SQLITE_CONSTRAINT') === true

class DamagedRecord extends Error {}

function insert(store: Store, lines: Iterable<string>, found: FoundAt): void {
  let receiptNo: number | bigint | null = null
  for (const line of lines) {
    if (receiptNo === null) receiptNo = insertHead(store, Head.parse(parseBoundedJson(line)), found)
    else insertBatch(store, receiptNo, BatchLine.parse(parseBoundedJson(line)))
  }
  if (receiptNo === null) throw new DamagedRecord()
}

function insertHead(store: Store, head: z.infer<typeof Head>, found: FoundAt): number | bigint {
  const home = found.home ?? { id: head.receipt.home, path: head.receipt.home_path }
  if (head.receipt.receipt_id !== found.receiptId || head.receipt.disposition !== found.disposition)
    throw new DamagedRecord()
  if (head.plan !== null && head.plan.plan_id !== head.receipt.plan_id) throw new DamagedRecord()
  const place = { home: home.id, home_path: home.path }
  if (head.plan !== null && !isPlanKnown(store, head.plan.plan_id))
    insertRow(store, 'plan', { ...head.plan, ...place, receipt_id: found.receiptId, items_deleted: 1 })
  const receiptNo = insertRow(store, 'receipt', { ...head.receipt, ...place, found_ms: found.nowMs })
  for (const { promisedBytes, doneBytes, ...sum } of head.sums)
    insertRow(store, 'receipt_sum', {
      receipt_no: receiptNo,
      ...sum,
      promised_bytes: promisedBytes,
      done_bytes: doneBytes,
    })
  return receiptNo
}

function insertBatch(
  store: Store,
  receiptNo: number | bigint,
  { batch, items }: z.infer<typeof BatchLine>,
): void {
  insertRow(store, 'batch', { receipt_no: receiptNo, ...batch, state: 'done' })
  for (const item of items)
    insertRow(store, 'receipt_item', { receipt_no: receiptNo, batch_no: batch.batch_no, ...item })
}

const isPlanKnown = (store: Store, planId: string): boolean =>
  prepared(store, 'SELECT 1 FROM plan WHERE plan_id = ?').get(planId) !== undefined

function insertRow(store: Store, table: string, row: Readonly<Record<string, unknown>>): number | bigint {
  const columns = Object.keys(row)
  const values = columns.map((column) => `@${column}`)
  return prepared(store, `INSERT INTO ${table} (${columns}) VALUES (${values})`).run(row).lastInsertRowid
}
