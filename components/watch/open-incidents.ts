/** The number of open incidents, and whether one of them is critical. */
import type { Incident } from '@/lib/domain/watch/incidents/incident'

export type OpenIncidents = { readonly open: number; readonly critical: boolean }

export const countOpen = (incidents: readonly Incident[]): OpenIncidents => ({
  open: incidents.length,
  critical: incidents.some(({ level }) => level === 'critical'),
})
