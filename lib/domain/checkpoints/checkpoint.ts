/** Hermes' saved states of working folders, in its three layouts (docs/hermes.md, "Checkpoints"). */
import type { Fault } from '../home/fault.ts'
import type { GitHazard } from './git-hazard.ts'

/** The shared store of checkpoints since July 2026, from the home. */
export const STORE = ['checkpoints', 'store'] as const
export const STORE_PATH = STORE.join('/')

type CheckpointLayout = 'v1' | 'v2' | 'legacy'
type CheckpointState = 'live' | 'stale' | 'orphan' | 'unreachable'

/** What was read about one checkpoint project, before it is assessed. */
export type CheckpointFacts = {
  /** `<hash16>` for v1 and v2, the folder's name for legacy. */
  readonly id: string
  readonly layout: CheckpointLayout
  readonly workdir: string | null
  /** Why its description could not be read, if so. */
  readonly fault: Fault | null
  readonly lastTouchedMs: number | null
  readonly workdirSeen: WorkdirSeen
  readonly commits: number | null
  /** Disk blocks of its own folder (v1, legacy) or bytes reachable from its ref (v2); null while unknown. */
  readonly bytes: number | null
  /** What deleting it would free; null while unknown. */
  readonly exclusiveBytes: number | null
  /** For a legacy folder: the number of repositories in it, and the largest ones. */
  readonly inside?: { readonly count: number; readonly largest: readonly LegacyRepository[] }
}

type LegacyRepository = {
  readonly id: string
  readonly workdir: string | null
  readonly bytes: number
  readonly lastTouchedMs: number | null
}

/** Whether the working folder exists. Without proof it is not treated as deleted. */
export type WorkdirSeen =
  | 'present'
  /** Deleted: its parent exists, is the recorded one (if recorded), and is not an empty mount point. */
  | 'proven-gone'
  /** Missing, but the drive may be unmounted or the folder is unknown. */
  | 'unproven'

export type Checkpoint = CheckpointFacts & { readonly state: CheckpointState }

export type CheckpointStore = {
  readonly items: readonly CheckpointFacts[]
  /** Leftover `tmp_pack_*` files of aborted git runs. */
  readonly temporaryPacks: {
    readonly count: number
    readonly bytes: number
    readonly newestMs: number | null
  }
  readonly freshLocks: number
  /** Why Steward runs no git on the shared store. Null or absent if it does. */
  readonly hazard?: GitHazard | null
  /** When Hermes last pruned checkpoints, from its own record; null or absent if there is none. */
  readonly lastPrunedMs?: number | null
}

/** `retentionMs` is null while Hermes' setting cannot be read; then nothing counts as stale. */
export function assessCheckpoint(
  facts: CheckpointFacts,
  retentionMs: number | null,
  nowMs: number,
): Checkpoint {
  return { ...facts, state: stateOf(facts, retentionMs, nowMs) }
}

function stateOf(facts: CheckpointFacts, retentionMs: number | null, nowMs: number): CheckpointState {
  // A legacy folder contains many projects, so only the age of the folder counts.
  if (facts.layout !== 'legacy') {
    if (facts.workdirSeen === 'unproven') return 'unreachable'
    if (facts.workdirSeen === 'proven-gone') return 'orphan'
  }
  if (facts.lastTouchedMs === null || retentionMs === null) return 'live'
  return nowMs - facts.lastTouchedMs > retentionMs ? 'stale' : 'live'
}
