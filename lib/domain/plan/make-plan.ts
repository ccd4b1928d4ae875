/**
 * Joins the steps of a plan. Each thing of the home stands in it once: in the first step that wants it, or else in the
 * first that looked at it. Numbers follow from the things alone, so that the order of rows changes nothing. Pure.
 */
import { assertNever } from '../../shared/assert-never.ts'
import type { Draft, DraftPart } from './draft.ts'
import type { FrozenItem, Plan, PlanItem } from './plan.ts'
import { planCheckpoints } from './plan-checkpoints.ts'
import { planCloseLeaked } from './plan-close-leaked.ts'
import { planCompactDatabase } from './plan-compact-database.ts'
import { planCronOutput } from './plan-cron-output.ts'
import type { PlanFacts } from './plan-facts.ts'
import { planGatewayEntries } from './plan-gateway-entries.ts'
import { planOrphanFiles } from './plan-orphan-files.ts'
import { planPruneFiles } from './plan-prune-files.ts'
import { planPruneSessions } from './plan-prune-sessions.ts'
import type { Policy } from './policy.ts'
import { stepRefusals } from './step-refusals.ts'
import type { SessionTarget } from './target.ts'
import { totalsOf } from './total-items.ts'

export type PlanDraft = Pick<Plan, 'steps' | 'totals' | 'refusals'> & { readonly items: readonly PlanItem[] }

export function makePlan(facts: PlanFacts, steps: readonly Policy[]): PlanDraft {
  const joined = joinSteps(planSteps(facts, steps)).sort(byWeight)
  const items = joined.map(toItem)
  return {
    steps,
    items,
    totals: totalsOf(joined, steps),
    refusals: steps.flatMap(({ action }, step) =>
      stepRefusals(action, facts).map((refusal) => ({ step, ...refusal })),
    ),
  }
}

function planSteps(facts: PlanFacts, steps: readonly Policy[]): (readonly Draft[])[] {
  const rowBytes = new Map<string, number>()
  return steps.map((policy) => {
    const compacts = policy.action === 'compact-database'
    const earlier = compacts ? [...rowBytes.values()].reduce((total, bytes) => total + bytes, 0) : 0
    const drafts = planStep(facts, policy, earlier)
    if (steps.length === 1) return drafts
    for (const draft of drafts) if (draft.verdict === 'prune') rowBytes.set(draft.key, draft.rowBytes ?? 0)
    return drafts
  })
}

function planStep(facts: PlanFacts, policy: Policy, earlierRowBytes: number): Draft[] {
  switch (policy.action) {
    case 'prune-sessions':
      return planPruneSessions(facts, policy)
    case 'prune-files':
      return planPruneFiles(facts, policy)
    case 'orphan-files':
      return planOrphanFiles(facts, policy)
    case 'close-leaked':
      return planCloseLeaked(facts, policy)
    case 'checkpoints':
      return planCheckpoints(facts, policy)
    case 'gateway-entries':
      return planGatewayEntries(facts, policy)
    case 'cron-output':
      return planCronOutput(facts, policy)
    case 'compact-database':
      return planCompactDatabase(facts, earlierRowBytes)
    default:
      return assertNever(policy)
  }
}

export type StepDraft = Draft & { readonly step: number }

function joinSteps(steps: readonly (readonly Draft[])[]): StepDraft[] {
  const [only = []] = steps
  if (steps.length < 2) return only.map((draft) => ({ ...draft, step: 0 }))
  const taken = new Set<string>()
  const joined: StepDraft[] = []
  for (const [step, drafts] of steps.entries()) {
    for (const draft of drafts) {
      if (draft.verdict === 'keep' || isTaken(draft, taken)) continue
      joined.push({ ...without(draft, taken), step })
      taken.add(draft.key)
      for (const { key } of draft.parts) taken.add(key)
    }
  }
  for (const [step, drafts] of steps.entries()) {
    for (const draft of drafts) {
      if (draft.verdict === 'prune' || isTaken(draft, taken)) continue
      joined.push({ ...without(draft, taken), step })
      taken.add(draft.key)
      for (const { key } of draft.parts) taken.add(key)
    }
  }
  return joined
}

/** What lies in a folder that goes is taken as well. */
function isTaken({ key }: Draft, taken: ReadonlySet<string>): boolean {
  if (taken.has(key)) return true
  if (!key.startsWith('file:')) return false
  for (let at = key.indexOf('/'); at !== -1; at = key.indexOf('/', at + 1))
    if (taken.has(`folder:${key.slice('file:'.length, at)}`)) return true
  return false
}

/** A session whose file an earlier step takes is left with its others. */
function without(draft: Draft, taken: ReadonlySet<string>): Draft {
  if (!draft.parts.some(({ key }) => taken.has(key))) return draft
  const isLeft = draft.parts.map(({ key }) => !taken.has(key))
  const parts = draft.parts.filter((_, at) => isLeft[at])
  const target =
    draft.target?.kind === 'session'
      ? ({ ...draft.target, files: draft.target.files.filter((_, at) => isLeft[at]) } satisfies SessionTarget)
      : draft.target
  return { ...draft, parts, target, bytes: sum(parts, 'bytes'), apparentBytes: sum(parts, 'apparentBytes') }
}

const sum = (parts: readonly DraftPart[], of: 'bytes' | 'apparentBytes'): number =>
  parts.reduce((total, part) => total + part[of], 0)

/** What goes comes first, the largest before the smaller, ties by the thing itself. */
function byWeight(a: StepDraft, b: StepDraft): number {
  if (a.verdict !== b.verdict) return a.verdict === 'prune' ? -1 : 1
  return (
    b.bytes - a.bytes || (b.rowBytes ?? 0) - (a.rowBytes ?? 0) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  )
}

const toItem = ({ parts, group, ...draft }: StepDraft, at: number): PlanItem => ({
  ...draft,
  id: String(at + 1),
})

/** What a run depends on and a person saw, as lines; the same plan always gives the same. */
export function* digestLines(
  plan: Pick<Plan, 'homePath' | 'steps' | 'disposition'>,
  items: Iterable<FrozenItem>,
): Generator<string> {
  yield `${JSON.stringify([plan.homePath, plan.disposition, plan.steps])}\n`
  for (const { id, step, key, verdict, reason, bytes, together, targetText } of items)
    yield `${JSON.stringify([id, step, key, verdict, reason.code, bytes, together])}${targetText ?? ''}\n`
}

export const freeze = (item: PlanItem): FrozenItem => ({
  ...item,
  targetText: item.target === null ? null : JSON.stringify(item.target),
})
