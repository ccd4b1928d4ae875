/** Hermes' saved states of working folders, in its three layouts (docs/hermes.md, "Checkpoints"). */
import type { Fault } from '../home/fault.ts'

type CheckpointLayout = 'v1' | 'v2' | 'legacy'
type CheckpointState = 'live' | 'stale' | 'orphan' | 'unreachable'

/** What was seen of one checkpoint project, before judging. */
export type CheckpointFacts = {
  /** `<hash16>` for v1 and v2, the folder's name for legacy. */
  readonly id: string
  readonly layout: CheckpointLayout
  readonly workdir: string | null
  /** What kept its description from being read, where something did. */
  readonly fault: Fault | null
  readonly lastTouchedMs: number | null
  readonly workdirSeen: WorkdirSeen
  readonly commits: number | null
  /** Blocks of its own folder (v1, legacy) or bytes reachable from its ref (v2); null while unknown. */
  readonly bytes: number | null
  /** What deleting it would free; null while unknown. */
  readonly exclusiveBytes: number | null
  /** Of a legacy folder: how many repositories it holds, and the largest of them. */
  readonly inside?: { readonly count: number; readonly largest: readonly LegacyRepository[] }
}

/** One of the repositories in a legacy folder. */
type LegacyRepository = {
  readonly id: string
  readonly workdir: string | null
  readonly bytes: number
  readonly lastTouchedMs: number | null
}

/** What the disk says about the working folder; absence of proof is its own answer. */
export type WorkdirSeen =
  | 'present'
  /** Gone, and its parent is there, is the one recorded (where recorded), and is not an empty mount point. */
  | 'proven-gone'
  /** Gone, but the drive may just not be mounted; or nobody knows which folder it is. */
  | 'unproven'

export type Checkpoint = CheckpointFacts & { readonly state: CheckpointState }

export type CheckpointStore = {
  readonly items: readonly CheckpointFacts[]
  /** Leftover `tmp_pack_*` of broken git runs. */
  readonly temporaryPacks: {
    readonly count: number
    readonly bytes: number
    readonly newestMs: number | null
  }
  readonly freshLocks: number
  /** When Hermes last pruned them by itself, by its own note; absent or null: there is none. */
  readonly lastPrunedMs?: number | null
}

/** `retentionMs` is null while Hermes' setting cannot be read; nothing is called stale by a guess. */
export function assessCheckpoint(
  facts: CheckpointFacts,
  retentionMs: number | null,
  nowMs: number,
): Checkpoint {
  return { ...facts, state: stateOf(facts, retentionMs, nowMs) }
}

function stateOf(facts: CheckpointFacts, retentionMs: number | null, nowMs: number): CheckpointState {
  // A legacy folder holds many projects; only its own age says anything.
  if (facts.layout !== 'legacy') {
    if (facts.workdirSeen === 'unproven') return 'unreachable'
    if (facts.workdirSeen === 'proven-gone') return 'orphan'
  }
  if (facts.lastTouchedMs === null || retentionMs === null) return 'live'
  return nowMs - facts.lastTouchedMs > retentionMs ? 'stale' : 'live'
}
