/** Joins the two sides of a home into one snapshot. Unread parts are marked as unread, not empty. */
import type { HomeRef } from '../../domain/home/home.ts'
import type { HomeSnapshot } from '../../domain/home/snapshot.ts'
import { failed } from '../../shared/result.ts'
import type { DatabaseSide } from './read-database-side.ts'
import type { FileSide } from './read-file-side.ts'

export function composeSnapshot(
  home: HomeRef,
  seenAtMs: number,
  database: DatabaseSide | null,
  files: FileSide | null,
): HomeSnapshot {
  return { home, seenAtMs, ...(database ?? UNREAD_DATABASE), ...(files ?? UNREAD_FILES) }
}

const pending = failed({ code: 'not-counted-yet' } as const)

const UNREAD_DATABASE: DatabaseSide = {
  database: pending,
  rows: pending,
  claims: pending,
  auxiliary: pending,
  routing: pending,
  config: pending,
  liveness: { gatewayRunning: null, gatewayPid: null, servedBy: null, holders: null },
  jobs: pending,
  executions: pending,
  recentOutputs: null,
}

const UNREAD_FILES: FileSide = {
  sessionFiles: pending,
  storage: pending,
  breakdown: pending,
  checkpoints: pending,
  cronOutputs: pending,
  notable: [],
  space: pending,
}
