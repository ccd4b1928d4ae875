/** The handlers of single files and whole folders, made from one implementation. */

import type { KeptItem } from '../../../domain/plan/kept.ts'
import type { RunItem } from '../../../domain/plan/plan.ts'
import type { Outcome } from '../../../domain/plan/receipt/receipt.ts'
import type { FileFingerprint, FileTarget, FolderTarget, InnerPath } from '../../../domain/plan/target.ts'
import { type BundleSource, fileMemberName, folderMemberName } from '../../../execute/bundle/bundle-source.ts'
import { removeUnpacked, unpackBundle, unpackedNames } from '../../../execute/bundle/unpack-bundle.ts'
import {
  checkKeptFile,
  checkKeptFolder,
  checkUnpacked,
  GONE,
  type KeptState,
} from '../../../execute/files/check-kept.ts'
import { moveBackChecked } from '../../../execute/files/move-back-checked.ts'
import { moveFolderToTrash } from '../../../execute/files/move-folder-to-trash.ts'
import { moveToTrash } from '../../../execute/files/move-to-trash.ts'
import { done, skipped } from '../../../execute/files/outcomes.ts'
import { removeFile } from '../../../execute/files/remove-file.ts'
import { removeFolders } from '../../../execute/files/remove-folder.ts'
import { skip } from '../../../execute/rows/check-session.ts'
import { allOf, type ItemHandler, type ItemOutcomes, type Run, refusedBy } from '../run.ts'
import { NOT_KEPT, notSaved, saveBundle, savedPath } from '../saves.ts'
import { orUnfinished } from '../system-errors.ts'
import { refuseOnlyCopy } from './refuse-only-copy.ts'

type KeptPlace = { readonly homePath: string; readonly receiptId: string; readonly kept: KeptItem | null }

type PathSteps<T extends FileTarget | FolderTarget> = {
  readonly names: (target: T) => InnerPath
  readonly member: (target: T) => string
  readonly source: (item: RunItem<T>) => BundleSource
  /** Why it must stay after all. */
  readonly refuse: (run: Run, target: T) => Outcome | null
  readonly toTrash: (run: Run, target: T) => Outcome
  /** In order, until `stop` returns true. */
  readonly remove: (run: Run, targets: readonly T[], stop: () => boolean) => Promise<Outcome[]>
  readonly check: (place: KeptPlace, target: T) => KeptState
  /** As it was planned. Null for a folder. */
  readonly file: (target: T) => FileFingerprint | null
}

export const fileHandler = pathHandler<FileTarget>({
  names: ({ file }) => file.path,
  member: ({ file }) => fileMemberName(file.path),
  source: ({ id, target }) => ({ kind: 'file', id, fingerprint: target.file }),
  refuse: ({ home }, { file }) => refuseOnlyCopy(home, file),
  toTrash: (run, { file }) => moveToTrash(run.home.path, run.receiptId, file),
  remove: async (run, targets, stop) =>
    oneByOne(targets, stop, ({ file }) => removeFile(run.home.path, file)),
  check: (place, { file }) => checkKeptFile(place, file),
  file: ({ file }) => file,
})

export const folderHandler = pathHandler<FolderTarget>({
  names: ({ path }) => path,
  member: ({ path }) => folderMemberName(path),
  source: ({ id, target }) => ({ kind: 'folder', id, target }),
  refuse: () => null,
  toTrash: (run, target) => moveFolderToTrash(run.home.path, run.receiptId, target),
  remove: (run, targets, stop) => removeFolders(run.home.path, targets, { stop }),
  check: checkKeptFolder,
  file: () => null,
})

function pathHandler<T extends FileTarget | FolderTarget>(steps: PathSteps<T>): ItemHandler<T> {
  return {
    remove: async (run, batch, begin) => {
      const refused: ItemOutcomes = new Map()
      for (const { id, target } of batch.items) {
        const why = steps.refuse(run, target)
        if (why !== null) refused.set(id, why)
      }
      const items = batch.items.filter(({ id }) => !refused.has(id))
      if (run.disposition !== 'archive') {
        begin(null)
        return new Map([...refused, ...(await takeAll(run, items, steps, false))])
      }
      const save = await saveBundle(run, batch.batchNo, items.map(steps.source))
      if (!save.ok) return new Map([...refused, ...allOf(items, notSaved(save.fault))])
      const outcomes: ItemOutcomes = new Map([
        ...refused,
        ...save.value.bundle.skipped.map(({ id, code }) => [id, skipped(code)] as const),
      ])
      begin(save.value.saved, save.value.bundle.sha256)
      const kept = items.filter(({ id }) => !outcomes.has(id))
      return new Map([...outcomes, ...(await takeAll(run, kept, steps, false))])
    },

    resume: (run, { items }) => takeAll(run, items, steps, true),

    restore: async (run, from, { items, saved, sha256 }) => {
      const { receiptId, disposition } = from
      const isArchived = disposition === 'archive'
      if (isArchived) {
        if (saved === null) return allOf(items, NOT_KEPT)
        const wanted = items.map(({ target }) => steps.member(target))
        const unpacked = await unpackBundle(
          savedPath(run, from, saved),
          run.home.path,
          run.receiptId,
          (name) => wanted.some((member) => name === member || name.startsWith(`${member}/`)),
          sha256,
        )
        if (!unpacked.ok) return allOf(items, refusedBy(unpacked.fault))
      }
      const outcomes: ItemOutcomes = new Map()
      const homePath = run.home.path
      for (const { id, target, kept } of items) {
        const names = steps.names(target)
        const from = unpackedNames(steps.member(target))
        const restore = () =>
          isArchived
            ? moveBackChecked({ homePath, receiptId: run.receiptId, names, from }, () =>
                checkUnpacked(homePath, run.receiptId, from, steps.file(target)),
              )
            : moveBackChecked({ homePath, receiptId, names }, () =>
                orGone(steps.check({ homePath, receiptId, kept }, target)),
              )
        outcomes.set(id, run.stop() ? skip('stopped') : restore())
      }
      if (isArchived) removeUnpacked(run.home.path, run.receiptId)
      return outcomes
    },
  }
}

/** The run reported it as moved. */
const orGone = (state: KeptState): KeptState => (state.kind === 'not-moved' ? GONE : state)

async function takeAll<T extends FileTarget | FolderTarget>(
  run: Run,
  items: readonly RunItem<T>[],
  steps: PathSteps<T>,
  isResumed: boolean,
): Promise<ItemOutcomes> {
  const targets = items.map(({ target }) => target)
  const stop = isResumed ? () => false : run.stop
  const taken =
    run.disposition === 'trash'
      ? oneByOne(targets, stop, (target) => steps.toTrash(run, target))
      : await steps.remove(run, targets, stop)
  return new Map(
    items.map(({ id }, at) => {
      const outcome = taken[at] ?? skip('stopped')
      // Removed before the kill, because the batch was already acting. What was trashed is in the trash.
      const isGone = outcome.kind === 'skipped' && outcome.code === 'file-gone'
      const wasTaken = isResumed && isGone && run.disposition !== 'trash'
      return [id, wasTaken ? done(0) : isResumed ? orUnfinished(outcome) : outcome]
    }),
  )
}

function oneByOne<T>(targets: readonly T[], stop: () => boolean, act: (target: T) => Outcome): Outcome[] {
  const outcomes: Outcome[] = []
  for (const target of targets) {
    if (stop()) break
    outcomes.push(act(target))
  }
  return outcomes
}
