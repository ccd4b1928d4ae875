/**
 * Checks what a receipt kept before its restore is planned: bundles by their digest, entries in the trash by their
 * fingerprint, histories by git. Nothing is written.
 */
import type { HomeRef } from '../../domain/home/home.ts'
import { restoreLosses } from '../../domain/plan/archive-losses.ts'
import type { Reason } from '../../domain/plan/plan.ts'
import { PLACE_TAKEN } from '../../domain/plan/receipt/words.ts'
import type { FileFingerprint } from '../../domain/plan/target.ts'
import { checkBundle } from '../../execute/bundle/check-bundle.ts'
import { checkHistories } from '../../execute/checkpoints/check-histories.ts'
import { hasCheckpointStore } from '../../execute/checkpoints/has-checkpoint-store.ts'
import { findTakenProjects } from '../../execute/checkpoints/restore-project.ts'
import { checkKeptFile, checkKeptFolder, type KeptState } from '../../execute/files/check-kept.ts'
import { isPlaceFree } from '../../execute/files/move-back.ts'
import type { Batch, JournaledItem } from '../../store/plans/journal.ts'
import type { StoredReceipt } from '../../store/plans/receipts.ts'
import { parseProjects } from './handlers/project-handler.ts'
import { describeFile } from './is-back.ts'
import { archivesIn, type RunTools } from './open-run.ts'
import { savedPath } from './saves.ts'

export type SaveCheck = {
  /** Why it cannot come back at all. */
  readonly blocking: Reason | null
  /** Descriptions of parts that would not come back as they were. */
  readonly notes: readonly string[]
  /** Of a session: its files that cannot come back. */
  readonly lostFiles: readonly FileFingerprint[]
  /** False if its content could not be compared with a record of the run. */
  readonly isCompared: boolean
}

export const INTACT: SaveCheck = { blocking: null, notes: [], lostFiles: [], isCompared: true }

type Context = { readonly tools: RunTools; readonly home: HomeRef; readonly receipt: StoredReceipt }

/** By item id. Items that nothing is kept of besides the journal are left out. */
export async function checkSaves(
  context: Context,
  batches: readonly Batch[],
): Promise<ReadonlyMap<string, SaveCheck>> {
  const checks = new Map<string, SaveCheck>()
  const { disposition, keptBytes } = context.receipt
  if (disposition === 'delete' || (disposition === 'archive' && keptBytes === 0)) return checks
  for (const batch of batches) {
    const items = batch.items.filter(({ outcome }) => outcome?.kind === 'done')
    if (items.length === 0) continue
    const ofBundle = await checkBatchBundle(context, batch)
    const histories = await checkBatchHistories(context, batch, items)
    const places = batch.kind === 'project' ? await checkPlaces(context, batch) : new Map<string, Reason>()
    for (const item of items) {
      const check = combine(ofBundle, checkItem(context, batch, item, histories))
      checks.set(item.id, { ...check, blocking: places.get(item.id) ?? check.blocking })
    }
  }
  return checks
}

const combine = (a: SaveCheck, b: SaveCheck): SaveCheck => ({
  blocking: a.blocking ?? b.blocking,
  notes: [...a.notes, ...b.notes],
  lostFiles: b.lostFiles,
  isCompared: a.isCompared && b.isCompared,
})

async function checkBatchBundle({ tools, home, receipt }: Context, batch: Batch): Promise<SaveCheck> {
  const bundle = bundleOf(batch)
  if (bundle === null) return INTACT
  const from = { receiptId: receipt.id, disposition: receipt.disposition }
  const path = savedPath({ home, archives: archivesIn(tools.dataDir) }, from, bundle)
  const checked = await checkBundle(path, batch.sha256)
  const blocking = checked.ok
    ? null
    : { code: 'save-unreadable', message: `Its saved copy cannot be used. ${checked.fault.message}` }
  return { ...INTACT, blocking, isCompared: batch.sha256 !== null }
}

function bundleOf({ kind, saved }: Batch): string | null {
  if (kind === 'project') return parseProjects(saved).bundle
  return kind === 'session' || kind === 'file' || kind === 'folder' ? saved : null
}

/** By item id: why a project has nowhere to go back to. */
async function checkPlaces(
  { home, receipt }: Context,
  { saved }: Batch,
): Promise<ReadonlyMap<string, Reason>> {
  const { projects } = parseProjects(saved)
  const needsStore = receipt.disposition === 'archive' && !hasCheckpointStore(home.path)
  const taken = needsStore ? new Set<string>() : await findTakenProjects(home.path, Object.values(projects))
  return new Map(
    Object.entries(projects).flatMap(([item, { id, tip }]): [string, Reason][] => {
      if (needsStore && tip !== null) return [[item, NO_STORE]]
      return taken.has(id) ? [[item, TAKEN]] : []
    }),
  )
}

async function checkBatchHistories(
  { home, receipt }: Context,
  { saved }: Batch,
  items: readonly JournaledItem[],
): Promise<ReadonlyMap<string, string>> {
  if (receipt.disposition !== 'trash') return new Map()
  const { projects } = parseProjects(items.some(({ kind }) => kind === 'project') ? saved : null)
  return checkHistories(
    home.path,
    receipt.id,
    items.flatMap(({ id }) => projects[id] ?? []),
  )
}

function checkItem(
  { home, receipt }: Context,
  { saved }: Batch,
  { id, target, kept }: JournaledItem,
  histories: ReadonlyMap<string, string>,
): SaveCheck {
  if (receipt.disposition !== 'trash') {
    const losses = restoreLosses(target)
    return losses === null ? INTACT : { ...INTACT, notes: [losses] }
  }
  const place = { homePath: home.path, receiptId: receipt.id, kept }
  if (target.kind === 'folder') return ofState(checkKeptFolder(place, target))
  if (target.kind === 'file') return ofState(checkKeptFile(place, target.file))
  if (target.kind === 'session') return checkFiles(place, target.files)
  if (target.kind !== 'project') return INTACT
  const history = histories.get(target.id)
  const files = parseProjects(saved).projects[id]?.files ?? []
  const ofFiles = checkFiles(place, files)
  if (history === undefined && ofFiles.lostFiles.length === 0) return ofFiles
  const message = [...(history === undefined ? [] : [history]), ...ofFiles.notes].join(' ')
  return { ...ofFiles, blocking: { code: 'changed-in-trash', message } }
}

type Place = Parameters<typeof checkKeptFile>[0]

/** Files that are in their place again, or another's, are not moved. */
function checkFiles(place: Place, files: readonly FileFingerprint[]): SaveCheck {
  const notes: string[] = []
  const lostFiles: FileFingerprint[] = []
  let isCompared = true
  for (const file of files) {
    if (!isPlaceFree(place.homePath, file.path)) continue
    const state = checkKeptFile(place, file)
    if (state.kind === 'same') {
      if (state.note !== null) notes.push(describeFile(file.path, state.note))
      isCompared &&= state.isCompared
    } else if (state.kind !== 'not-moved') {
      notes.push(describeFile(file.path, state.message))
      lostFiles.push(file)
    }
  }
  return { blocking: null, notes, lostFiles, isCompared }
}

function ofState(state: KeptState): SaveCheck {
  if (state.kind === 'same')
    return { ...INTACT, notes: state.note === null ? [] : [state.note], isCompared: state.isCompared }
  if (state.kind === 'not-moved') return { ...INTACT, blocking: NOT_IN_TRASH }
  const code = state.kind === 'gone' ? 'not-kept' : 'changed-in-trash'
  return { ...INTACT, blocking: { code, message: state.message } }
}

const TAKEN: Reason = { code: 'place-taken', message: PLACE_TAKEN }
const NO_STORE: Reason = {
  code: 'no-store',
  message:
    'The home has no checkpoint store. Hermes creates one with its next checkpoint. Plan again after that.',
}
const NOT_IN_TRASH: Reason = { code: 'not-kept', message: 'It is not in the trash.' }
