/** Sessions: rows and files are saved, removed and restored together. */
import type { KeptItem } from '../../../domain/plan/kept.ts'
import type { Outcome } from '../../../domain/plan/receipt/receipt.ts'
import type { FileFingerprint, SessionTarget } from '../../../domain/plan/target.ts'
import type { BundleFault } from '../../../execute/bundle/bundle-fault.ts'
import { type BundleSource, fileMemberName } from '../../../execute/bundle/bundle-source.ts'
import { readBundleLines } from '../../../execute/bundle/read-bundle.ts'
import { removeUnpacked, unpackBundle, unpackedNames } from '../../../execute/bundle/unpack-bundle.ts'
import { verifyBundle } from '../../../execute/bundle/verify-bundle.ts'
import { checkKeptFile, checkUnpacked } from '../../../execute/files/check-kept.ts'
import { moveBackChecked } from '../../../execute/files/move-back-checked.ts'
import { isInTrash } from '../../../execute/files/move-to-trash.ts'
import { done, skipped, UNFINISHED } from '../../../execute/files/outcomes.ts'
import { DONE } from '../../../execute/rows/check-session.ts'
import { deleteSessions, type Outcomes } from '../../../execute/rows/delete-sessions.ts'
import { finishOrRollBack } from '../../../execute/rows/finish-or-roll-back.ts'
import type { HomeWriter } from '../../../execute/rows/open-writer.ts'
import { joinNotes, restoreSessions } from '../../../execute/rows/restore/restore-sessions.ts'
import { type SaveProof, saveSessions } from '../../../execute/rows/save-sessions.ts'
import { proveFromLines, type SavedRows } from '../../../execute/rows/saved-rows.ts'
import { isLarge, refuseTooLarge, sessionSizeReader } from '../../../execute/rows/session-size.ts'
import { describeFile, describeTaken, isBack, isPlaceTaken } from '../is-back.ts'
import { allOf, type ItemHandler, type ItemOutcomes, type Run, refusedBy } from '../run.ts'
import { NOT_KEPT, notSaved, ROWS, readSavedLines, saveBundle, savedPath } from '../saves.ts'
import { isSystemError } from '../system-errors.ts'
import { dropChanged, dropSome, dropUnmovable, type SessionRunItem, trashRefusal } from './drop-sessions.ts'
import { readSessionRows } from './read-session-rows.ts'
import { type PutBack, takeFiles } from './take-session-files.ts'

export const sessionHandler: ItemHandler<SessionTarget> = {
  remove: async (run, batch, begin) => {
    const outcomes: ItemOutcomes = new Map()
    let items = dropChanged(run, batch.items, outcomes)
    const writer = run.writer()
    if (!writer.ok) return new Map([...outcomes, ...allOf(items, refusedBy(writer.fault))])
    let saved: string | null = null
    let sha256: string | null = null
    let proof: SaveProof | null = null
    const sizeOf = sessionSizeReader(writer.value.reader, writer.value.tables)
    items = dropSome(items, ({ target }) => refuseTooLarge(sizeOf(target.sessionId)), outcomes)
    const hasLarge = () => items.some(({ target }) => isLarge(sizeOf(target.sessionId)))
    if (run.disposition !== 'delete' || hasLarge()) {
      const lines = () => {
        const saving = saveSessions(
          writer.value,
          items.map(({ target }) => target.sessionId),
        )
        proof = saving.proof
        return saving.lines
      }
      const withFiles = run.disposition === 'archive'
      const rowBytes = items.reduce((sum, { target }) => sum + sizeOf(target.sessionId).bytes, 0)
      const sources: BundleSource[] = [{ kind: 'lines', name: ROWS, lines }]
      if (withFiles) sources.push(...items.flatMap(fileSources))
      const save = await saveBundle(run, batch.batchNo, sources, rowBytes)
      if (!save.ok) return new Map([...outcomes, ...allOf(items, notSaved(save.fault))])
      saved = save.value.saved
      sha256 = save.value.bundle.sha256
      const unsaved = new Map(save.value.bundle.skipped.map(({ id, code }) => [id, skipped(code)]))
      items = dropSome(items, (item) => unsaved.get(item.id) ?? trashRefusal(run, item), outcomes)
    }
    begin(saved, sha256)
    const rows = await deleteSessions(writer.value, items, {
      protect: run.protect,
      saved: savedRows(run, saved, proof),
      stop: run.stop,
    })
    return new Map([
      ...outcomes,
      ...(await takeFiles(run, items, rows, putBackFrom(run, saved, writer.value))),
    ])
  },

  resume: async (run, batch, saved) => {
    const outcomes: ItemOutcomes = new Map()
    const items = dropUnmovable(run, batch.items, outcomes)
    const stays = batch.items.filter(({ id }) => outcomes.has(id))
    // An earlier try may have taken some of their files.
    for (const [id, fault] of await returnFiles(run, saved, stays))
      if (fault?.kind === 'failed') outcomes.set(id, { ...fault, code: UNFINISHED })
    const writer = run.writer()
    const take = async (rows: Outcomes, putBack: PutBack | 'later' | 'never') =>
      new Map([...outcomes, ...(await takeFiles(run, items, rows, putBack))])
    if (!writer.ok)
      return take(
        settleByReading(run, items, refusedBy(writer.fault)),
        isKept(run, saved) ? 'later' : 'never',
      )
    let proof: SaveProof | null = null
    if (saved !== null) {
      const path = savedPath(run, run, saved)
      const whole = await verifyBundle(path)
      if (!whole.ok) return take(settleByReading(run, items, lostSave(whole.fault)), 'never')
      proof = await proveFromLines(readBundleLines(path, ROWS))
    }
    const rows = await finishOrRollBack(writer.value, items, {
      protect: run.protect,
      saved: savedRows(run, saved, proof),
      stop: () => false,
    })
    return take(rows, putBackFrom(run, saved, writer.value))
  },

  restore: async (run, from, batch) => {
    const { saved, sha256 } = batch
    if (saved === null) return allOf(batch.items, NOT_KEPT)
    const outcomes: ItemOutcomes = new Map()
    const path = savedPath(run, from, saved)
    const { items } = batch
    const writer = run.writer()
    if (!writer.ok) return allOf(items, refusedBy(writer.fault))
    const isArchived = from.disposition === 'archive'
    const wanted = new Set(
      items.flatMap(({ target }) => target.files.map(({ path: names }) => fileMemberName(names))),
    )
    const proven = isArchived
      ? await unpackBundle(path, run.home.path, run.receiptId, (name) => wanted.has(name), sha256)
      : await verifyBundle(path, { sha256 })
    if (!proven.ok) return allOf(items, lostSave(proven.fault))
    const only = new Set(items.map(({ target }) => target.sessionId))
    const rows = await restoreSessions(writer.value, () => readBundleLines(path, ROWS), {
      only,
      lateChildren: run.lateChildren([...only]),
      stop: run.stop,
    })
    const { receiptId } = isArchived ? run : from
    for (const { id, target, kept } of items) {
      const outcome = rows.get(target.sessionId) ?? NOT_KEPT
      outcomes.set(
        id,
        outcome.kind === 'done'
          ? withNote(
              putFilesBack(run, { receiptId, kept, isUnpacked: isArchived }, target.files),
              outcome.note,
            )
          : outcome,
      )
    }
    if (isArchived) removeUnpacked(run.home.path, run.receiptId)
    return outcomes
  },
}

/** Settles a removal without writing rows. One with only some of its messages left stays open. */
export const settleSessions = (
  run: Run,
  items: readonly SessionRunItem[],
  saved: string | null,
  refused: Outcome,
): Promise<ItemOutcomes> =>
  takeFiles(run, items, settleByReading(run, items, refused), isKept(run, saved) ? 'kept' : 'never')

/** Whether a restore can bring it back. */
const isKept = (run: Run, saved: string | null): boolean => saved !== null && run.disposition !== 'delete'

/** A missing or damaged save never recovers, so waiting is pointless. A system refusal may pass. */
function lostSave({ code, message }: BundleFault): Outcome {
  const isLost = code === 'missing' || code === 'damaged'
  const words = isLost ? `Its saved copy cannot be read: ${message}` : message
  return { kind: 'failed', code: isLost || code === 'no-space' ? code : UNFINISHED, message: words }
}

/**
 * For when nothing can be written any more: missing sessions were removed by the run, complete ones were not.
 */
function settleByReading(run: Run, items: readonly SessionRunItem[], refused: Outcome): Outcomes {
  const rows = readSessionRows(
    run.home,
    items.map(({ target }) => target.sessionId),
  )
  return new Map(
    items.map(({ target: { sessionId, mark: fingerprint } }) => {
      const now = rows?.get(sessionId)
      if (now === null) return [sessionId, DONE]
      const isHalf = now === undefined || now.messages < fingerprint.messages
      return [sessionId, isHalf ? stillOpen(refused) : refused]
    }),
  )
}

/** A half-removed session waits until it can be written. Without its save it never can. */
function stillOpen(refused: Outcome): Outcome {
  if (refused.kind !== 'failed') return refused
  if (refused.code !== 'missing' && refused.code !== 'damaged') return { ...refused, code: UNFINISHED }
  return { ...refused, message: `Some of its messages were already removed. ${refused.message}` }
}

const fileSources = ({ id, target }: SessionRunItem) =>
  target.files.map((fingerprint) => ({ kind: 'file' as const, id, fingerprint }))

function savedRows(run: Run, saved: string | null, proof: SaveProof | null): SavedRows | null {
  if (saved === null || proof === null) return null
  const path = savedPath(run, run, saved)
  return { proof, lines: (sessionId) => readSavedLines(path, sessionId) }
}

function putBackFrom(run: Run, saved: string | null, writer: HomeWriter): PutBack | 'never' {
  if (saved === null || run.disposition === 'delete') return 'never'
  const path = savedPath(run, run, saved)
  return {
    files: (items) => returnFiles(run, saved, items),
    rows: (only) =>
      restoreSessions(writer, () => readBundleLines(path, ROWS), { only, stop: () => false }).catch(
        (error) => {
          if (!isSystemError(error)) throw error
          return NONE_BACK
        },
      ),
  }
}

const NONE_BACK: Outcomes = new Map()

/** Puts files back that this run took. Null for an item whose files are all where they were. */
async function returnFiles(
  run: Run,
  saved: string | null,
  items: readonly SessionRunItem[],
): Promise<Map<string, Outcome | null>> {
  const isArchived = run.disposition === 'archive'
  const isMissing = (file: FileFingerprint) =>
    isArchived ? !isBack(run.home.path, file) : isInTrash(run.home.path, run.receiptId, file)
  const missing = items.filter(({ target }) => target.files.some(isMissing))
  const back = new Map<string, Outcome | null>(items.map(({ id }) => [id, null]))
  if (missing.length === 0 || saved === null || run.disposition === 'delete') return back
  const wanted = new Set(
    missing.flatMap(({ target }) => target.files.map(({ path: names }) => fileMemberName(names))),
  )
  const unpacked = isArchived
    ? await unpackBundle(savedPath(run, run, saved), run.home.path, run.receiptId, (name) => wanted.has(name))
    : null
  for (const { id, target } of missing) {
    const outcome =
      unpacked?.ok === false
        ? refusedBy(unpacked.fault)
        : putFilesBack(
            run,
            { receiptId: run.receiptId, kept: null, isUnpacked: isArchived },
            target.files.filter(isMissing),
          )
    back.set(id, outcome.kind === 'done' ? null : outcome)
  }
  if (isArchived) removeUnpacked(run.home.path, run.receiptId)
  return back
}

const withNote = (outcome: Outcome, note: string | undefined): Outcome =>
  outcome.kind !== 'done' || note === undefined
    ? outcome
    : { ...outcome, note: joinNotes(note, outcome.note) }

type KeptFiles = { readonly receiptId: string; readonly kept: KeptItem | null; readonly isUnpacked: boolean }

/** A file that cannot be restored must not prevent restoring the conversation. The plan already named it. */
function putFilesBack(
  run: Run,
  { receiptId, kept, isUnpacked }: KeptFiles,
  files: readonly FileFingerprint[],
): Outcome {
  const homePath = run.home.path
  const left: string[] = []
  const notes: string[] = []
  for (const file of files) {
    const { path: names } = file
    if (isPlaceTaken(homePath, file)) {
      notes.push(describeTaken(names))
      continue
    }
    const from = unpackedNames(fileMemberName(names))
    const outcome = isUnpacked
      ? moveBackChecked({ homePath, receiptId, names, from }, () =>
          checkUnpacked(homePath, receiptId, from, file),
        )
      : moveBackChecked({ homePath, receiptId, names }, () =>
          checkKeptFile({ homePath, receiptId, kept }, file),
        )
    if (outcome.kind === 'done') {
      if (outcome.note !== undefined) notes.push(describeFile(names, outcome.note))
    } else if (isBack(homePath, file)) continue
    else if (outcome.code === 'changed-in-trash' || outcome.code === 'file-gone')
      notes.push(describeFile(names, outcome.message))
    else left.push(describeFile(names, outcome.message))
  }
  if (left.length === 0) return withNote(done(0), notes.length === 0 ? undefined : notes.join(' '))
  return {
    kind: 'failed',
    code: 'files-not-back',
    message: `Its rows were restored. ${joinNotes(...left, ...notes)}`,
  }
}
