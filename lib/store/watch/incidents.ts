/** Incidents. Open ones are restored after a restart, closed ones are kept for a year. */
import type { Incident } from '../../domain/watch/incidents/incident.ts'
import { decodeCursor, encodeCursor } from '../../shared/cursor.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { DAY_MS } from '../../shared/time.ts'
import type { Store } from '../open-store.ts'
import { prepared } from '../prepared.ts'

const KEPT_MS = 365 * DAY_MS
/** Keeps a home's incidents at a few megabytes. */
const KEPT_CLOSED = 1_000

/** Newest first. */
export function readOpenIncidents(store: Store, homeId: number): Incident[] {
  return prepared<Row>(
    store,
    'SELECT * FROM incident WHERE home_id = ? AND closed_ms IS NULL ORDER BY opened_ms DESC, incident_no DESC',
  )
    .all(homeId)
    .flatMap(toIncident)
}

/** Inserts or updates. */
export function writeIncident(store: Store, homeId: number, incident: Incident): void {
  const { id, kind, level, openedMs, closedMs, ...body } = incident
  prepared(
    store,
    `INSERT INTO incident (incident_id, home_id, kind, level, opened_ms, closed_ms, body)
     VALUES (@id, @homeId, @kind, @level, @openedMs, @closedMs, @body)
     ON CONFLICT (incident_id) DO UPDATE SET level = @level, closed_ms = @closedMs, body = @body`,
  ).run({ id, homeId, kind, level, openedMs, closedMs, body: JSON.stringify(body) })
}

/** Null if this home has no such incident. */
export function readIncident(store: Store, id: string, homeId: number): Incident | null {
  const row = prepared<Row>(store, 'SELECT * FROM incident WHERE incident_id = ? AND home_id = ?').get(
    id,
    homeId,
  )
  return row === undefined ? null : (toIncident(row)[0] ?? null)
}

export type IncidentPage = { readonly items: readonly Incident[]; readonly nextCursor: string | null }

export function readClosedPage(
  store: Store,
  homeId: number,
  query: { readonly cursor: string | null; readonly limit: number },
): Result<IncidentPage, 'bad-cursor'> {
  const from = query.cursor === null ? [Number.MAX_SAFE_INTEGER, 0] : decodeCursor(query.cursor)
  const [closedMs, no] = from ?? []
  if (from?.length !== 2 || !Number.isSafeInteger(closedMs) || !Number.isSafeInteger(no))
    return failed('bad-cursor')
  const rows = prepared<Row>(
    store,
    `SELECT * FROM incident WHERE home_id = @homeId AND closed_ms IS NOT NULL
       AND (closed_ms, incident_no) < (@closedMs, @no)
     ORDER BY closed_ms DESC, incident_no DESC LIMIT @limit`,
  ).all({ homeId, closedMs, no, limit: query.limit + 1 })
  const shown = rows.slice(0, query.limit)
  const last = shown.at(-1)
  return ok({
    items: shown.flatMap(toIncident),
    nextCursor:
      rows.length > query.limit && last !== undefined
        ? encodeCursor([last.closed_ms, last.incident_no])
        : null,
  })
}

export function countClosedIncidents(store: Store, homeId: number, sinceMs: number): number {
  return (
    prepared<{ closed: number }>(
      store,
      'SELECT count(*) AS closed FROM incident WHERE home_id = ? AND closed_ms IS NOT NULL AND closed_ms >= ?',
    ).get(homeId, sinceMs)?.closed ?? 0
  )
}

/** Deletes closed incidents older than a year. Open ones are kept. */
export function trimIncidents(store: Store, homeId: number, nowMs: number): void {
  prepared(
    store,
    `DELETE FROM incident WHERE home_id = @homeId AND closed_ms IS NOT NULL AND (closed_ms < @beforeMs
       OR incident_no NOT IN (SELECT incident_no FROM incident WHERE home_id = @homeId AND closed_ms IS NOT NULL
         ORDER BY closed_ms DESC, incident_no DESC LIMIT @kept))`,
  ).run({ homeId, beforeMs: nowMs - KEPT_MS, kept: KEPT_CLOSED })
}

type Row = {
  incident_no: number
  incident_id: string
  kind: Incident['kind']
  level: Incident['level']
  opened_ms: number
  closed_ms: number | null
  body: string
}

/** An unreadable incident is skipped. If its condition lasts, a new one opens. */
function toIncident(row: Row): Incident[] {
  try {
    const body: Omit<Incident, 'id' | 'kind' | 'level' | 'openedMs' | 'closedMs'> = JSON.parse(row.body)
    if (!Array.isArray(body.timeline) || !Array.isArray(body.values)) return []
    return [
      {
        ...body,
        id: row.incident_id,
        kind: row.kind,
        level: row.level,
        openedMs: row.opened_ms,
        closedMs: row.closed_ms,
      },
    ]
  } catch {
    return []
  }
}
