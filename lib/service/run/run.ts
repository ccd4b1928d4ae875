/** Shared context of all parts of a run. One run at a time touches a home. */
import type { HomeRef, Liveness } from '../../domain/home/home.ts'
import type { Refusal } from '../../domain/home/refusals.ts'
import type { Disposition } from '../../domain/plan/action.ts'
import type { KeptItem } from '../../domain/plan/kept.ts'
import type { RunItem } from '../../domain/plan/plan.ts'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { Target } from '../../domain/plan/target.ts'
import type { OnStep } from '../../execute/files/step.ts'
import type { Protect } from '../../execute/rows/check-session.ts'
import type { HomeWriter } from '../../execute/rows/open-writer.ts'
import type { Result } from '../../shared/result.ts'
import type { Recorded } from './git-writes.ts'

export type Run = {
  /** Its path is the real one. */
  readonly home: HomeRef
  readonly receiptId: string
  readonly disposition: Disposition
  /** Where archives are stored, in folders named after their receipts. */
  readonly archives: string
  readonly now: () => number
  /** Checked between items. */
  readonly stop: () => boolean
  /** Why the home must not be changed now. Checked before each batch. */
  readonly lockRefusal: () => Refusal | null
  /** Opened when first needed, and again after `closeWriter`. */
  readonly writer: () => Result<HomeWriter, Refusal>
  readonly closeWriter: () => void
  /** Why a session is protected right now. Null if it is not. */
  readonly protect: Protect
  /** Processes using the home right now. */
  readonly liveness: () => Liveness
  /** By parent: sessions restored while it was missing. They are linked again when it is restored. */
  readonly lateChildren: (parentIds: readonly string[]) => ReadonlyMap<string, readonly string[]>
  /** Null: unknown. */
  readonly isGatewayRunning: () => boolean | null
  readonly isHermesLive: () => boolean | null
  /** Everything that lets git write to the checkpoint store. */
  readonly recordGit: <T>(work: (onStep: OnStep) => Promise<T>) => Promise<Recorded<T>>
}

export type RunBatch<T extends Target = Target> = {
  readonly batchNo: number
  readonly items: readonly RunItem<T>[]
}

/** A batch as the run that removed it left it. */
export type RestoreBatch<T extends Target = Target> = {
  readonly batchNo: number
  readonly items: readonly (RunItem<T> & { readonly kept: KeptItem | null })[]
  readonly saved: string | null
  /** Of the bundle, if there is one and its run recorded it. */
  readonly sha256: string | null
}

/** By item id. */
export type ItemOutcomes = Map<string, Outcome>

/** Called once everything is saved and before the first item is removed. `sha256` is that of the bundle. */
export type Begin = (saved: string | null, sha256?: string | null) => void

/**
 * How items of one kind are removed, finished after a kill, and restored. Declared as methods, because a
 * batch has one kind of item and only its handler knows which.
 */
export type ItemHandler<T extends Target> = {
  remove(run: Run, batch: RunBatch<T>, begin: Begin): Promise<ItemOutcomes>
  /** After a kill in the middle of `remove`: every item ends completely removed or untouched. */
  resume(run: Run, batch: RunBatch<T>, saved: string | null): Promise<ItemOutcomes>
  /** `from` is the run that removed it. Running it again finishes a killed restore. */
  restore(run: Run, from: Origin, batch: RestoreBatch<T>): Promise<ItemOutcomes>
}

export type Origin = Pick<Run, 'receiptId' | 'disposition'>

export const allOf = (items: readonly RunItem[], outcome: Outcome): ItemOutcomes =>
  new Map(items.map(({ id }) => [id, outcome]))

export const refusedBy = ({ code, message }: Refusal): Outcome => ({ kind: 'failed', code, message })
