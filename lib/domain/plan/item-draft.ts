/** What one step thinks of one thing, before the steps of a plan are joined. */
import type { PlanItem, Verdict } from './plan.ts'
import type { ReasonText } from './reasons.ts'
import type { Target } from './target.ts'

export type Draft = Omit<PlanItem, 'id' | 'step'> & {
  /** Its number, its step and its target's text are given when the steps are joined. */
  id: string
  step: number
  targetText: string | null
  /** The reason in words that all things of its kind share. */
  readonly group: string
  /** Files that come along; their bytes are part of this one's. */
  readonly parts: readonly DraftPart[]
}

export type DraftPart = { readonly key: string; readonly bytes: number; readonly apparentBytes: number }

/** What is known of a thing whatever becomes of it. */
export type Thing = Pick<
  Draft,
  'key' | 'kind' | 'label' | 'bytes' | 'apparentBytes' | 'rowBytes' | 'lastActiveMs'
> & { readonly parts?: readonly DraftPart[] }

export const keep = (thing: Thing, why: ReasonText): Draft => draftOf(thing, 'keep', why, null, null)

export const act = (thing: Thing, why: ReasonText, target: Target, together: string | null = null): Draft =>
  draftOf(thing, 'act', why, target, together)

/** Field by field: copying tens of thousands of objects whole takes several times as long. */
const draftOf = (
  thing: Thing,
  verdict: Verdict,
  { reason, group }: ReasonText,
  target: Target | null,
  together: string | null,
): Draft => ({
  id: '',
  step: 0,
  kind: thing.kind,
  key: thing.key,
  label: thing.label,
  verdict,
  reason,
  group,
  bytes: thing.bytes,
  apparentBytes: thing.apparentBytes,
  rowBytes: thing.rowBytes,
  together,
  lastActiveMs: thing.lastActiveMs,
  target,
  targetText: null,
  parts: thing.parts ?? NO_PARTS,
})

const NO_PARTS: readonly DraftPart[] = []

export const sessionKey = (id: string): string => `session:${id}`
export const fileKey = (path: readonly string[]): string => `file:${path.join('/')}`

/** A name with bytes that are no UTF-8 leads to no file: a text cannot say which. */
export const isNameable = (name: string): boolean => !name.includes('\uFFFD')
