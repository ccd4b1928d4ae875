/** Fingerprints what a batch has in the trash once it is done. Recorded with its outcomes, for restores to compare. */
import type { KeptItem } from '../../domain/plan/kept.ts'
import type { RunItem } from '../../domain/plan/plan.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { InnerPath } from '../../domain/plan/target.ts'
import { makeFingerprintKept } from '../../execute/files/fingerprint-kept.ts'
import { parseProjects } from './handlers/project-handler.ts'
import type { Run } from './run.ts'

/** By item id. Empty for archives, whose bundle has a digest of its own. */
export function fingerprintBatch(
  run: Pick<Run, 'home' | 'receiptId' | 'disposition'>,
  items: readonly RunItem[],
  outcomes: ReadonlyMap<string, Outcome>,
  saved: string | null,
): ReadonlyMap<string, KeptItem> {
  const kept = new Map<string, KeptItem>()
  if (run.disposition !== 'trash') return kept
  const fingerprint = makeFingerprintKept(run.home.path, run.receiptId)
  for (const item of items) {
    const paths = outcomes.get(item.id)?.kind === 'done' ? pathsOf(item, saved) : []
    const found = paths.length === 0 ? null : fingerprint(paths)
    if (found !== null) kept.set(item.id, found)
  }
  return kept
}

function pathsOf({ id, target }: RunItem, saved: string | null): readonly InnerPath[] {
  if (target.kind === 'file') return [target.file.path]
  if (target.kind === 'folder') return [target.path]
  if (target.kind === 'session') return target.files.map(({ path }) => path)
  if (target.kind !== 'project') return []
  return parseProjects(saved).projects[id]?.files.map(({ path }) => path) ?? []
}
