/** The findings of a picture. Overview and storage report tell the same ones, so they are looked for once. */
import type { FindingDraft } from '../../domain/findings/draft.ts'
import { findAll } from '../../domain/findings/find-all.ts'
import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import { memoizePerSnapshot } from './memoize-per-snapshot.ts'

const shared = memoizePerSnapshot<readonly FindingDraft[]>()

export const snapshotFindings = (picture: AssessedHome, nowMs: number): readonly FindingDraft[] =>
  shared(picture, () => findAll(picture, nowMs))
