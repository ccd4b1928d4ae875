/** Sums over the items of a plan: what goes, what stays, and both by reason and by step. */
import type { Draft } from './draft.ts'
import type { Amount, PlanTotals, Verdict } from './plan.ts'
import type { Policy } from './policy.ts'

type Counted = Pick<Draft, 'verdict' | 'reason' | 'group' | 'bytes' | 'apparentBytes' | 'rowBytes'> & {
  readonly step: number
}

export function totalsOf(items: readonly Counted[], steps: readonly Policy[]): PlanTotals {
  const prune = nothing()
  const keep = nothing()
  const bySteps = steps.map(({ action }) => ({ action, prune: nothing(), keep: nothing() }))
  const byReason = new Map<string, Sum & { verdict: Verdict; code: string; message: string }>()
  for (const item of items) {
    add(item.verdict === 'prune' ? prune : keep, item)
    const step = bySteps[item.step]
    if (step !== undefined) add(step[item.verdict], item)
    const name = `${item.verdict} ${item.reason.code} ${item.group}`
    const reason = byReason.get(name) ?? {
      verdict: item.verdict,
      code: item.reason.code,
      message: item.group,
      ...nothing(),
    }
    byReason.set(name, reason)
    add(reason, item)
  }
  return { prune, keep, byReason: [...byReason.values()].sort(byVerdictAndSize), byStep: bySteps }
}

type Sum = { -readonly [Key in keyof Amount]: Amount[Key] }

const nothing = (): Sum => ({ items: 0, bytes: 0, apparentBytes: 0, rowBytes: 0 })

function add(sum: Sum, { bytes, apparentBytes, rowBytes }: Counted): void {
  sum.items += 1
  sum.bytes += bytes
  sum.apparentBytes += apparentBytes
  sum.rowBytes += rowBytes ?? 0
}

type Named = Amount & { readonly verdict: Verdict; readonly message: string }

function byVerdictAndSize(a: Named, b: Named): number {
  if (a.verdict !== b.verdict) return a.verdict === 'prune' ? -1 : 1
  return b.bytes - a.bytes || b.items - a.items || (a.message < b.message ? -1 : 1)
}
