/** Totals of a plan after items are unticked, as the page shows and the approval repeats them. */
import type { Amount, PlanItem, PlanTotals } from './plan.ts'
import { addAmounts, groupOf, type PlanGroup } from './plan-groups.ts'

/** Only items that are acted on can be unticked, so the verdict is known. */
type Unticked = Pick<PlanItem, 'step' | 'reason' | 'bytes' | 'apparentBytes' | 'rowBytes'>

export type PlanChoice = {
  readonly go: Amount
  readonly unticked: Amount
  readonly keep: Amount
  /** By group key. Groups with nothing unticked are left out. */
  readonly untickedOf: ReadonlyMap<string, Amount>
}

export function choiceOf(
  totals: PlanTotals,
  groups: readonly PlanGroup[],
  unticked: Iterable<Unticked>,
): PlanChoice {
  let sum = NOTHING
  const untickedOf = new Map<string, Amount>()
  for (const item of unticked) {
    const amount = amountOf(item)
    sum = addAmounts(sum, amount)
    const key = groupOf(groups, { ...item, verdict: 'act' })?.key
    if (key !== undefined) untickedOf.set(key, addAmounts(untickedOf.get(key) ?? NOTHING, amount))
  }
  return { go: subtract(totals.act, sum), unticked: sum, keep: totals.keep, untickedOf }
}

const subtract = (a: Amount, b: Amount): Amount => ({
  items: a.items - b.items,
  bytes: a.bytes - b.bytes,
  apparentBytes: a.apparentBytes - b.apparentBytes,
  rowBytes: a.rowBytes - b.rowBytes,
})

const NOTHING: Amount = { items: 0, bytes: 0, apparentBytes: 0, rowBytes: 0 }

const amountOf = ({ bytes, apparentBytes, rowBytes }: Unticked): Amount => ({
  items: 1,
  bytes,
  apparentBytes,
  rowBytes: rowBytes ?? 0,
})
