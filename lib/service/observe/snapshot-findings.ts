/** The findings of an assessed home, computed once for overview and storage report. */
import type { FindingDraft } from '../../domain/findings/draft.ts'
import { findAll } from '../../domain/findings/find-all.ts'
import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import { memoizePerSnapshot } from './memoize-per-snapshot.ts'

const shared = memoizePerSnapshot<readonly FindingDraft[]>()

export const snapshotFindings = (assessed: AssessedHome, nowMs: number): readonly FindingDraft[] =>
  shared(assessed, () => findAll(assessed, nowMs))
