/** Data of the plan page: the stored plan, its home's label, and the time left by the server's clock. */
import { homedir } from 'node:os'
import type { PlanPage } from '@/components/cleanup/plan/plan-page-model'
import { getSettings } from '@/lib/server/get-settings'
import { shortPath } from '@/lib/server/short-path'
import { getCollector } from '@/lib/server/workers/get-collector'
import { withShortLabel } from '@/lib/shared/short-path'

export type PlanView = {
  readonly page: PlanPage
  /** Null until the plan has run. */
  readonly receiptId: string | null
}

/** Null if the plan is unknown or the store cannot be read. */
export async function readPlanView(planId: string): Promise<PlanView | null> {
  const reply = await getCollector().queryStore('plan-page', { id: planId })
  if (!reply.answer.ok) return null
  const { plan, first, protectedCounts, nowMs } = reply.answer.value
  const home = reply.homes.find(({ id }) => id === plan.homeId)
  const ownFolder = homedir()
  return {
    receiptId: plan.receiptId,
    page: {
      ...plan,
      home: {
        label: home?.label ?? plan.homeId,
        shortPath: shortPath(plan.homePath),
        demo: home?.demo ?? false,
      },
      expiresInMs: plan.expiresAtMs - nowMs,
      ownFolder,
      first: Object.fromEntries(
        Object.entries(first).map(([group, items]) => [
          group,
          items.map((item) => withShortLabel(ownFolder, item)),
        ]),
      ),
      protectedCounts,
      trashDays: getSettings().trashDays,
    },
  }
}
