/** Finds an incident by its id in any home. */
import type { HomeRef } from '../../../domain/home/home.ts'
import type { IncidentAnswer } from '../../../service/reports/read-incidents.ts'
import { getCollector } from '../../workers/get-collector.ts'

export type FoundIncident = IncidentAnswer & { readonly home: HomeRef }

export async function findIncident(id: string): Promise<FoundIncident | null> {
  const collector = getCollector()
  const first = await collector.query(null, 'incident', { id })
  const [opened, ...others] = first?.homes ?? []
  if (first?.answer && opened !== undefined) return { ...first.answer, home: opened }
  const reply = await Promise.all(
    others.map(async (home) => ({ home, found: await collector.query(home.id, 'incident', { id }) })),
  )
  for (const { home, found } of reply) if (found?.answer) return { ...found.answer, home }
  return null
}
