/** Plans transcripts and request dumps that are no longer written. Their rows are kept. */
import { DAY_MS, MINUTE_MS } from '../../../shared/time.ts'
import type { OwnedFile } from '../../home/assessed-home.ts'
import type { Session } from '../../sessions/session.ts'
import { divertedReason, isDiverted, isJsonl } from '../is-diverted.ts'
import { act, type ItemDraft, isNameable, keep } from '../item-draft.ts'
import type { FileSeen, PlanFacts } from '../plan-facts.ts'
import type { PruneFiles } from '../policy.ts'
import { makeScope } from '../policy-scope.ts'
import { protectedReason, type ReasonText, reasonFor } from '../reasons.ts'
import { makeUnits } from './conversation-units.ts'
import { fileCandidate, seenFileCandidate } from './file-candidates.ts'
import { pathOf } from './session-candidates.ts'

/** A file that is being written is kept, whatever the policy's age. */
const FRESH_MS = 10 * MINUTE_MS

export function planPruneFiles(facts: PlanFacts, policy: PruneFiles): ItemDraft[] {
  const { sessions, files } = facts.home
  const inScope = makeScope(policy)
  const owners = new Map<string, { readonly session: Session; readonly job: string | null }>()
  for (const { parts, job } of makeUnits(sessions ?? []).all)
    for (const session of parts) owners.set(session.id, { session, job })
  const drafts: ItemDraft[] = []
  for (const file of files ?? []) {
    const kind = policy.kinds.find((wanted) => wanted === file.kind)
    if (kind === undefined || file.owner === null) continue
    const owner = file.owner === undefined ? undefined : owners.get(file.owner)
    if (owner === undefined) drafts.push(keep(fileCandidate(file), reasonFor('owner-unknown')))
    else if (inScope(owner.session, owner.job)) drafts.push(assess(file, owner.session, facts, policy))
  }
  return drafts
}

function assess(file: OwnedFile, owner: Session, facts: PlanFacts, policy: PruneFiles): ItemDraft {
  const [protection] = owner.protections
  if (protection !== undefined) return keep(fileCandidate(file), protectedReason(protection))
  if (!isNameable(file.name)) return keep(fileCandidate(file), reasonFor('no-text-name'))
  const seen = facts.fingerprints.file(pathOf(file))
  if (seen === null) return keep(fileCandidate(file), reasonFor('gone-meanwhile'))
  const candidate = seenFileCandidate(seen, file.name)
  const stays = keepReason(file, seen, owner, facts, policy)
  if (stays !== null) return keep(candidate, stays)
  const code = file.kind === 'request-dump' ? 'old-request-dump' : 'old-transcript'
  const ms = facts.nowMs - seen.modifiedMs
  return act(candidate, reasonFor(code, { ms, days: policy.olderThanDays }), {
    kind: 'file',
    file: seen.fingerprint,
  })
}

function keepReason(
  file: OwnedFile,
  seen: FileSeen,
  owner: Session,
  { home, fingerprints, nowMs }: PlanFacts,
  { olderThanDays, minBytes }: PruneFiles,
): ReasonText | null {
  const ageMs = nowMs - seen.modifiedMs
  if (ageMs < FRESH_MS) return reasonFor('being-written', { ms: ageMs, name: 'It' })
  if (ageMs < olderThanDays * DAY_MS) return reasonFor('too-young', { ms: ageMs, days: olderThanDays })
  if (minBytes !== null && seen.fingerprint.bytes < minBytes) return reasonFor('too-small')
  if (!isJsonl(file)) return null
  const count = fingerprints.messagesWithoutRow(seen.fingerprint.path, owner.id)
  if (count === 0) return null
  if (isDiverted(file, seen.modifiedMs, home.snapshot)) return divertedReason(file, count)
  return count === null ? reasonFor('not-compared') : reasonFor('holds-more', { count })
}
