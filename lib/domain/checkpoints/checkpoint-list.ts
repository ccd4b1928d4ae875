/**
 * Checkpoints of all three layouts, filtered and paged. This is the JSON of `GET
 * /api/v1/homes/{home}/checkpoints`; null means unknown or not measured yet.
 */

import { keysetPage, type PageQuery } from '../../shared/keyset-page.ts'
import { ok, type Result } from '../../shared/result.ts'
import { toIso } from '../../shared/time.ts'
import type { AssessedHome } from '../home/assessed-home.ts'
import { hazardNotices, partNotices } from '../home/notices.ts'
import { describeFaultInline } from '../home/words.ts'
import type { Notice } from '../overview/overview.ts'
import type { Checkpoint } from './checkpoint.ts'
import { type CheckpointPrune, checkpointPruneOf } from './checkpoint-auto-prune.ts'
import { describeGitHazard, type GitHazard } from './git-hazard.ts'
import { describeCheckpointState } from './words.ts'

export const CHECKPOINT_STATES = ['orphan', 'stale', 'live', 'unreachable'] as const
export const CHECKPOINT_LAYOUTS = ['v1', 'v2', 'legacy'] as const
export const CHECKPOINT_SORTS = [
  'exclusiveBytes',
  'bytes',
  'lastTouchedAt',
  'commits',
  'workdir',
  'state',
  'layout',
] as const

type State = Checkpoint['state']
type Layout = Checkpoint['layout']
type CheckpointSort = (typeof CHECKPOINT_SORTS)[number]

export type CheckpointQuery = PageQuery<CheckpointSort> & {
  readonly state: State | null
  readonly layout: Layout | null
  /** Searched in the working folder and the id. */
  readonly q: string | null
}

export type CheckpointList = {
  readonly seenAt: string
  /** The layout that Hermes writes now: v2 once the shared store exists. Null without checkpoints. */
  readonly layout: 'v1' | 'v2' | null
  readonly items: readonly CheckpointItem[] | null
  readonly matched: number | null
  readonly nextCursor: string | null
  /** Totals of all checkpoints, regardless of the filter. */
  readonly totals: Readonly<Record<State, StateTotal>> | null
  readonly layouts: Readonly<Record<Layout, number>> | null
  readonly temporaryPacks: {
    readonly count: number
    readonly bytes: number
    readonly newestAt: string | null
  } | null
  /** Locks of a git process that may be running. While there are any, nothing here should be removed. */
  readonly freshLocks: number | null
  readonly retentionDays: number | null
  /** What Hermes itself deletes at its next start. */
  readonly hermesPrune: CheckpointPrune
  readonly measuring: GitProgress
  readonly notices: readonly Notice[]
}

export type CheckpointItem = {
  readonly id: string
  readonly layout: Layout
  readonly workdir: string | null
  /** Why its folder is unknown, if its description could not be read. */
  readonly trouble: string | null
  /** Why Steward runs no git on its repository, and what to do. The shared store has a notice instead. */
  readonly gitHazard: string | null
  readonly state: State
  readonly lastTouchedAt: string | null
  readonly commits: number | null
  /** Its own folder on disk, or what its ref reaches in the shared store. */
  readonly bytes: number | null
  /** What deleting only this one would free. */
  readonly exclusiveBytes: number | null
  /** Git has measured what it can; anything still null stays unknown. */
  readonly measured: boolean
  /** Repositories in a legacy folder, largest first; null for other layouts. */
  readonly inside: { readonly count: number; readonly largest: readonly LegacyRepositoryItem[] } | null
}

type LegacyRepositoryItem = {
  readonly id: string
  readonly workdir: string | null
  readonly bytes: number
  readonly lastTouchedAt: string | null
}

export type StateTotal = {
  readonly count: number
  readonly bytes: number
  readonly exclusiveBytes: number
  /** Not measured yet or not measurable, and missing from the bytes. */
  readonly unmeasured: number
  readonly meaning: string
}

/** Git measures one project after another. */
export type GitProgress = { readonly running: boolean; readonly done: number; readonly total: number }

export type GitMeasurements = {
  readonly commitsOf: (item: Checkpoint) => number | null
  readonly hazardOf: (item: Checkpoint) => GitHazard | null
  readonly isMeasured: (item: Checkpoint) => boolean
  readonly progress: GitProgress
}

export function listCheckpoints(
  home: AssessedHome,
  query: CheckpointQuery,
  git: GitMeasurements,
): Result<CheckpointList, 'bad-cursor'> {
  const { checkpoints, snapshot } = home
  const store = snapshot.checkpoints.ok ? snapshot.checkpoints.value : null
  const retentionDays = snapshot.config.ok ? snapshot.config.value.checkpointRetentionDays : null
  const items = checkpoints?.map((item) => toItem(item, git)) ?? null
  const matching = (items ?? []).filter((item) => matches(item, query))
  const page = keysetPage(
    matching,
    query,
    ({ layout, id }) => `${layout}/${id}`,
    (item, sort) => item[sort],
  )
  if (!page.ok) return page
  return ok({
    seenAt: toIso(snapshot.seenAtMs) ?? '',
    layout: layoutOf(items ?? []),
    items: items === null ? null : page.value.items,
    matched: items === null ? null : matching.length,
    nextCursor: page.value.nextCursor,
    totals: items === null ? null : totalsOf(items, retentionDays),
    layouts: items === null ? null : countLayouts(items),
    temporaryPacks:
      store === null
        ? null
        : {
            count: store.temporaryPacks.count,
            bytes: store.temporaryPacks.bytes,
            newestAt: toIso(store.temporaryPacks.newestMs),
          },
    freshLocks: store?.freshLocks ?? null,
    retentionDays,
    hermesPrune: checkpointPruneOf(home, snapshot.seenAtMs),
    measuring: git.progress,
    notices: [...partNotices([snapshot.checkpoints, snapshot.config]), ...hazardNotices(snapshot)],
  })
}

const toItem = (item: Checkpoint, git: GitMeasurements): CheckpointItem => ({
  gitHazard: hazardText(git.hazardOf(item)),
  id: item.id,
  layout: item.layout,
  workdir: item.workdir,
  trouble: item.fault === null ? null : describeFaultInline(item.fault),
  state: item.state,
  lastTouchedAt: toIso(item.lastTouchedMs),
  commits: item.commits ?? git.commitsOf(item),
  bytes: item.bytes,
  exclusiveBytes: item.exclusiveBytes,
  measured: git.isMeasured(item),
  inside:
    item.inside === undefined
      ? null
      : {
          count: item.inside.count,
          largest: item.inside.largest.map(({ lastTouchedMs, ...repository }) => ({
            ...repository,
            lastTouchedAt: toIso(lastTouchedMs),
          })),
        },
})

const hazardText = (hazard: GitHazard | null): string | null =>
  hazard === null ? null : describeGitHazard(hazard)

/** A legacy folder is created together with the shared store. */
function layoutOf(items: readonly CheckpointItem[]): CheckpointList['layout'] {
  if (items.some(({ layout }) => layout !== 'v1')) return 'v2'
  return items.length > 0 ? 'v1' : null
}

function matches(item: CheckpointItem, { state, layout, q }: CheckpointQuery): boolean {
  if (state !== null && item.state !== state) return false
  if (layout !== null && item.layout !== layout) return false
  if (q === null) return true
  const query = q.toLowerCase()
  return [item, ...(item.inside?.largest ?? [])].some(
    ({ id, workdir }) =>
      id.toLowerCase().includes(query) || (workdir?.toLowerCase().includes(query) ?? false),
  )
}

function totalsOf(
  items: readonly CheckpointItem[],
  retentionDays: number | null,
): Readonly<Record<State, StateTotal>> {
  const of = (state: State): StateTotal => {
    const matching = items.filter((item) => item.state === state)
    return {
      count: matching.length,
      bytes: matching.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
      exclusiveBytes: matching.reduce((sum, { exclusiveBytes }) => sum + (exclusiveBytes ?? 0), 0),
      unmeasured: matching.filter(({ exclusiveBytes }) => exclusiveBytes === null).length,
      meaning: describeCheckpointState(state, retentionDays),
    }
  }
  return { orphan: of('orphan'), stale: of('stale'), live: of('live'), unreachable: of('unreachable') }
}

const countLayouts = (items: readonly CheckpointItem[]): Record<Layout, number> => ({
  v1: items.filter(({ layout }) => layout === 'v1').length,
  v2: items.filter(({ layout }) => layout === 'v2').length,
  legacy: items.filter(({ layout }) => layout === 'legacy').length,
})
