/** Plan items under construction: what a step decides about each candidate. */
import type { PlanItem, Verdict } from './plan.ts'
import type { ReasonText } from './reasons.ts'
import type { Target } from './target.ts'

export type ItemDraft = Omit<PlanItem, 'id' | 'step' | 'lastActiveAt'> & {
  /** Set when the steps are joined, with `step` and `targetText`. */
  id: string
  step: number
  /** When it was last used or written. Null if unknown. */
  readonly lastActiveMs: number | null
  /** Null for what is kept. */
  readonly target: Target | null
  /** The target as text, for the digest and the store. */
  targetText: string | null
  /** The message of the group that the item is counted in. */
  readonly group: string
  /** Files removed with it. Their bytes are included. */
  readonly parts: readonly DraftPart[]
}

export type DraftPart = { readonly key: string; readonly bytes: number; readonly apparentBytes: number }

/** What a draft is made from: an item before its verdict. */
export type DraftInput = Pick<
  ItemDraft,
  'key' | 'kind' | 'label' | 'bytes' | 'apparentBytes' | 'rowBytes' | 'lastActiveMs'
> & { readonly parts?: readonly DraftPart[] }

export const keep = (candidate: DraftInput, why: ReasonText): ItemDraft =>
  draftOf(candidate, 'keep', why, null, null)

export const act = (
  candidate: DraftInput,
  why: ReasonText,
  target: Target,
  together: string | null = null,
): ItemDraft => draftOf(candidate, 'act', why, target, together)

/** Copied field by field, because spreading tens of thousands of objects takes several times as long. */
const draftOf = (
  candidate: DraftInput,
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

/** A name that is not valid UTF-8 cannot be addressed as text. */
export const isNameable = (name: string): boolean => !name.includes('\uFFFD')
