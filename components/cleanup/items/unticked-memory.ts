/**
 * Unticked items, kept for this tab: a reload loses nothing, and a plan made again knows what was unticked in
 * the one before it.
 */
import type { PlanItem } from '@/lib/domain/plan/plan'

const PREFIX = 'steward.unticked.'
/** A browser's store is small; unticking more than this calls for another policy. */
const MOST = 5_000

export function rememberUnticked(planId: string, items: readonly PlanItem[]): void {
  try {
    if (items.length === 0 || items.length > MOST) sessionStorage.removeItem(PREFIX + planId)
    else sessionStorage.setItem(PREFIX + planId, JSON.stringify(items))
  } catch {
    // A full or forbidden store only means that a reload forgets.
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
