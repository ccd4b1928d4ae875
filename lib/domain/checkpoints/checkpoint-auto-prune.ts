/**
 * Predicts what Hermes' checkpoint prune will delete at its next start
 * (docs/hermes.md, "What Hermes deletes itself"). It goes by age even if a drive is only unmounted, and early
 * versions treated every missing folder as deleted. Pure.
 */
import { formatBytes, formatPlural } from '../../shared/numbers.ts'
import { DAY_MS, formatAge, HOUR_MS, toIso } from '../../shared/time.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import type { Checkpoint } from './checkpoint.ts'

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
    title: titleOf(state, selects),
    words: wordsOf(state, selects, input, restsMs),
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

function titleOf(state: CheckpointPrune['state'], selects: PrunedCheckpoints | null): string {
  if (selects === null) return 'Which checkpoints Hermes deletes by itself is unknown'
  const checkpoints = formatPlural(selects.count, 'checkpoint')
  if (state === 'off') return `Hermes keeps all checkpoints; pruning, it would delete ${checkpoints}`
  if (state === 'unknown')
    return `Whether Hermes prunes checkpoints is unknown; if so, it deletes ${checkpoints}`
  return selects.count === 0
    ? 'Hermes’ next start deletes no checkpoint'
    : `Hermes’ next start deletes ${checkpoints}`
}

function wordsOf(
  state: CheckpointPrune['state'],
  selects: PrunedCheckpoints | null,
  { retentionDays, lastRanMs, nowMs }: CheckpointPruneInput,
  restsMs: number | null,
): string {
  if (selects === null || retentionDays === null) return 'Checkpoints or settings could not be read.'
  const { count, orphans, unreachable, perhaps, bytes } = selects
  const rule = `It takes those nobody touched for ${formatPlural(retentionDays, 'day')} and those of folders that are gone`
  const what =
    count === 0
      ? `${rule}; now there are none.`
      : `${rule}: ${formatPlural(count - orphans, 'old one')} and ${formatPlural(orphans, 'orphan')}, ${bytes === null ? 'their size not told yet' : formatBytes(bytes)}.`
  const ran =
    lastRanMs === null
      ? state === 'on'
        ? 'It has not run yet.'
        : ''
      : `It last ran ${formatAge(nowMs - lastRanMs)} ago${restsMs === null ? '' : ` and rests for ${formatAge(restsMs - nowMs)} more`}.`
  return [
    what,
    unreachable > 0
      ? `The drive of ${formatPlural(unreachable, 'folder')} may just not be mounted; Hermes takes them all the same.`
      : '',
    perhaps > 0 ? `${formatPlural(perhaps, 'more', 'more')} may go, depending on the exact version.` : '',
    ran,
  ]
    .filter(Boolean)
    .join(' ')
}
