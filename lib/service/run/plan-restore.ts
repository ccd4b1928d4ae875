/**
 * A restore is a plan too: it lists what can be restored, what cannot and why, before anything is written.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { HomeRef } from '../../domain/home/home.ts'
import { act, type ItemDraft, keep } from '../../domain/plan/item-draft.ts'
import { digestTexts } from '../../domain/plan/make-plan.ts'
import type { Plan, Reason } from '../../domain/plan/plan.ts'
import { ALREADY_RESTORED, NO_SUCH_RECEIPT, PLACE_TAKEN } from '../../domain/plan/receipt/words.ts'
import type { FileFingerprint, InnerPath, ProjectTarget, Target } from '../../domain/plan/target.ts'
import { totalsOf } from '../../domain/plan/total-items.ts'
import { hasRef } from '../../execute/checkpoints/has-ref.ts'
import { trashRef } from '../../execute/checkpoints/keep-objects.ts'
import { isPlaceFree } from '../../execute/files/move-back.ts'
import { hasTrash } from '../../execute/files/purge-trash.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { HOUR_MS } from '../../shared/time.ts'
import { type Batch, readBatches } from '../../store/plans/journal.ts'
import { savePlan } from '../../store/plans/plans.ts'
import { readReceipt, type StoredReceipt } from '../../store/plans/receipts.ts'
import { checkSaves, INTACT, type SaveCheck } from './check-saves.ts'
import { findBack } from './find-back.ts'
import { findChanged } from './find-changed.ts'
import { whyNoGit } from './handlers/project-handler.ts'
import { describeTaken, isPlaceTaken } from './is-back.ts'
import { homeOfRecord, type RunTools } from './open-run.ts'
import { refuseOwner } from './refuse-owner.ts'
import { findObstacles, type Obstacles } from './restore-obstacles.ts'

export type RestoreRefused = {
  readonly code: 'no-such-receipt' | 'no-such-home' | 'still-running' | 'not-kept' | 'is-restore'
  readonly message: string
}

export async function planRestore(
  tools: RunTools,
  receiptId: string,
  by: string,
): Promise<Result<{ readonly planId: string }, RestoreRefused>> {
  const receipt = readReceipt(tools.store, receiptId)
  if (receipt === null) return refuse('no-such-receipt')
  if (receipt.state === 'running') return refuse('still-running')
  if (receipt.kind === 'restore') return refuse('is-restore')
  const home = homeOfRecord(tools, receipt)
  if (home === null) return refuse('no-such-home')
  const items = await draftItems(tools, home, receipt)
  const isNothingKept = receipt.disposition === 'delete' || items.length === 0
  if (isNothingKept && !items.some(({ verdict }) => verdict === 'act')) return refuse('not-kept')
  const plan = toPlan(tools, receipt, items, by)
  savePlan(tools.store, plan, items)
  return ok({ planId: plan.id })
}

/** Each item keeps the id it has in the receipt, which is how the run finds its save. */
async function draftItems(tools: RunTools, home: HomeRef, receipt: StoredReceipt): Promise<ItemDraft[]> {
  const batches = readBatches(tools.store, receipt.id)
  const obstacles = await findObstacles({ tools, home, receipt }, batches)
  const checks = await checkSaves({ tools, home, receipt }, batches)
  const inTheWay = (id: string): Obstacles => obstacles.get(id) ?? NOTHING
  const isKept = isAnythingKept(home, receipt)
  const back = await findAllBack(home, receipt, batches)
  const changed = new Map(batches.flatMap((batch) => [...findChanged(home, batch)]))
  return batches.flatMap(({ items }) =>
    items.flatMap(({ id, kind, label, bytes, together, target, outcome }): ItemDraft[] => {
      if (outcome?.kind !== 'done') return []
      const key = `${receipt.id}:${id}`
      const candidate = { key, kind, label, bytes, apparentBytes: bytes, rowBytes: null, lastActiveMs: null }
      const save = checks.get(id) ?? INTACT
      const now = { isBack: back.has(id), changed: changed.get(id) ?? null }
      const why = whyNot(home, receipt, target, { inTheWay, isKept, save, ...now })
      if (why !== null) return [{ ...keep(candidate, { reason: why, group: why.message }), id }]
      const how = comesBack(home, target, inTheWay, save)
      const words = { reason: how, group: GROUPS[how.code] ?? how.message }
      return [{ ...act(candidate, words, target, together), id, targetText: JSON.stringify(target) }]
    }),
  )
}

async function findAllBack(
  home: HomeRef,
  { id, disposition }: StoredReceipt,
  batches: readonly Batch[],
): Promise<ReadonlySet<string>> {
  const back = new Set<string>()
  for (const batch of batches)
    for (const each of await findBack(home, { receiptId: id, disposition }, batch)) back.add(each)
  return back
}

type RestoreContext = {
  readonly inTheWay: (id: string) => Obstacles
  readonly isKept: boolean
  readonly save: SaveCheck
  readonly isBack: boolean
  /** Of an entry or a row: why it cannot be put back. */
  readonly changed: Reason | null
}

/** Null if it can be restored. The run checks every row and file again. */
function whyNot(
  home: HomeRef,
  receipt: StoredReceipt,
  target: Target,
  context: RestoreContext,
): Reason | null {
  const { inTheWay, isKept, save, isBack, changed } = context
  const isGone = receipt.disposition === 'delete' || (!isKept && !KEPT_IN_JOURNAL.has(target.kind))
  switch (target.kind) {
    case 'session': {
      if (isGone) return NOT_KEPT
      const { isThere, blocking } = inTheWay(target.sessionId)
      // An interrupted restore may have restored its rows but not all its files.
      const isPending = (file: FileFingerprint) => isFree(home, file.path) && !save.lostFiles.includes(file)
      if (isThere && !target.files.some(isPending)) return IS_THERE
      return save.blocking ?? blocking
    }
    case 'file':
      if (isGone) return NOT_KEPT
      if (isBack) return IS_BACK
      return isFree(home, target.file.path) ? save.blocking : TAKEN
    case 'folder':
      if (isGone) return NOT_KEPT
      if (isBack) return IS_BACK
      return isFree(home, target.path) ? save.blocking : TAKEN
    case 'project': {
      if (isBack) return IS_BACK
      const unsafe = whyNoGit(home.path)
      if (isProjectKept(home, receipt, target, isKept)) return unsafe ?? save.blocking
      // A link may hide the ref that keeps its history.
      return receipt.disposition === 'trash' ? (unsafe ?? NOT_KEPT) : NOT_KEPT
    }
    case 'leak': {
      if (isBack) return IS_BACK
      const { isThere, blocking } = inTheWay(target.sessionId)
      return blocking ?? (isThere ? changed : ROW_GONE)
    }
    case 'route':
      return isBack ? IS_BACK : changed
    case 'database':
      return NOTHING_TO_RESTORE
    default:
      return assertNever(target)
  }
}

/** These take no disk space, because the journal stores their previous state. */
const KEPT_IN_JOURNAL: ReadonlySet<Target['kind']> = new Set<Target['kind']>(['leak', 'route'])

/** Rows and files of a receipt. Objects git has not freed yet take space but restore nothing. */
const isAnythingKept = (home: HomeRef, { id, disposition, keptBytes }: StoredReceipt): boolean =>
  disposition === 'trash' ? hasTrash(home.path, id) : keptBytes > 0

/** In the trash a Steward ref keeps its history. An archive has it. */
function isProjectKept(
  home: HomeRef,
  { id, disposition }: StoredReceipt,
  { id: project, tip }: ProjectTarget,
  isKept: boolean,
): boolean {
  if (disposition !== 'trash') return disposition === 'archive' && isKept
  return tip === null || hasRef(home.path, trashRef(id, project))
}

const isFree = (home: HomeRef, path: InnerPath): boolean => isPlaceFree(home.path, path)

const NOTHING: Obstacles = { isThere: false, blocking: null, notes: [] }

/** Everything except the listed parts: the link to a missing parent session, files that are taken or were changed. */
function comesBack(
  home: HomeRef,
  target: Target,
  inTheWay: RestoreContext['inTheWay'],
  save: SaveCheck,
): Reason {
  const { notes, taken } =
    target.kind === 'session'
      ? {
          notes: inTheWay(target.sessionId).notes,
          taken: target.files.filter((file) => isPlaceTaken(home.path, file)),
        }
      : { notes: [], taken: [] }
  const parts = [...notes, ...taken.map(({ path }) => describeTaken(path)), ...save.notes]
  const uncompared = save.isCompared ? [] : [UNCOMPARED]
  if (parts.length > 0)
    return reason(NOT_ALL, ['It comes back, but not all of it.', ...parts, ...uncompared].join(' '))
  return save.isCompared ? COMES_BACK : COMES_BACK_UNCOMPARED
}

function toPlan({ now }: RunTools, receipt: StoredReceipt, items: readonly ItemDraft[], by: string): Plan {
  const frozen = { homePath: receipt.homePath, steps: [], disposition: receipt.disposition }
  const hash = createHash('sha256').update(receipt.id)
  for (const text of digestTexts(frozen, items)) hash.update(text)
  return {
    ...frozen,
    id: randomUUID(),
    homeId: receipt.homeId,
    createdAtMs: now(),
    expiresAtMs: now() + HOUR_MS,
    digest: hash.digest('hex'),
    totals: totalsOf(items, []),
    refusals: refusalsOf(receipt, items),
    createdBy: by,
    disk: { freeBytes: null, growthBytesPerDay: null },
    restores: receipt.id,
  }
}

/** A restore has no steps. It counts as one. */
function refusalsOf({ homePath }: StoredReceipt, items: readonly ItemDraft[]): Plan['refusals'] {
  const targets = items.flatMap(({ target, verdict }) =>
    verdict === 'act' && target !== null ? [target] : [],
  )
  const refusal = refuseOwner(homePath, targets)
  return refusal === null ? [] : [{ step: 0, ...refusal }]
}

const reason = (code: string, message: string): Reason => ({ code, message })
const COMES_BACK = reason('comes-back', 'It comes back as it was.')
const UNCOMPARED = 'Its content could not be checked.'
const COMES_BACK_UNCOMPARED = reason('comes-back-uncompared', `It comes back. ${UNCOMPARED}`)
const NOT_ALL = 'comes-back-but'
const GROUPS: Readonly<Record<string, string>> = { [NOT_ALL]: 'It comes back, but not all of it.' }
const NOT_KEPT = reason('not-kept', 'Nothing was kept of it, or what was kept has expired.')
const IS_THERE = reason('is-there', 'A session of this id is in the home again.')
const IS_BACK = reason('already-restored', ALREADY_RESTORED)
const TAKEN = reason('place-taken', PLACE_TAKEN)
const ROW_GONE = reason('row-gone', 'Its row is gone, so there is nothing to open again.')
const NOTHING_TO_RESTORE = reason('nothing-to-restore', 'A compaction changes no row and no file.')

const WORDS: Readonly<Record<RestoreRefused['code'], string>> = {
  'no-such-receipt': NO_SUCH_RECEIPT,
  'no-such-home':
    'The home of this receipt is not open here now. Open it again to bring things back into it.',
  'still-running': 'The run has not ended yet. Stop it, or wait for it.',
  'not-kept': 'Nothing of this run is left to restore.',
  'is-restore': 'This receipt is of a restore. What it brought back is in the home; plan a cleanup for it.',
}

const refuse = (code: RestoreRefused['code']) => failed({ code, message: WORDS[code] })
