/** How bad it is, for a title and a badge: how many incidents are open, and whether one of them acts now. */
import type { Incident } from '@/lib/domain/watch/incidents/incident'

export type Badness = { readonly open: number; readonly critical: boolean }

export const badness = (incidents: readonly Incident[]): Badness => ({
  open: incidents.length,
  critical: incidents.some(({ level }) => level === 'critical'),
})
