/**
 * Groups the items of a plan by reason. A group may span steps, and its items are requested by step and code,
 * which together identify it.
 */
import type { Amount, PlanItem, PlanTotals, Verdict } from './plan.ts'

export type PlanGroup = Amount & {
  readonly key: string
  readonly verdict: Verdict
  readonly code: string
  readonly message: string
  /** The step to find its items in. Null: any step. */
  readonly steps: readonly (number | null)[]
}

/** In the order of the totals: acted on first, largest first. `step` null: the whole plan. */
export function groupsOf({ byReason }: PlanTotals, step: number | null = null): PlanGroup[] {
  const groups = new Map<string, Building>()
  for (const entry of byReason) {
    if (step !== null && entry.step !== step) continue
    const key = `${entry.verdict} ${entry.code} ${entry.message}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { ...entry, key, steps: [entry.step] })
    else groups.set(key, { ...add(group, entry), steps: [...group.steps, entry.step] })
  }
  const all = [...groups.values()]
  return all.map(({ step: _, ...group }) => ({ ...group, steps: stepsOf(group, all, step) }))
}

/** The group an item is counted in. */
export const groupOf = (
  groups: readonly PlanGroup[],
  { verdict, reason, step }: Pick<PlanItem, 'verdict' | 'reason' | 'step'>,
): PlanGroup | undefined =>
  groups.find(
    (group) =>
      group.verdict === verdict &&
      group.code === reason.code &&
      (group.steps.includes(null) || group.steps.includes(step)),
  )

export const addAmounts = (a: Amount, b: Amount): Amount => ({
  items: a.items + b.items,
  bytes: a.bytes + b.bytes,
  apparentBytes: a.apparentBytes + b.apparentBytes,
  rowBytes: a.rowBytes + b.rowBytes,
})

type Building = PlanTotals['byReason'][number] & { readonly key: string; readonly steps: readonly number[] }

const add = (group: Building, amount: Amount): Building => ({ ...group, ...addAmounts(group, amount) })

/** If the code alone identifies the group, its items come in one order over all steps. */
function stepsOf(
  group: Omit<Building, 'step'>,
  all: readonly Building[],
  step: number | null,
): readonly (number | null)[] {
  if (step !== null) return [step]
  const isAlone = all.every(
    (other) => other.key === group.key || other.verdict !== group.verdict || other.code !== group.code,
  )
  return isAlone ? [null] : group.steps
}
