/** Moves back only what was checked. If it was replaced in between, the replacement goes to the trash. */
import { type BigIntStats, renameSync } from 'node:fs'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import { seeAt } from './check-file.ts'
import type { KeptState } from './check-kept.ts'
import { type MoveBack, moveBack } from './move-back.ts'
import { trashNames } from './move-to-trash.ts'
import { attempt, done } from './outcomes.ts'
import { renameNoReplace } from './rename-no-replace.ts'
import { placeInHome, placeInTrash } from './resolve-path.ts'

/** `check` gets what is about to be moved. */
export const moveBackChecked = (request: MoveBack, check: () => KeptState): Outcome =>
  attempt('It is still in the trash.', () => move(request, check))

function move(request: MoveBack, check: () => KeptState): Outcome {
  const { homePath, receiptId, names, from = trashNames(names) } = request
  const inTrash = placeInTrash(homePath, receiptId, from)
  const before = inTrash.ok ? seeAt(inTrash.value.path) : null
  // A kill while it was moved back leaves it under both names.
  const isHalfBack = before !== null && isSame(before, seeInHome(homePath, names)?.stats ?? null)
  const state = isHalfBack ? null : check()
  const fault = state === null ? null : faultOf(state)
  if (fault !== null) return fault
  if (state?.kind === 'not-moved') return done(0)
  const moved = moveBack(request)
  if (moved.kind !== 'done' || before === null || !inTrash.ok) return moved
  const after = seeInHome(homePath, names)
  if (after === null || isSame(before, after.stats)) return withNote(moved, state)
  if (after.stats.isDirectory()) renameSync(after.path, inTrash.value.path)
  else renameNoReplace(after.path, inTrash.value.path)
  return REPLACED
}

function seeInHome(homePath: string, names: MoveBack['names']) {
  const place = placeInHome(homePath, names)
  const stats = place.ok ? seeAt(place.value.path) : null
  return place.ok && stats !== null ? { path: place.value.path, stats } : null
}

/** Moving it changed its own change time. */
const isSame = (before: BigIntStats, after: BigIntStats | null): boolean =>
  after !== null &&
  before.dev === after.dev &&
  before.ino === after.ino &&
  before.mode === after.mode &&
  (before.isDirectory() || (before.size === after.size && before.mtimeNs === after.mtimeNs))

/** Null if it can be moved back. */
export function faultOf(state: KeptState): Outcome | null {
  if (state.kind === 'same' || state.kind === 'not-moved') return null
  const { kind, message } = state
  if (kind === 'unreadable') return { kind: 'failed', code: 'unreadable', message }
  return { kind: 'skipped', code: kind === 'gone' ? 'file-gone' : 'changed-in-trash', message }
}

const withNote = (moved: Outcome & { kind: 'done' }, state: KeptState | null): Outcome =>
  state?.kind === 'same' && state.note !== null ? { ...moved, note: state.note } : moved

const REPLACED: Outcome = {
  kind: 'skipped',
  code: 'changed-in-trash',
  message: 'It was replaced while it was moved back. The replacement is in the trash now.',
}
