/** The location of a batch's save as journaled: `trash`, `archive` or `scratch`, and the bundle's name. */
import { rmSync, statfsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { BundleFault } from '../../execute/bundle/bundle-fault.ts'
import type { BundleSource } from '../../execute/bundle/bundle-source.ts'
import { readBundleLines } from '../../execute/bundle/read-bundle.ts'
import { removeBundle, type WrittenBundle, writeBundle } from '../../execute/bundle/write-bundle.ts'
import { measureTree } from '../../execute/files/measure-tree.ts'
import { TRASH } from '../../execute/files/resolve-path.ts'
import type { SavedRows } from '../../execute/rows/saved-rows.ts'
import { decodeLine } from '../../execute/rows/saved-session.ts'
import { isMissing } from '../../platform/error-code.ts'
import { formatBytes } from '../../shared/numbers.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import type { Origin, Run } from './run.ts'

/** `scratch`: when deleting, rows of a session too large for one transaction are saved until their batch ends. */
type Place = 'trash' | 'archive' | 'scratch'

const PLACES = { trash: 'trash', archive: 'archive', delete: 'scratch' } as const

/** Of an item whose batch has no save. */
export const NOT_KEPT: Outcome = {
  kind: 'failed',
  code: 'not-kept',
  message: 'No copy was kept, so it can’t be restored.',
}

export const ROWS = 'rows/sessions.jsonl'

export type Save = { readonly saved: string; readonly bundle: WrittenBundle }

export async function saveBundle(
  run: Run,
  batchNo: number,
  sources: readonly BundleSource[],
  rowBytes = 0,
): Promise<Result<Save, BundleFault>> {
  const place: Place = PLACES[run.disposition]
  const name = `${batchNo}.tar.zst`
  const written = await writeBundle({
    homePath: run.home.path,
    folder: folderOf(run, run, place),
    name,
    sources,
    about: { receipt: run.receiptId, batch: batchNo, home: run.home.id, disposition: run.disposition },
    nowMs: run.now(),
  })
  if (written.ok) return ok({ saved: `${place}:${name}`, bundle: written.value })
  const { code } = written.fault
  return code === 'no-space'
    ? failed({ code, message: describeNeed(run, folderOf(run, run, place), sources, rowBytes) })
    : written
}

/** An upper bound: sizes before compression. */
function describeNeed(run: Run, folder: string, sources: readonly BundleSource[], rowBytes: number): string {
  const needed = sources.reduce((sum, source) => sum + sizeOf(run.home.path, source), rowBytes)
  const free = freeBytesAt(folder)
  const there = free === null ? '' : `; ${formatBytes(free)} are free there`
  return `The disk is full. Keeping this needs up to ${formatBytes(needed)} in ${folder}${there}. Deleting files needs no room, and makes some.`
}

function sizeOf(homePath: string, source: BundleSource): number {
  if (source.kind === 'file') return source.fingerprint.size
  return source.kind === 'folder' ? (measureTree(join(homePath, ...source.target.path))?.bytes ?? 0) : 0
}

/** Null: unknown. On a full disk the folder itself may be missing. */
function freeBytesAt(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch (error) {
    if (!isMissing(error) || dirname(folder) === folder) return null
    return freeBytesAt(dirname(folder))
  }
}

type Where = Pick<Run, 'home' | 'archives'>

/** The path of a bundle `saveBundle` recorded. `from` is the run that saved it. */
export function savedPath(run: Where, from: Origin, saved: string): string {
  const [place, name] = saved.split(':')
  return join(folderOf(run, from, place as Place), name ?? '')
}

/** Killed while saving: nothing was removed, so the partial save is useless. */
export function dropSave(run: Run, batchNo: number): void {
  removeBundle(run.home.path, folderOf(run, run, PLACES[run.disposition]), `${batchNo}.tar.zst`)
  rmSync(historiesFolder(run, batchNo), { recursive: true, force: true })
}

/** Where git writes the histories of a batch until they are in its archive. */
export const historiesFolder = (run: Run, batchNo: number): string =>
  join(run.archives, run.receiptId, `histories-${batchNo}`)

/** Once a deleting batch is done, its rows must not be restorable. */
export function dropScratch(run: Run, saved: string | null): void {
  if (saved?.startsWith('scratch:')) rmSync(savedPath(run, run, saved), { force: true })
}

function folderOf(run: Where, from: Origin, place: Place): string {
  return place === 'trash' ? join(run.home.path, TRASH, from.receiptId) : join(run.archives, from.receiptId)
}

/** The lines of one session out of a bundle of many. */
export async function* readSavedLines(
  path: string,
  sessionId: string,
): ReturnType<SavedRows['lines']> & AsyncGenerator<string> {
  for await (const line of readBundleLines(path, ROWS)) if (decodeLine(line)?.id === sessionId) yield line
}

export const notSaved = ({ code, message }: BundleFault): Outcome =>
  code === 'no-space'
    ? { kind: 'skipped', code, message: `${message} It could not be saved, so it was left as it is.` }
    : { kind: 'failed', code, message: `${message} It could not be saved, so it was left as it is.` }
