/** The number of open incidents, and whether one of them is critical. */
import type { Incident } from '@/lib/domain/watch/incidents/incident'

export type Severity = { readonly open: number; readonly critical: boolean }

export const severity = (incidents: readonly Incident[]): Severity => ({
  open: incidents.length,
  critical: incidents.some(({ level }) => level === 'critical'),
})
