/** Assesses a snapshot once. Pure: the same snapshot at the same moment gives the same result. */
import { ok } from '../../shared/result.ts'
import { DAY_MS } from '../../shared/time.ts'
import { assessCheckpoint } from '../checkpoints/checkpoint.ts'
import { assessRoutes } from '../gateway/assess-routes.ts'
import { assessSessions } from '../sessions/assess-sessions.ts'
import type { Session } from '../sessions/session.ts'
import { makeOwnerLookup } from '../storage/match-session-file.ts'
import type { AssessedHome, OwnedFile } from './assessed-home.ts'
import type { HomeSnapshot } from './snapshot.ts'

/** Inputs a snapshot lacks: the operator's time zone and Steward's message counts. */
export type Outside = {
  readonly lastHourMs: (hour: number) => number
  readonly messageBytes: (id: string) => number | null
}

export function assessHome(snapshot: HomeSnapshot, nowMs: number, outside: Outside): AssessedHome {
  const claims = snapshot.claims.ok ? snapshot.claims.value : null
  const rows = snapshot.rows.ok ? ok(assessSessions(snapshot.rows.value, claims, nowMs)) : snapshot.rows
  const sessions = rows.ok ? rows.value : null
  const ids = makeIds(sessions)
  const retentionMs = snapshot.config.ok ? snapshot.config.value.checkpointRetentionDays * DAY_MS : null
  return {
    snapshot: { ...snapshot, rows },
    sessions,
    files: snapshot.sessionFiles.ok ? ownFiles(snapshot.sessionFiles.value.files, ids) : null,
    routes: routesOf(snapshot, ids, nowMs, outside.lastHourMs),
    checkpoints: snapshot.checkpoints.ok
      ? snapshot.checkpoints.value.items.map((item) => assessCheckpoint(item, retentionMs, nowMs))
      : null,
    messageBytes: outside.messageBytes,
  }
}

type Ids = (() => ReadonlySet<string>) | null

/** Built on first use, because a home with tens of thousands of rows may have neither files nor routes. */
function makeIds(sessions: readonly Session[] | null): Ids {
  if (sessions === null) return null
  let ids: ReadonlySet<string> | null = null
  return () => {
    ids ??= new Set(sessions.map(({ id }) => id))
    return ids
  }
}

function ownFiles(files: readonly OwnedFileInput[], ids: Ids): OwnedFile[] {
  if (files.length === 0) return []
  if (ids === null) return files.map((file) => ({ ...file, owner: undefined }))
  const ownerOf = makeOwnerLookup(ids())
  return files.map((file) => ({ ...file, owner: ownerOf(file) }))
}

type OwnedFileInput = Omit<OwnedFile, 'owner'>

function routesOf(
  snapshot: HomeSnapshot,
  ids: Ids,
  nowMs: number,
  lastHourMs: (hour: number) => number,
): AssessedHome['routes'] {
  // The database identifies the home's version, which decides which copy of the index counts.
  if (!snapshot.routing.ok || !snapshot.config.ok || !snapshot.database.ok) return null
  return assessRoutes(snapshot.routing.value.entries, {
    hasSession: ids === null ? null : (id) => ids().has(id),
    config: snapshot.config.value,
    schemaVersion: snapshot.database.value.capabilities.schemaVersion,
    nowMs,
    lastHourMs,
  })
}
