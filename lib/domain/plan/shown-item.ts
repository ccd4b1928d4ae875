/** An item as a browser gets it: where it lies and how it was marked stay on the server. */
import { toIso } from '../../shared/time.ts'
import type { PlanItem } from './plan.ts'

export type ShownItem = Omit<PlanItem, 'target' | 'lastActiveMs'> & { readonly lastActiveAt: string | null }

export const showItem = ({ target: _, lastActiveMs, ...item }: PlanItem): ShownItem => ({
  ...item,
  lastActiveAt: toIso(lastActiveMs),
})
