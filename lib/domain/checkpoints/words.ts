/** Texts of the checkpoints page: its titles, the states and layouts, and what Hermes' own prune deletes. */
import { formatBytes, formatCount, formatPlural } from '../../shared/numbers.ts'
import { formatAge } from '../../shared/time.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { CheckpointPrune, CheckpointPruneInput } from './checkpoint-auto-prune.ts'
import type { CheckpointList } from './checkpoint-list.ts'

/** Orphaned and stale checkpoints are unused; the others may still be needed. */
export function checkpointTitle({ totals }: Pick<CheckpointList, 'totals'>): string {
  if (totals === null) return 'Checkpoints are unknown'
  const all = Object.values(totals).reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return 'No checkpoints in this home'
  const count = totals.orphan.count + totals.stale.count
  if (count === 0) return nothingUnusedTitle(all, totals.unreachable.count)
  const bytes = totals.orphan.exclusiveBytes + totals.stale.exclusiveBytes
  const unmeasured = totals.orphan.unmeasured + totals.stale.unmeasured
  const summary = `${formatCount(count)} of ${formatPlural(all, 'checkpoint')} ${count === 1 ? 'serves' : 'serve'} nobody`
  return `${summary}: ${unmeasured > 0 ? 'at least ' : ''}${formatBytes(bytes)}`
}

function nothingUnusedTitle(all: number, unreachable: number): string {
  const which =
    all === 1
      ? 'The only checkpoint is'
      : all === 2
        ? 'Both checkpoints are'
        : `All ${formatCount(all)} checkpoints are`
  if (unreachable === 0) return `${which} in use`
  return unreachable === all ? `${which} out of sight` : `${which} in use or out of sight`
}

const LAYOUT_WORDS = {
  v1: { one: 'repository of one folder (v1)', many: 'repositories, one per folder (v1)' },
  v2: { one: 'project in the shared store (v2)', many: 'projects in the shared store (v2)' },
  legacy: { one: 'set-aside folder (legacy)', many: 'set-aside folders (legacy)' },
} as const

/** The storage layouts in use, with their counts. */
export function describeLayouts({ layouts }: Pick<CheckpointList, 'layouts'>): string {
  if (layouts === null) return 'How they are kept is unknown.'
  const parts = (['v1', 'v2', 'legacy'] as const)
    .filter((layout) => layouts[layout] > 0)
    .map((layout) => formatPlural(layouts[layout], LAYOUT_WORDS[layout].one, LAYOUT_WORDS[layout].many))
  const last = parts.pop()
  if (last === undefined) return 'Hermes has not saved the state of a folder here.'
  return parts.length === 0 ? `${last}.` : `${parts.join(', ')} and ${last}, side by side.`
}

export function describeCheckpointState(state: Checkpoint['state'], retentionDays: number | null): string {
  const span = retentionDays === null ? 'the time Hermes keeps them' : formatPlural(retentionDays, 'day')
  switch (state) {
    case 'orphan':
      return 'The folder is gone and its parent is still there.'
    case 'stale':
      return `Untouched for longer than ${span}.`
    case 'live':
      return retentionDays === null
        ? 'The folder is there. How long Hermes keeps them could not be read, so none counts as stale.'
        : `Used within ${span}.`
    case 'unreachable':
      return 'The folder is not there, but its drive may just not be mounted, or which folder it was cannot be read. Missing is not deleted, so these stay.'
  }
}

export function checkpointPruneTitle(
  state: CheckpointPrune['state'],
  selects: CheckpointPrune['selects'],
): string {
  if (selects === null) return 'Which checkpoints Hermes deletes by itself is unknown'
  const checkpoints = formatPlural(selects.count, 'checkpoint')
  if (state === 'off') return `Hermes keeps all checkpoints; pruning, it would delete ${checkpoints}`
  if (state === 'unknown')
    return `Whether Hermes prunes checkpoints is unknown; if so, it deletes ${checkpoints}`
  return selects.count === 0
    ? 'Hermes’ next start deletes no checkpoint'
    : `Hermes’ next start deletes ${checkpoints}`
}

/** What Hermes' own prune deletes, and when. */
export function describeCheckpointPrune(
  state: CheckpointPrune['state'],
  selects: CheckpointPrune['selects'],
  { retentionDays, lastRanMs, nowMs }: Pick<CheckpointPruneInput, 'retentionDays' | 'lastRanMs' | 'nowMs'>,
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
