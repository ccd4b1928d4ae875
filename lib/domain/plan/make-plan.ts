/**
 * Joins the steps of a plan. Each candidate is listed once: in the first step that acts on it, or else in the
 * first that considered it. Ids depend only on the items, so row order does not matter. Pure.
 */
import { assertNever } from '../../shared/assert-never.ts'
import type { Disposition } from './action.ts'
import { planCheckpoints } from './actions/plan-checkpoints.ts'
import { planCloseLeaked } from './actions/plan-close-leaked.ts'
import { planCompactDatabase } from './actions/plan-compact-database.ts'
import { planCronOutput } from './actions/plan-cron-output.ts'
import { planGatewayEntries } from './actions/plan-gateway-entries.ts'
import { planOrphanFiles } from './actions/plan-orphan-files.ts'
import { planPruneFiles } from './actions/plan-prune-files.ts'
import { planPruneSessions } from './actions/plan-prune-sessions.ts'
import { withArchiveLosses } from './archive-losses.ts'
import type { DraftPart, ItemDraft } from './item-draft.ts'
import type { Plan } from './plan.ts'
import type { PlanFacts } from './plan-facts.ts'
import type { Policy } from './policy.ts'
import { stepRefusals } from './step-refusals.ts'
import type { SessionTarget } from './target.ts'
import { totalsOf } from './total-items.ts'

export type PlanDraft = Pick<Plan, 'steps' | 'totals' | 'refusals'> & {
  readonly items: readonly ItemDraft[]
}

export function makePlan(
  facts: PlanFacts,
  steps: readonly Policy[],
  disposition: Disposition = 'trash',
): PlanDraft {
  const joined = joinSteps(planSteps(facts, steps)).sort(byWeight)
  const items = disposition === 'archive' ? joined.map(withArchiveLosses) : joined
  // Drafts become items in place, because copying tens of thousands would be most of the work.
  let at = 0
  for (const item of items) {
    at += 1
    item.id = String(at)
    item.targetText = item.target === null ? null : JSON.stringify(item.target)
  }
  return {
    steps,
    items,
    totals: totalsOf(items, steps),
    refusals: [
      ...steps.flatMap(({ action }, step) =>
        stepRefusals(action, facts).map((refusal) => ({ step, ...refusal })),
      ),
      ...gitRefusals(items),
    ],
  }
}

/** One item's git hazard, if the plan has nothing else to do. */
function gitRefusals(items: readonly ItemDraft[]): Plan['refusals'] {
  if (items.some(({ verdict }) => verdict === 'act')) return []
  const unsafe = items.find(({ reason }) => reason.code === 'git-unsafe')
  return unsafe === undefined ? [] : [{ step: unsafe.step, ...unsafe.reason }]
}

function planSteps(facts: PlanFacts, steps: readonly Policy[]): ItemDraft[][] {
  const rowBytes = new Map<string, number>()
  return steps.map((policy) => {
    const compacts = policy.action === 'compact-database'
    const earlier = compacts ? [...rowBytes.values()].reduce((total, bytes) => total + bytes, 0) : 0
    const drafts = planStep(facts, policy, earlier)
    if (steps.length === 1) return drafts
    for (const draft of drafts) if (draft.verdict === 'act') rowBytes.set(draft.key, draft.rowBytes ?? 0)
    return drafts
  })
}

function planStep(facts: PlanFacts, policy: Policy, earlierRowBytes: number): ItemDraft[] {
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

function joinSteps(steps: readonly ItemDraft[][]): ItemDraft[] {
  const [only = []] = steps
  if (steps.length < 2) return only
  const covered = new CoveredKeys()
  const joined: ItemDraft[] = []
  for (const verdict of ['act', 'keep'] as const) {
    for (const [step, drafts] of steps.entries()) {
      for (const draft of drafts) {
        if (draft.verdict !== verdict || covered.covers(draft.key)) continue
        joined.push({ ...without(draft, covered), step })
        covered.add(draft.key)
        for (const { key } of draft.parts) covered.add(key)
      }
    }
  }
  return joined
}

/**
 * Items earlier steps act on. A folder covers its contents, and a file removed from a folder covers the
 * folder.
 */
class CoveredKeys {
  readonly #keys = new Set<string>()

  add(key: string): void {
    this.#keys.add(key)
    if (key.startsWith(FILE)) for (const folder of foldersOf(key)) this.#keys.add(`opened:${folder}`)
  }

  has(key: string): boolean {
    return this.#keys.has(key)
  }

  covers(key: string): boolean {
    if (this.#keys.has(key)) return true
    if (key.startsWith(FOLDER)) return this.#keys.has(`opened:${key.slice(FOLDER.length)}`)
    return key.startsWith(FILE) && foldersOf(key).some((folder) => this.#keys.has(FOLDER + folder))
  }
}

const FILE = 'file:'
const FOLDER = 'folder:'

function foldersOf(fileKey: string): string[] {
  const names = fileKey.slice(FILE.length).split('/')
  return names.slice(1).map((_, depth) => names.slice(0, depth + 1).join('/'))
}

/** Drops the parts of a session that an earlier step already removes. */
function without(draft: ItemDraft, covered: CoveredKeys): ItemDraft {
  if (!draft.parts.some(({ key }) => covered.has(key))) return draft
  const isLeft = draft.parts.map(({ key }) => !covered.has(key))
  const parts = draft.parts.filter((_, at) => isLeft[at])
  const target =
    draft.target?.kind === 'session'
      ? ({ ...draft.target, files: draft.target.files.filter((_, at) => isLeft[at]) } satisfies SessionTarget)
      : draft.target
  return { ...draft, parts, target, bytes: sum(parts, 'bytes'), apparentBytes: sum(parts, 'apparentBytes') }
}

const sum = (parts: readonly DraftPart[], of: 'bytes' | 'apparentBytes'): number =>
  parts.reduce((total, part) => total + part[of], 0)

/** Acted on before kept, largest first, ties by key. */
function byWeight(a: ItemDraft, b: ItemDraft): number {
  if (a.verdict !== b.verdict) return a.verdict === 'act' ? -1 : 1
  if (a.bytes !== b.bytes) return b.bytes - a.bytes
  const rows = (b.rowBytes ?? 0) - (a.rowBytes ?? 0)
  return rows !== 0 ? rows : a.key < b.key ? -1 : a.key > b.key ? 1 : 0
}

/** Everything a run depends on and a person saw, as text pieces. The same plan always gives the same text. */
export function* digestTexts(
  plan: Pick<Plan, 'homePath' | 'steps' | 'disposition'>,
  items: Iterable<ItemDraft>,
): Generator<string> {
  let text = `${JSON.stringify([plan.homePath, plan.disposition, plan.steps])}\n`
  for (const { id, step, key, verdict, reason, bytes, together, targetText } of items) {
    // Only external text needs quoting. Codes and verdicts cannot contain a field separator.
    const family = together === null ? '' : JSON.stringify(together)
    text += `${id} ${step} ${verdict} ${reason.code} ${bytes} ${JSON.stringify(key)} ${family} ${targetText ?? ''}\n`
    if (text.length < PIECE) continue
    yield text
    text = ''
  }
  yield text
}

const PIECE = 65_536
