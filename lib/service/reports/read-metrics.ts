/** The metrics of one home, from the last observation and the last sample, without reading the home. */
import type { IncidentKind, IncidentLevel } from '../../domain/watch/incidents/incident.ts'
import type { HomeMetrics } from '../../domain/watch/metrics.ts'
import type { HomeObserver } from '../observe/home-observer.ts'

export function readMetrics(home: HomeObserver): HomeMetrics {
  const { overview } = home.lastKnown()
  const { incidents } = home
  const last = incidents.last
  const database = last?.sample.database.ok ? last.sample.database.value : null
  const space = last?.sample.space.ok ? last.sample.space.value : null
  const nowMs = home.now()
  return {
    home: home.home.id,
    sessions: {
      total: database?.sessions ?? overview.sessions?.total ?? null,
      open: database?.openSessions ?? overview.sessions?.open ?? null,
      leaked: overview.sessions?.leaked ?? last?.sample.heavy?.leakedSessions ?? null,
    },
    tokens: database?.totals ?? overview.tokens,
    disk: {
      freeBytes: space?.freeBytes ?? overview.disk.freeBytes,
      totalBytes: space?.totalBytes ?? overview.disk.totalBytes,
      freeInodes: space?.freeInodes ?? null,
      totalInodes: last?.sample.totalInodes ?? null,
    },
    databaseBytes: database?.databaseBytes ?? null,
    walBytes: database?.walBytes ?? null,
    classes: overview.disk.classes.map(({ id, bytes }) => ({ id, bytes })),
    newestMessageAgeMs: database?.lastMessageMs == null ? null : Math.max(0, nowMs - database.lastMessageMs),
    incidents: countIncidents(incidents.registry.open),
    sampleAgeMs: last === null ? null : Math.max(0, nowMs - last.sample.atMs),
    sampleTookMs: last?.tookMs ?? null,
  }
}

function countIncidents(
  open: readonly { readonly kind: IncidentKind; readonly level: IncidentLevel }[],
): HomeMetrics['incidents'] {
  const counts = new Map<string, { kind: IncidentKind; level: IncidentLevel; count: number }>()
  for (const { kind, level } of open) {
    const key = `${kind} ${level}`
    counts.set(key, { kind, level, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()]
}
