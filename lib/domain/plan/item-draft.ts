/** Items of a plan while it is made: what a step decides about each candidate. */
import type { PlanItem, Verdict } from './plan.ts'
import type { ReasonText } from './reasons.ts'
import type { Target } from './target.ts'

export type ItemDraft = Omit<PlanItem, 'id' | 'step' | 'lastActiveAt'> & {
  /** Set when the steps are joined, with `step` and `targetText`. */
  id: string
  step: number
  /** When it was last used or written; null where that is unknown. */
  readonly lastActiveMs: number | null
  /** Null for what is kept. */
  readonly target: Target | null
  /** The target as the text that is digested and stored. */
  targetText: string | null
  /** The message of the group that the item is counted in. */
  readonly group: string
  /** Files that come along; their bytes are part of this one's. */
  readonly parts: readonly DraftPart[]
}

export type DraftPart = { readonly key: string; readonly bytes: number; readonly apparentBytes: number }

/** Something a step may act on, before its verdict. */
export type Candidate = Pick<
  ItemDraft,
  'key' | 'kind' | 'label' | 'bytes' | 'apparentBytes' | 'rowBytes' | 'lastActiveMs'
> & { readonly parts?: readonly DraftPart[] }

export const keep = (candidate: Candidate, why: ReasonText): ItemDraft =>
  draftOf(candidate, 'keep', why, null, null)

export const act = (
  candidate: Candidate,
  why: ReasonText,
  target: Target,
  together: string | null = null,
): ItemDraft => draftOf(candidate, 'act', why, target, together)

/** Field by field: copying tens of thousands of objects whole takes several times as long. */
const draftOf = (
  candidate: Candidate,
  verdict: Verdict,
  { reason, group }: ReasonText,
  target: Target | null,
  together: string | null,
): ItemDraft => ({
  id: '',
  step: 0,
  kind: candidate.kind,
  key: candidate.key,
  label: candidate.label,
  verdict,
  reason,
  group,
  bytes: candidate.bytes,
  apparentBytes: candidate.apparentBytes,
  rowBytes: candidate.rowBytes,
  together,
  lastActiveMs: candidate.lastActiveMs,
  target,
  targetText: null,
  parts: candidate.parts ?? NO_PARTS,
})

const NO_PARTS: readonly DraftPart[] = []

export const sessionKey = (id: string): string => `session:${id}`
export const fileKey = (path: readonly string[]): string => `file:${path.join('/')}`

/** A name with bytes that are no UTF-8 leads to no file: a text cannot say which. */
export const isNameable = (name: string): boolean => !name.includes('\uFFFD')
