/**
 * Refuses to write to a home or to parts of it that belong to another user. Read right before each write, because a
 * plan is up to an hour old.
 */
import { readOwnership } from '../../collect/home/read-ownership.ts'
import { refuseOwnership } from '../../domain/home/ownership.ts'
import type { Refusal } from '../../domain/home/refusals.ts'
import { stopsTarget, stopsTrash } from '../../domain/plan/stopped-by.ts'
import type { Target } from '../../domain/plan/target.ts'

/** Null if these items may be changed. */
export const refuseOwner = (homePath: string, targets: readonly Target[]): Refusal | null =>
  find(
    homePath,
    targets.some(({ kind }) => kind === 'project'),
    (code) => targets.some((target) => stopsTarget(code, target)),
  )

/** Null if a receipt's trash, and the histories it keeps, may be changed. */
export const refuseTrash = (homePath: string, hasProjects: boolean): Refusal | null =>
  find(homePath, hasProjects, (code) => stopsTrash(code, hasProjects))

function find(homePath: string, store: boolean, concerns: (code: string) => boolean): Refusal | null {
  const refusals = refuseOwnership(readOwnership(homePath, { store }))
  return refusals.find(({ code }) => concerns(code)) ?? null
}
