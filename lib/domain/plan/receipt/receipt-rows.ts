/** Summarizes a run by its plan's reasons: planned, done, skipped and failed. Pure. */
import type { Plan } from '../plan.ts'
import { groupOf, groupsOf } from '../plan-groups.ts'

export type OutcomeCounts = {
  readonly planned: number
  readonly done: number
  readonly skipped: number
  readonly failed: number
  readonly promisedBytes: number
  readonly doneBytes: number
}

export type OutcomeRow = OutcomeCounts & { readonly message: string }

type Sum = OutcomeCounts & { readonly step: number; readonly code: string }

/** Largest first. Steps that share a reason are summed in one row. */
export function outcomeRows(totals: Plan['totals'] | null, sums: readonly Sum[]): OutcomeRow[] {
  const groups = totals === null ? [] : groupsOf(totals)
  const rows = new Map<string, OutcomeRow>()
  for (const { step, code, ...counts } of sums) {
    const message = groupOf(groups, { verdict: 'act', step, reason: { code, message: '' } })?.message ?? code
    const row = rows.get(message)
    rows.set(message, row === undefined ? { message, ...counts } : { message, ...addCounts(row, counts) })
  }
  return [...rows.values()].sort((a, b) => b.promisedBytes - a.promisedBytes || b.planned - a.planned)
}

const addCounts = (a: OutcomeCounts, b: OutcomeCounts): OutcomeCounts => ({
  planned: a.planned + b.planned,
  done: a.done + b.done,
  skipped: a.skipped + b.skipped,
  failed: a.failed + b.failed,
  promisedBytes: a.promisedBytes + b.promisedBytes,
  doneBytes: a.doneBytes + b.doneBytes,
})

export const totalCounts = (rows: readonly OutcomeCounts[]): OutcomeCounts => rows.reduce(addCounts, NOTHING)

const NOTHING: OutcomeCounts = {
  planned: 0,
  done: 0,
  skipped: 0,
  failed: 0,
  promisedBytes: 0,
  doneBytes: 0,
}
