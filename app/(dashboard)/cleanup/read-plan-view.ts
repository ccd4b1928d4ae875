/** The plan as its page takes it: the stored one, its home as people know it, and the server's clock. */
import { homedir } from 'node:os'
import type { PlanPage } from '@/components/cleanup/plan/plan-page-model'
import { getSettings } from '@/lib/server/get-settings'
import { shortPath } from '@/lib/server/short-path'
import { getCollector } from '@/lib/server/workers/get-collector'
import { withShortLabel } from '@/lib/shared/short-path'

export type PlanView = {
  readonly page: PlanPage
  /** Of the one run it may have. */
  readonly receiptId: string | null
}

/** Null for an unknown plan, or where the store cannot be read. */
export async function readPlanView(planId: string): Promise<PlanView | null> {
  const reply = await getCollector().queryStore('plan-page', { id: planId })
  if (!reply.answer.ok) return null
  const { plan, first, guards, nowMs } = reply.answer.value
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
      guards,
      trashDays: getSettings().trashDays,
    },
  }
}
