/** Open incidents that are new or got worse since the last state. Pure. */
import type { Incident } from '@/lib/domain/watch/incidents/incident'

export type KnownLevels = ReadonlyMap<string, Incident['level']>

export const levelsOf = (incidents: readonly Incident[]): KnownLevels =>
  new Map(incidents.map(({ id, level }) => [id, level]))

export const newIncidents = (incidents: readonly Incident[], known: KnownLevels): readonly Incident[] =>
  incidents.filter(({ id, level }) => {
    const before = known.get(id)
    return before === undefined || (before === 'warn' && level === 'critical')
  })
