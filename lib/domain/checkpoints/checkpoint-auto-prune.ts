/**
 * Predicts what Hermes' checkpoint prune will delete at its next start
 * (docs/hermes.md, "What Hermes deletes itself"). It goes by age even if a drive is only unmounted, and early
 * versions treated every missing folder as deleted. Pure.
 */
import { DAY_MS, HOUR_MS, toIso } from '../../shared/time.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import type { Checkpoint } from './checkpoint.ts'
import { checkpointPruneTitle, describeCheckpointPrune } from './words.ts'

export type CheckpointPrune = {
  readonly state: 'on' | 'off' | 'unknown'
  readonly retentionDays: number | null
  readonly lastRanAt: string | null
  /** It does not run again before this time; null if nothing delays it. */
  readonly restsUntil: string | null
  readonly selects: PrunedCheckpoints | null
  readonly title: string
  readonly words: string
}

type PrunedCheckpoints = {
  readonly count: number
  /** Checkpoints of deleted folders. The others are too old. */
  readonly orphans: number
  /** Among those it deletes: their drive may only be unmounted. */
  readonly unreachable: number
  /** Deleted or kept depending on the exact version. */
  readonly perhaps: number
  /** What deleting them frees; null until git has measured them all. */
  readonly bytes: number | null
}

export type CheckpointPruneInput = {
  readonly schema: number | null
  readonly enabled: boolean | null
  readonly retentionDays: number | null
  readonly deletesOrphans: boolean
  readonly intervalHours: number
  readonly lastRanMs: number | null
  readonly checkpoints: readonly Checkpoint[] | null
  readonly nowMs: number
}

export function checkpointPruneOf({ snapshot, checkpoints }: AssessedHome, nowMs: number): CheckpointPrune {
  const config = snapshot.config.ok ? snapshot.config.value : null
  return predictCheckpointPrune({
    schema: snapshot.database.ok ? snapshot.database.value.capabilities.schemaVersion : null,
    enabled: config?.checkpointAutoPrune ?? null,
    retentionDays: config?.checkpointRetentionDays ?? null,
    deletesOrphans: config?.checkpointDeletesOrphans ?? true,
    intervalHours: config?.checkpointPruneIntervalHours ?? 24,
    lastRanMs: snapshot.checkpoints.ok ? (snapshot.checkpoints.value.lastPrunedMs ?? null) : null,
    checkpoints,
    nowMs,
  })
}

export function predictCheckpointPrune(input: CheckpointPruneInput): CheckpointPrune {
  const { enabled, retentionDays, lastRanMs, intervalHours, nowMs } = input
  const state = enabled === null ? 'unknown' : enabled ? 'on' : 'off'
  const restMs = lastRanMs === null ? null : lastRanMs + intervalHours * HOUR_MS
  const restsMs = restMs !== null && restMs > nowMs ? restMs : null
  const selects = select(input)
  return {
    state,
    retentionDays,
    lastRanAt: toIso(lastRanMs),
    restsUntil: toIso(restsMs),
    selects,
    title: checkpointPruneTitle(state, selects),
    words: describeCheckpointPrune(state, selects, input, restsMs),
  }
}

/**
 * Since 24 July 2026, within schema 23, a folder must be proven deleted. Null: schema 23 covers both
 * behaviors.
 */
const trustsMissing = (schema: number | null): boolean | null =>
  schema === null || schema === 23 ? null : schema < 23

function select(input: CheckpointPruneInput): PrunedCheckpoints | null {
  const { checkpoints, retentionDays, deletesOrphans, schema, nowMs } = input
  if (checkpoints === null || retentionDays === null) return null
  const cutoffMs = nowMs - retentionDays * DAY_MS
  const isOld = ({ lastTouchedMs }: Checkpoint) => lastTouchedMs !== null && lastTouchedMs < cutoffMs
  const isGone = ({ layout, workdirSeen }: Checkpoint): boolean | null => {
    if (layout === 'legacy' || !deletesOrphans || workdirSeen === 'present') return false
    return workdirSeen === 'proven-gone' ? true : trustsMissing(schema)
  }
  const pruned = checkpoints.filter((item) => isOld(item) || isGone(item) === true)
  return {
    count: pruned.length,
    orphans: pruned.filter((item) => isGone(item) === true).length,
    unreachable: pruned.filter(({ state }) => state === 'unreachable').length,
    perhaps: checkpoints.filter((item) => !isOld(item) && isGone(item) === null).length,
    bytes: pruned.reduce<number | null>(
      (sum, { exclusiveBytes }) => (sum === null || exclusiveBytes === null ? null : sum + exclusiveBytes),
      0,
    ),
  }
}
