/** How bad it is, for a title and a badge: how many incidents are open, and whether one of them acts now. */
import type { Incident } from '@/lib/domain/watch/incidents/incident'

export type Severity = { readonly open: number; readonly critical: boolean }

export const severity = (incidents: readonly Incident[]): Severity => ({
  open: incidents.length,
  critical: incidents.some(({ level }) => level === 'critical'),
})
