/** The findings of a picture. Overview and storage report tell the same ones, so they are looked for once. */
import type { FindingDraft } from '../domain/findings/draft.ts'
import { findAll } from '../domain/findings/find-all.ts'
import type { JudgedHome } from '../domain/home/assessed-home.ts'
import { oncePerPicture } from './observe/memoize-per-snapshot.ts'

const shared = oncePerPicture<readonly FindingDraft[]>()

export const pictureFindings = (picture: JudgedHome, nowMs: number): readonly FindingDraft[] =>
  shared(picture, () => findAll(picture, nowMs))
