/** Data of the cleanup page: default ages, an earlier plan's steps to start from, drafts and running cleanups. */
import type { OpenPlan, RunningRun } from '@/components/cleanup/recent-runs'
import type { Disposition } from '@/lib/domain/plan/action'
import { DEFAULT_DAYS } from '@/lib/domain/plan/finding-policy'
import type { Policy } from '@/lib/domain/plan/policy'
import { getCollector } from '@/lib/server/workers/get-collector'

export type Start = {
  readonly days: typeof DEFAULT_DAYS
  readonly earlier: readonly Policy[]
  readonly disposition: Disposition
  readonly plans: readonly OpenPlan[]
  readonly running: readonly RunningRun[]
}

const PLANS_SHOWN = 8

export async function readStart(homeId: string, from: string | null): Promise<Start> {
  const collector = getCollector()
  const [days, recent, earlier] = await Promise.all([
    collector.query(homeId, 'default-days', null),
    collector.query(homeId, 'recent', null),
    from === null ? null : collector.queryStore('plan', { id: from }),
  ])
  const plan = earlier?.answer.ok ? earlier.answer.value : null
  const { plans, receipts } = recent?.answer.ok ? recent.answer.value : { plans: [], receipts: [] }
  return {
    days: days?.answer ?? DEFAULT_DAYS,
    // The form has no field for hand-picked ids, and a step without them would select far more.
    earlier:
      plan?.homeId === homeId ? plan.steps.filter((step) => !('ids' in step) || step.ids === null) : [],
    disposition: plan?.disposition ?? 'trash',
    plans: plans
      .filter(({ state }) => state !== 'approved')
      .slice(0, PLANS_SHOWN)
      .map(({ id, steps, disposition, createdAtMs, createdBy, state, totals }) => ({
        id,
        steps,
        disposition,
        createdAtMs,
        createdBy,
        state,
        items: totals.act.items,
        bytes: totals.act.bytes,
      })),
    running: receipts
      .filter(({ state }) => state === 'running')
      .map(({ id, steps, total, done, skipped, failed, startedAtMs }) => ({
        id,
        steps,
        total,
        over: done + skipped + failed,
        startedAtMs,
      })),
  }
}
