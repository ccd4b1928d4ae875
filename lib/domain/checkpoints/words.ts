/** Titles of the checkpoints page. */
import { formatBytes, formatCount, formatPlural } from '../../shared/numbers.ts'
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
