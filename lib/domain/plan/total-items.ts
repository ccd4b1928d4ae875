/** Totals of a plan's items: acted on and kept, by reason and by step. */
import type { ItemDraft } from './item-draft.ts'
import type { Amount, PlanTotals, Verdict } from './plan.ts'
import type { Policy } from './policy.ts'

export function totalsOf(items: readonly ItemDraft[], steps: readonly Policy[]): PlanTotals {
  const act = nothing()
  const keep = nothing()
  const bySteps = steps.map(({ action }) => ({ action, act: nothing(), keep: nothing() }))
  const reasons = new Map<number, Reasons>()
  for (const draft of items) {
    const at = draft.step
    add(draft.verdict === 'act' ? act : keep, draft)
    const step = bySteps[at]
    if (step !== undefined) add(step[draft.verdict], draft)
    const sums: Reasons = reasons.get(at) ?? new Map()
    reasons.set(at, sums)
    add(reasonSum(sums, at, draft), draft)
  }
  const byReason = [...reasons.values()]
    .flatMap((codes) => [...codes.values()].flatMap((groups) => [...groups.values()]))
    .sort(byVerdictAndSize)
  return { act, keep, byReason, byStep: bySteps }
}

type ReasonSum = Sum & {
  readonly verdict: Verdict
  readonly step: number
  readonly code: string
  readonly message: string
}

/** By code, then by the words of the group. */
type Reasons = Map<string, Map<string, ReasonSum>>

/** A code has one verdict only, but its text may differ between steps. */
function reasonSum(reasons: Reasons, step: number, { verdict, reason, group }: ItemDraft): ReasonSum {
  const groups = reasons.get(reason.code) ?? new Map<string, ReasonSum>()
  reasons.set(reason.code, groups)
  const sum = groups.get(group) ?? { verdict, step, code: reason.code, message: group, ...nothing() }
  groups.set(group, sum)
  return sum
}

type Sum = { -readonly [Key in keyof Amount]: Amount[Key] }

const nothing = (): Sum => ({ items: 0, bytes: 0, apparentBytes: 0, rowBytes: 0 })

function add(sum: Sum, { bytes, apparentBytes, rowBytes }: ItemDraft): void {
  sum.items += 1
  sum.bytes += bytes
  sum.apparentBytes += apparentBytes
  sum.rowBytes += rowBytes ?? 0
}

type Named = Amount & { readonly verdict: Verdict; readonly message: string }

function byVerdictAndSize(a: Named, b: Named): number {
  if (a.verdict !== b.verdict) return a.verdict === 'act' ? -1 : 1
  return b.bytes - a.bytes || b.items - a.items || (a.message < b.message ? -1 : 1)
}
