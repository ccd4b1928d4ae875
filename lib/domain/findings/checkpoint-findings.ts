/** Unused checkpoints, and what interrupted git runs left behind. */
import { formatCount, formatPlural } from '../../shared/numbers.ts'
import { DAY_MS, MINUTE_MS } from '../../shared/time.ts'
import type { Checkpoint } from '../checkpoints/checkpoint.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import { type FindingDraft, largest, sumBytes } from './draft.ts'

/** A pack still being written is younger than this. */
const PACK_GRACE_MS = 10 * MINUTE_MS

export function checkpointFindings({ checkpoints, snapshot }: AssessedHome, nowMs: number): FindingDraft[] {
  const found: FindingDraft[] = []
  const orphans = (checkpoints ?? []).filter(({ state }) => state === 'orphan')
  if (orphans.length > 0) {
    found.push(
      draft('orphan-checkpoints', orphans, {
        title: `${formatPlural(orphans.length, 'checkpoint')} of folders that no longer exist`,
        detail: `The folder is gone and its parent is still there. ${orphans.length === 1 ? 'Its' : 'Their'} rollback points lead nowhere.`,
      }),
    )
  }
  const stale = (checkpoints ?? []).filter(({ state }) => state === 'stale')
  if (stale.length > 0 && snapshot.config.ok) {
    const days = snapshot.config.value.checkpointRetentionDays
    const ages = stale.flatMap(({ lastTouchedMs }) =>
      lastTouchedMs === null ? [] : [Math.floor((nowMs - lastTouchedMs) / DAY_MS)],
    )
    found.push(
      draft('stale-checkpoints', stale, {
        title: `${formatPlural(stale.length, 'checkpoint')} nobody touched for ${formatPlural(days, 'day')}`,
        detail: `The ${stale.length === 1 ? 'folder still exists' : 'folders still exist'}. ${touchedSentence(ages)}`,
      }),
    )
  }
  return [...found, ...packFindings(snapshot, nowMs)]
}

const touchedSentence = (ages: readonly number[]): string =>
  ages.length === 0
    ? 'When they were last touched is unknown.'
    : `Last touched ${formatCount(Math.min(...ages))} to ${formatCount(Math.max(...ages))} days ago.`

function draft(
  code: 'orphan-checkpoints' | 'stale-checkpoints',
  items: readonly Checkpoint[],
  words: { title: string; detail: string },
): FindingDraft {
  const sized = items.map((item) => ({ ...item, bytes: item.exclusiveBytes }))
  const bytes = sumBytes(sized)
  const unsized = sized.filter((item) => item.bytes === null).length
  return {
    code,
    count: items.length,
    bytes,
    frees: 'now',
    action: 'checkpoints',
    class: 'checkpoints',
    title: words.title,
    detail: unsized === 0 ? words.detail : `${words.detail} ${formatCount(unsized)} not measured yet.`,
    examples: largest(
      sized.map((item) => ({ label: item.workdir ?? item.id, bytes: item.bytes, atMs: item.lastTouchedMs })),
    ),
    byClass: { checkpoints: bytes },
  }
}

function packFindings(snapshot: AssessedHome['snapshot'], nowMs: number): FindingDraft[] {
  if (!snapshot.checkpoints.ok) return []
  const { count, bytes, newestMs } = snapshot.checkpoints.value.temporaryPacks
  if (count === 0 || (newestMs !== null && nowMs - newestMs < PACK_GRACE_MS)) return []
  return [
    {
      code: 'temporary-packs',
      count,
      bytes,
      frees: 'now',
      action: 'checkpoints',
      class: 'checkpoints',
      title: `${formatPlural(count, 'half-written git pack')} in the checkpoint store`,
      detail: 'Git was stopped while packing. Nothing refers to them.',
      examples: [],
      byClass: { checkpoints: bytes },
    },
  ]
}
