/** What one step thinks of one thing, before the steps of a plan are joined. */
import type { Reason, Verdict } from './plan.ts'
import type { Target } from './target.ts'
import type { Worded } from './word-reason.ts'

export type Draft = {
  /** Names the thing over all steps, so that no two of them take it. */
  readonly key: string
  readonly kind: Target['kind']
  readonly label: string
  readonly verdict: Verdict
  readonly reason: Reason
  /** The reason in words that all things of its kind share. */
  readonly group: string
  readonly bytes: number
  readonly apparentBytes: number
  readonly rowBytes: number | null
  readonly together: string | null
  readonly lastActiveMs: number | null
  readonly target: Target | null
  /** Files that come along; their bytes are part of this one's. */
  readonly parts: readonly DraftPart[]
}

export type DraftPart = { readonly key: string; readonly bytes: number; readonly apparentBytes: number }

/** What is known of a thing whatever becomes of it. */
export type Thing = Pick<
  Draft,
  'key' | 'kind' | 'label' | 'bytes' | 'apparentBytes' | 'rowBytes' | 'lastActiveMs'
> & { readonly parts?: readonly DraftPart[] }

export const keep = (thing: Thing, { reason, group }: Worded): Draft => ({
  ...thing,
  parts: thing.parts ?? NO_PARTS,
  verdict: 'keep',
  reason,
  group,
  together: null,
  target: null,
})

export const prune = (
  thing: Thing,
  { reason, group }: Worded,
  target: Target,
  together: string | null = null,
): Draft => ({
  ...thing,
  parts: thing.parts ?? NO_PARTS,
  verdict: 'prune',
  reason,
  group,
  together,
  target,
})

const NO_PARTS: readonly DraftPart[] = []

export const sessionKey = (id: string): string => `session:${id}`
export const fileKey = (path: readonly string[]): string => `file:${path.join('/')}`

/** A name with bytes that are no UTF-8 leads to no file: a text cannot say which. */
export const isNameable = (name: string): boolean => !name.includes('\uFFFD')
