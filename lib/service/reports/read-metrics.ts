/**
 * The metrics of one home, from the last observation and the last sample. The home is only read after a run, so that a
 * monitor does not show for a minute what was removed.
 */
import type { Overview } from '../../domain/overview/overview.ts'
import type { IncidentKind, IncidentLevel } from '../../domain/watch/incidents/incident.ts'
import type { DatabaseSample, HeavySample } from '../../domain/watch/light-sample.ts'
import type { HomeMetrics } from '../../domain/watch/metrics.ts'
import { ok } from '../../shared/result.ts'
import { realPathOf } from '../../store/homes.ts'
import { lastRunEndedMs } from '../../store/plans/receipts.ts'
import { type StoreContext, withStore } from '../../store/store-context.ts'
import type { HomeObserver } from '../observe/home-observer.ts'

export async function readMetrics(home: HomeObserver, _: null, context: StoreContext): Promise<HomeMetrics> {
  const { overview } = await lastObservation(home, context)
  const { incidents } = home
  const last = incidents.last
  const database = last?.sample.database.ok ? last.sample.database.value : null
  const space = last?.sample.space.ok ? last.sample.space.value : null
  const nowMs = home.now()
  return {
    home: home.home.id,
    ...rowsOf(database, last?.sample.heavy ?? null, overview),
    usedTokens: home.memory?.tokenCounter() ?? null,
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

/** Once after each run, not at every request, because reading a large home takes a while. */
async function lastObservation(home: HomeObserver, context: StoreContext) {
  const last = home.lastKnown()
  const ended = withStore(context, (store) => ok(lastRunEndedMs(store, realPathOf(home.home.path))))
  const endedMs = ended.ok ? ended.value : null
  const isStale = endedMs !== null && endedMs <= home.now() && endedMs >= seenMs(last.overview)
  return isStale ? home.observe() : last
}

/** Sample and observation read all rows at different times. The later one counts, for every figure of the rows. */
function rowsOf(
  database: DatabaseSample | null,
  heavy: HeavySample | null,
  overview: Overview,
): Pick<HomeMetrics, 'sessions' | 'tokens'> {
  const observed = { ...overview.sessions, tokens: overview.tokens }
  const sampled = {
    total: database?.sessions,
    open: database?.openSessions,
    tokens: database?.totals,
  }
  const [first, second] =
    seenMs(overview) > (database?.walkedMs ?? Number.NEGATIVE_INFINITY)
      ? [observed, sampled]
      : [sampled, observed]
  return {
    sessions: {
      total: first.total ?? second.total ?? null,
      open: first.open ?? second.open ?? null,
      leaked: overview.sessions?.leaked ?? heavy?.leakedSessions ?? null,
    },
    tokens: first.tokens ?? second.tokens ?? null,
  }
}

const seenMs = ({ seenAt }: Overview): number => Date.parse(seenAt)

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
