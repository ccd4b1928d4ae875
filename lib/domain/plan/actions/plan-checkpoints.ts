/**
 * Plans checkpoints of deleted or long unused folders, and half-written packs. An unreachable folder never
 * counts as deleted, and the shared store is skipped while Hermes may be using it.
 */
import { DAY_MS, HOUR_MS } from '../../../shared/time.ts'
import { type Checkpoint, STORE } from '../../checkpoints/checkpoint.ts'
import { describeGitHazard } from '../../checkpoints/git-hazard.ts'
import type { Liveness } from '../../home/home.ts'
import { act, type DraftInput, type ItemDraft, keep } from '../item-draft.ts'
import type { PlanFacts } from '../plan-facts.ts'
import type { Checkpoints } from '../policy.ts'
import { type ReasonText, reasonFor } from '../reasons.ts'
import type { InnerPath } from '../target.ts'
import { LIVE_WORDS } from '../words.ts'
import { seenFileCandidate } from './file-candidates.ts'

/** Git writes to a pack continuously while packing, so one unchanged for an hour is abandoned. */
const PACK_MS = HOUR_MS

export function planCheckpoints(facts: PlanFacts, policy: Checkpoints): ItemDraft[] {
  const chosen = policy.ids === null ? null : new Set(policy.ids)
  const drafts = (facts.home.checkpoints ?? [])
    .filter(({ id, layout }) => chosen === null || chosen.has(id) || chosen.has(`${layout}/${id}`))
    .map((checkpoint) => assess(checkpoint, facts, policy))
  return policy.temporaryPacks ? [...drafts, ...planPacks(facts, drafts)] : drafts
}

function assess(checkpoint: Checkpoint, facts: PlanFacts, policy: Checkpoints): ItemDraft {
  const candidate = candidateOf(checkpoint)
  const stays = keepReason(checkpoint, facts, policy)
  if (stays !== null) return keep(candidate, stays)
  const ms = facts.nowMs - (checkpoint.lastTouchedMs ?? facts.nowMs)
  const why =
    checkpoint.state === 'orphan'
      ? reasonFor('folder-gone', { ms })
      : reasonFor('stale', { ms, days: policy.olderThanDays })
  const hazard = facts.fingerprints.gitHazard(checkpoint.layout === 'v2' ? STORE : folderOf(checkpoint))
  if (hazard !== null) return keep(candidate, reasonFor('git-unsafe', { name: describeGitHazard(hazard) }))
  const live = checkpoint.layout === 'v2' ? describeLive(facts.home.snapshot.liveness) : null
  if (live !== null) return keep(candidate, live)
  if (checkpoint.layout === 'v2') {
    const project = facts.fingerprints.project(checkpoint.id)
    return project === null ? keep(candidate, reasonFor('gone-meanwhile')) : act(candidate, why, project)
  }
  const seen = facts.fingerprints.folder(folderOf(checkpoint))
  if (seen === null) return keep(candidate, reasonFor('folder-unreadable'))
  // Hermes uses a legacy folder's own date, but a newer change inside it shows that it is in use.
  if (facts.nowMs - seen.newestMs < policy.olderThanDays * DAY_MS)
    return keep(
      candidate,
      reasonFor('too-young', { ms: facts.nowMs - seen.newestMs, days: policy.olderThanDays }),
    )
  const { bytes, apparentBytes, fingerprint } = seen
  return act({ ...candidate, bytes, apparentBytes }, why, fingerprint)
}

function keepReason(
  { state, lastTouchedMs, workdir }: Checkpoint,
  { home, nowMs }: PlanFacts,
  { states, olderThanDays }: Checkpoints,
): ReasonText | null {
  const ms = lastTouchedMs === null ? null : nowMs - lastTouchedMs
  if (state === 'unreachable') return reasonFor(workdir === null ? 'folder-unknown' : 'unreachable')
  if (state === 'live' && !home.snapshot.config.ok) return reasonFor('retention-unknown')
  if (state === 'live') return ms === null ? reasonFor('age-unknown') : reasonFor('checkpoint-live', { ms })
  if (!states.includes(state)) return reasonFor('not-asked')
  if (ms === null) return reasonFor('age-unknown')
  if (ms < olderThanDays * DAY_MS) return reasonFor('too-young', { ms, days: olderThanDays })
  return null
}

/** Null if Hermes is proven not to be running. The run checks it again. */
export function describeLive({ gatewayRunning, holders }: Liveness): ReasonText | null {
  const other = holders?.find(({ self }) => !self)
  if (other !== undefined) return reasonFor('hermes-live', { name: LIVE_WORDS.process(other) })
  if (gatewayRunning === true) return reasonFor('hermes-live', { name: LIVE_WORDS.gateway })
  if (holders === null || gatewayRunning === null)
    return reasonFor('hermes-live', { name: LIVE_WORDS.unknown })
  return null
}

const candidateOf = (checkpoint: Checkpoint): DraftInput => ({
  key: checkpoint.layout === 'v2' ? `project:${checkpoint.id}` : `folder:${folderOf(checkpoint).join('/')}`,
  kind: checkpoint.layout === 'v2' ? 'project' : 'folder',
  label: checkpoint.workdir ?? checkpoint.id,
  bytes: checkpoint.exclusiveBytes ?? 0,
  apparentBytes: checkpoint.exclusiveBytes ?? 0,
  rowBytes: 0,
  lastActiveMs: checkpoint.lastTouchedMs,
})

const folderOf = ({ id }: Checkpoint): InnerPath => ['checkpoints', id]

/** Packs inside a removed folder are removed with it. */
function planPacks({ home, fingerprints, nowMs }: PlanFacts, drafts: readonly ItemDraft[]): ItemDraft[] {
  const going = new Set(drafts.filter(({ verdict }) => verdict === 'act').map(({ key }) => key))
  const live = describeLive(home.snapshot.liveness)
  return fingerprints
    .temporaryPacks()
    .filter(({ fingerprint: { path } }) => !isInside(path, going))
    .map((seen) => {
      const candidate = seenFileCandidate(seen, seen.fingerprint.path.slice(1).join('/'))
      const ms = nowMs - seen.modifiedMs
      if (ms < PACK_MS) return keep(candidate, reasonFor('being-written', { ms, name: 'It' }))
      if (live !== null) return keep(candidate, live)
      return act(candidate, reasonFor('temporary-pack', { ms }), { kind: 'file', file: seen.fingerprint })
    })
}

const isInside = (path: InnerPath, folders: ReadonlySet<string>): boolean =>
  path.some((_, depth) => folders.has(`folder:${path.slice(0, depth).join('/')}`))
