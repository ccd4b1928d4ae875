/**
 * Stored plans: frozen when made, run at most once, and deleted a day after they expire unless they have a receipt.
 * An approval claims the plan in one statement, so a double click starts one run.
 */
import type { ItemDraft } from '../../domain/plan/item-draft.ts'
import type { Approval, Plan, PlanState } from '../../domain/plan/plan.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'
import { deleteItems, insertItems } from './plan-items.ts'

export type StoredPlan = Plan & {
  readonly state: PlanState
  readonly approvedAtMs: number | null
  readonly approvedBy: string | null
  readonly receiptId: string | null
  /** A while after its run the items are deleted. The receipt still lists what was done. */
  readonly areItemsDeleted: boolean
}

/**
 * More plans than a team reviews in an hour. Beyond that, the oldest unapproved ones of the same sign-in or token are
 * deleted, or those of the same role, because a viewer can sign in again and again. Viewers never displace operators.
 */
const OPEN_PLANS_PER_CREATOR = 10
const OPEN_PLANS_PER_ROLE = 20
const KEPT_AFTER_EXPIRY_MS = DAY_MS
/** Tolerance for small clock corrections. */
const CLOCK_MS = MINUTE_MS

export function savePlan(store: Store, plan: Plan, items: readonly ItemDraft[]): void {
  // Leaves the checkpoint to a later, small write, so that saving a large plan writes it only once.
  const every = store.db.pragma('wal_autocheckpoint', { simple: true })
  store.db.pragma('wal_autocheckpoint = 0')
  try {
    store.db.transaction(() => insertPlan(store, plan, items)).immediate()
  } finally {
    store.db.pragma(`wal_autocheckpoint = ${Number(every)}`)
  }
}

function insertPlan(store: Store, plan: Plan, items: readonly ItemDraft[]): void {
  forgetPlans(store, plan)
  const { lastInsertRowid } = prepared(
    store,
    `INSERT INTO plan (plan_id, home, home_path, steps, disposition, created_ms, expires_ms, digest, totals,
       refusals, created_by, disk, restores)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    plan.id,
    plan.homeId,
    plan.homePath,
    JSON.stringify(plan.steps),
    plan.disposition,
    plan.createdAtMs,
    plan.expiresAtMs,
    plan.digest,
    JSON.stringify(plan.totals),
    JSON.stringify(plan.refusals),
    plan.createdBy,
    JSON.stringify(plan.disk),
    plan.restores,
  )
  insertItems(store, Number(lastInsertRowid), items)
}

export function readPlan(store: Store, planId: string, nowMs: number): StoredPlan | null {
  const row = prepared<PlanRow>(store, `${SELECT} WHERE plan_id = ?`).get(planId)
  return row === undefined ? null : toPlan(row, nowMs)
}

/** Newest first, for one home or for all. */
export function listPlans(store: Store, home: string | null, nowMs: number, limit = 50): StoredPlan[] {
  return prepared<PlanRow>(
    store,
    `${SELECT} WHERE @home IS NULL OR home = @home ORDER BY created_ms DESC, plan_no DESC LIMIT @limit`,
  )
    .all({ home, limit })
    .map((row) => toPlan(row, nowMs))
}

/** Unapproved plans of a home that have not expired. */
export function countWaitingPlans(store: Store, home: string, nowMs: number): number {
  const row = prepared<{ waiting: number }>(
    store,
    'SELECT count(*) AS waiting FROM plan WHERE home = ? AND claimed_ms IS NULL AND expires_ms > ?',
  ).get(home, nowMs)
  return row?.waiting ?? 0
}

export type Claim = Approval & {
  readonly receiptId: string
  readonly by: string
  readonly nowMs: number
}

export type ClaimRefused =
  | { readonly code: 'no-such-plan' }
  | { readonly code: 'digest-differs' }
  | { readonly code: 'plan-expired' }
  /** Harmless after a double click: the receipt of the run that the first click started. */
  | { readonly code: 'already-run'; readonly receiptId: string }

export function claimPlan(
  store: Store,
  { planId, digest, except, receiptId, by, nowMs }: Claim,
): Result<{ readonly receiptId: string }, ClaimRefused> {
  const { changes } = prepared(
    store,
    `UPDATE plan SET claimed_ms = @nowMs, claimed_by = @by, receipt_id = @receiptId, except_ids = @except
     WHERE plan_id = @planId AND digest = @digest AND claimed_ms IS NULL AND expires_ms > @nowMs
       AND created_ms <= @nowMs + @clockMs`,
  ).run({ planId, digest, receiptId, by, nowMs, clockMs: CLOCK_MS, except: JSON.stringify(except) })
  if (changes === 1) return ok({ receiptId })
  const plan = readPlan(store, planId, nowMs)
  if (plan === null) return failed({ code: 'no-such-plan' })
  if (plan.receiptId !== null) return failed({ code: 'already-run', receiptId: plan.receiptId })
  return failed({ code: plan.digest === digest ? 'plan-expired' : 'digest-differs' })
}

/** Items unticked at approval. Null if the plan is not approved. */
export function readExcepted(store: Store, planId: string): readonly string[] | null {
  const row = prepared<{ except_ids: string | null }>(
    store,
    'SELECT except_ids FROM plan WHERE plan_id = ?',
  ).get(planId)
  return row?.except_ids == null ? null : JSON.parse(row.except_ids)
}

export const forgetExpiredPlans = (store: Store, nowMs: number): void =>
  forgetOpen(store, 'expires_ms < ?', nowMs - KEPT_AFTER_EXPIRY_MS, 0)

/** Makes room for a new plan. Approved plans are kept, because their receipts refer to them. */
function forgetPlans(store: Store, { createdAtMs, createdBy }: Plan): void {
  forgetExpiredPlans(store, createdAtMs)
  forgetOpen(store, 'created_by = ?', createdBy, OPEN_PLANS_PER_CREATOR - 1)
  forgetOpen(store, `${ROLE} = ?`, createdBy.split('-')[0] ?? '', OPEN_PLANS_PER_ROLE - 1)
}

/** Creators are named after their role: `viewer-token`, `operator-3f9c21`. */
const ROLE = "substr(created_by, 1, instr(created_by || '-', '-') - 1)"

/** By number and not by time, because the clock may have been set back. */
function forgetOpen(store: Store, condition: string, value: string | number, kept: number): void {
  const gone = prepared<{ plan_no: number }>(
    store,
    `SELECT plan_no FROM plan WHERE receipt_id IS NULL AND ${condition} ORDER BY plan_no DESC LIMIT -1 OFFSET ?`,
  ).all(value, kept)
  for (const { plan_no: planNo } of gone) {
    deleteItems(store, planNo)
    prepared(store, 'DELETE FROM plan WHERE plan_no = ?').run(planNo)
  }
}

/** A plan made in the future means that the clock was set back, so its age is unknown. */
const isOver = ({ created_ms: createdMs, expires_ms: expiresMs }: PlanRow, nowMs: number): boolean =>
  expiresMs <= nowMs || createdMs > nowMs + CLOCK_MS

const SELECT = 'SELECT * FROM plan'

type PlanRow = {
  plan_id: string
  home: string
  home_path: string
  steps: string
  disposition: Plan['disposition']
  created_ms: number
  expires_ms: number
  digest: string
  totals: string
  refusals: string
  created_by: string
  disk: string
  restores: string | null
  claimed_ms: number | null
  claimed_by: string | null
  receipt_id: string | null
  items_deleted: number
}

const toPlan = (row: PlanRow, nowMs: number): StoredPlan => ({
  id: row.plan_id,
  homeId: row.home,
  homePath: row.home_path,
  steps: JSON.parse(row.steps),
  disposition: row.disposition,
  createdAtMs: row.created_ms,
  expiresAtMs: row.expires_ms,
  digest: row.digest,
  totals: JSON.parse(row.totals),
  refusals: JSON.parse(row.refusals),
  createdBy: row.created_by,
  disk: JSON.parse(row.disk),
  restores: row.restores,
  state: row.claimed_ms !== null ? 'approved' : isOver(row, nowMs) ? 'expired' : 'open',
  approvedAtMs: row.claimed_ms,
  approvedBy: row.claimed_by,
  receiptId: row.receipt_id,
  areItemsDeleted: row.items_deleted === 1,
})
