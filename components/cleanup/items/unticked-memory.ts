/**
 * Stores unticked items for this tab, so that they survive a reload and carry over to a plan that is prepared
 * again.
 */
import type { PlanItem } from '@/lib/domain/plan/plan'

const PREFIX = 'steward.unticked.'
/** Browser storage is small, and unticking more than this calls for another policy. */
const MOST = 5_000

export function rememberUnticked(planId: string, items: readonly PlanItem[]): void {
  try {
    if (items.length === 0 || items.length > MOST) sessionStorage.removeItem(PREFIX + planId)
    else sessionStorage.setItem(PREFIX + planId, JSON.stringify(items))
  } catch {
    // If storage is full or blocked, the unticked items are lost on reload.
  }
}

export function recallUnticked(planId: string): readonly PlanItem[] {
  try {
    const items: unknown = JSON.parse(sessionStorage.getItem(PREFIX + planId) ?? '[]')
    return Array.isArray(items) ? items : []
  } catch {
    return []
  }
}
