/** Sessions: rows and files are saved, removed and restored together. */
import type { RunItem } from '../../../domain/plan/plan.ts'
import type { Outcome } from '../../../domain/plan/receipt/receipt.ts'
import type { FileFingerprint, SessionTarget } from '../../../domain/plan/target.ts'
import type { BundleFault } from '../../../execute/bundle/bundle-fault.ts'
import { type BundleSource, fileMemberName } from '../../../execute/bundle/bundle-source.ts'
import { readBundleLines } from '../../../execute/bundle/read-bundle.ts'
import { removeUnpacked, unpackBundle, unpackedNames } from '../../../execute/bundle/unpack-bundle.ts'
import { verifyBundle } from '../../../execute/bundle/verify-bundle.ts'
import { checkFile } from '../../../execute/files/check-file.ts'
import { moveBack } from '../../../execute/files/move-back.ts'
import { moveToTrash } from '../../../execute/files/move-to-trash.ts'
import { attempt, done, isUnfinishedOutcome, skipped, UNFINISHED } from '../../../execute/files/outcomes.ts'
import { removeFile } from '../../../execute/files/remove-file.ts'
import { DONE, skip } from '../../../execute/rows/check-session.ts'
import { deleteSessions, type Outcomes } from '../../../execute/rows/delete-sessions.ts'
import { finishOrRollBack } from '../../../execute/rows/finish-or-roll-back.ts'
import { joinNotes, restoreSessions } from '../../../execute/rows/restore/restore-sessions.ts'
import { type SaveProof, saveSessions } from '../../../execute/rows/save-sessions.ts'
import { proveFromLines, type SavedRows } from '../../../execute/rows/saved-rows.ts'
import { isLarge, sessionSizeReader } from '../../../execute/rows/session-size.ts'
import { describeTaken, isBack, isPlaceTaken } from '../is-back.ts'
import { allOf, type ItemHandler, type ItemOutcomes, type Run, refusedBy } from '../run.ts'
import { NOT_KEPT, notSaved, ROWS, readSavedLines, saveBundle, savedPath } from '../saves.ts'
import { readSessionRows } from './read-session-rows.ts'

type SessionRunItem = RunItem<SessionTarget>

export const sessionHandler: ItemHandler<SessionTarget> = {
  remove: async (run, batch, begin) => {
    const outcomes: ItemOutcomes = new Map()
    let items = dropChanged(run, batch.items, outcomes)
    const writer = run.writer()
    if (!writer.ok) return new Map([...outcomes, ...allOf(items, refusedBy(writer.fault))])
    let saved: string | null = null
    let proof: SaveProof | null = null
    const sizeOf = sessionSizeReader(writer.value.reader, writer.value.tables)
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
      const unsaved = new Map(save.value.bundle.skipped.map(({ id, code }) => [id, skipped(code)]))
      items = dropSome(items, (item) => unsaved.get(item.id) ?? null, outcomes)
    }
    begin(saved)
    const rows = await deleteSessions(writer.value, items, {
      protect: run.protect,
      saved: savedRows(run, saved, proof),
      stop: run.stop,
    })
    return new Map([...outcomes, ...takeFiles(run, items, rows)])
  },

  resume: async (run, { items }, saved) => {
    const writer = run.writer()
    if (!writer.ok) return takeFiles(run, items, settleByReading(run, items, refusedBy(writer.fault)))
    let proof: SaveProof | null = null
    if (saved !== null) {
      const path = savedPath(run, run, saved)
      const whole = await verifyBundle(path)
      if (!whole.ok) return takeFiles(run, items, settleByReading(run, items, lostSave(whole.fault)))
      proof = await proveFromLines(readBundleLines(path, ROWS))
    }
    const rows = await finishOrRollBack(writer.value, items, {
      protect: run.protect,
      saved: savedRows(run, saved, proof),
      stop: () => false,
    })
    return takeFiles(run, items, rows)
  },

  restore: async (run, from, batch, saved) => {
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
      ? await unpackBundle(path, run.home.path, run.receiptId, (name) => wanted.has(name))
      : await verifyBundle(path)
    if (!proven.ok) return allOf(items, lostSave(proven.fault))
    const only = new Set(items.map(({ target }) => target.sessionId))
    const rows = await restoreSessions(writer.value, () => readBundleLines(path, ROWS), {
      only,
      lateChildren: run.lateChildren([...only]),
      stop: run.stop,
    })
    for (const { id, target } of items) {
      const outcome = rows.get(target.sessionId) ?? NOT_KEPT
      outcomes.set(
        id,
        outcome.kind === 'done'
          ? withNote(
              putFilesBack(run, isArchived ? run.receiptId : from.receiptId, target.files, isArchived),
              outcome.note,
            )
          : outcome,
      )
    }
    if (isArchived) removeUnpacked(run.home.path, run.receiptId)
    return outcomes
  },
}

/** A missing or damaged save never recovers, so waiting is pointless. A system refusal may pass. */
function lostSave({ code, message }: BundleFault): Outcome {
  const isLost = code === 'missing' || code === 'damaged'
  const words = isLost ? `What was kept of it cannot be read: ${message}` : message
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
  return { ...refused, message: `Some of its messages were taken. ${refused.message}` }
}

const fileSources = ({ id, target }: SessionRunItem) =>
  target.files.map((fingerprint) => ({ kind: 'file' as const, id, fingerprint }))

function savedRows(run: Run, saved: string | null, proof: SaveProof | null): SavedRows | null {
  if (saved === null || proof === null) return null
  const path = savedPath(run, run, saved)
  return { proof, lines: (sessionId) => readSavedLines(path, sessionId) }
}

/** A session whose file was written since the preview is in use, whatever its row says. */
const dropChanged = (
  run: Run,
  items: readonly SessionRunItem[],
  outcomes: ItemOutcomes,
): readonly SessionRunItem[] =>
  dropSome(
    items,
    ({ target }) => {
      for (const fingerprint of target.files) {
        const seen = attempt('It was left as it is.', () => {
          const code = checkFile(run.home.path, fingerprint)
          return code === null ? done(0) : skipped(code)
        })
        if (seen.kind !== 'done') return seen
      }
      return null
    },
    outcomes,
  )

/** An item that drops out also excludes the rest of its family. */
function dropSome(
  items: readonly SessionRunItem[],
  why: (item: SessionRunItem) => Outcome | null,
  outcomes: ItemOutcomes,
): readonly SessionRunItem[] {
  const families = new Set<string>()
  for (const item of items) {
    const outcome = why(item)
    if (outcome === null) continue
    outcomes.set(item.id, outcome)
    if (item.together !== null) families.add(item.together)
  }
  return items.filter(({ id, together }) => {
    if (outcomes.has(id)) return false
    const hasLeft = together !== null && families.has(together)
    if (hasLeft) outcomes.set(id, skip('relative-skipped'))
    return !hasLeft
  })
}

function takeFiles(run: Run, items: readonly SessionRunItem[], rows: Outcomes): ItemOutcomes {
  const outcomes: ItemOutcomes = new Map()
  for (const { id, target } of items) {
    const outcome = rows.get(target.sessionId) ?? skip('stopped')
    outcomes.set(id, outcome.kind === 'done' ? takeFilesOf(run, target.files) : outcome)
  }
  return outcomes
}

/** The rows are already deleted. A file written at this moment is kept, and the receipt says so. */
function takeFilesOf(run: Run, files: readonly FileFingerprint[]): Outcome {
  let freedBytes = 0
  const left: string[] = []
  for (const fingerprint of files) {
    const outcome =
      run.disposition === 'trash'
        ? moveToTrash(run.home.path, run.receiptId, fingerprint)
        : removeFile(run.home.path, fingerprint)
    if (outcome.kind === 'done') freedBytes += outcome.freedBytes
    else if (isUnfinishedOutcome(outcome)) return outcome
    else if (outcome.code !== 'file-gone') left.push(`${fingerprint.path.at(-1)}: ${outcome.message}`)
  }
  return left.length === 0 ? done(freedBytes) : { kind: 'done', freedBytes, note: left.join(' ') }
}

const withNote = (outcome: Outcome, note: string | undefined): Outcome =>
  outcome.kind !== 'done' || note === undefined
    ? outcome
    : { ...outcome, note: joinNotes(note, outcome.note) }

/** A file whose path is taken by another must not prevent restoring the conversation. */
function putFilesBack(
  run: Run,
  receiptId: string,
  files: readonly FileFingerprint[],
  isUnpacked: boolean,
): Outcome {
  const left: string[] = []
  const notes: string[] = []
  for (const fingerprint of files) {
    const { path: names } = fingerprint
    if (isPlaceTaken(run.home.path, fingerprint)) {
      notes.push(describeTaken(names))
      continue
    }
    const outcome = moveBack({
      homePath: run.home.path,
      receiptId,
      names,
      ...(isUnpacked ? { from: unpackedNames(fileMemberName(names)) } : {}),
    })
    if (outcome.kind !== 'done' && !isBack(run.home.path, fingerprint))
      left.push(`${names.at(-1)}: ${outcome.message}`)
  }
  if (left.length === 0) return withNote(done(0), notes.length === 0 ? undefined : notes.join(' '))
  return {
    kind: 'failed',
    code: 'files-not-back',
    message: `Its rows are back. ${joinNotes(...left, ...notes)}`,
  }
}
