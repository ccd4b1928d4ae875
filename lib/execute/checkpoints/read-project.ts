/** Reads a project of the shared store and checks that it is the one that was planned. */
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { STORE } from '../../domain/checkpoints/checkpoint.ts'
import type { FileFingerprint, InnerPath, ProjectTarget } from '../../domain/plan/target.ts'
import { isMissing } from '../../platform/error-code.ts'
import { parseBoundedJson } from '../../shared/bounded-json.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { fingerprintFile } from '../files/fingerprint-file.ts'
import { type FileSkip, skipForFault } from '../files/outcomes.ts'
import { resolveInHome } from '../files/resolve-path.ts'
import { readTip } from './refs.ts'
import { readMode } from './store-modes.ts'

/** The saved state of a project, which its removal compares with. Stored in the journal. */
export type ProjectSave = {
  readonly id: string
  readonly tip: string | null
  /** Index, description and ledger, if present. */
  readonly files: readonly FileFingerprint[]
  /** Modes of its ref and of the folder of refs, which git creates again. Missing in saves of 0.1.0. */
  readonly refModes?: RefModes
}

type RefModes = { readonly ref: number; readonly folder: number | null }

export async function readProject(
  homePath: string,
  target: ProjectTarget,
): Promise<Result<ProjectSave, FileSkip>> {
  const { id } = target
  if (!isProjectId(id)) return failed('not-a-plain-file')
  // Checked before git runs, because a store that is a link would lead outside the home.
  const inStore = resolveInHome(homePath, [...STORE, 'HEAD'])
  if (!inStore.ok) return failed(skipForFault(inStore.fault))
  if (hasLock(homePath, id)) return failed('in-use')
  const tip = await readTip(homePath, projectRef(id))
  if (!tip.ok) return failed('in-use')
  const touched = readLastTouch(homePath, id)
  const files = fingerprintAll(homePath, projectFiles(id))
  if (!files.ok) return files
  if (tip.value === null && files.value.length === 0) return failed('file-gone')
  if (tip.value !== target.tip || touched !== target.lastTouch) return failed('folder-changed')
  const refModes = readRefModes(homePath, id)
  return ok({ id, tip: tip.value, files: files.value, ...(refModes !== null && { refModes }) })
}

/** A packed ref has the mode of the file it is packed in. */
function readRefModes(homePath: string, id: string): RefModes | null {
  const store = join(homePath, ...STORE)
  const ref = readMode(join(store, projectRef(id))) ?? readMode(join(store, 'packed-refs'))
  return ref === null ? null : { ref, folder: readMode(refFolder(homePath)) }
}

/** Below the store. */
export const REF_FOLDER = 'refs/hermes'

export const refFolder = (homePath: string): string => join(homePath, ...STORE, REF_FOLDER)

const isProjectId = (id: string): boolean => /^[0-9a-f]{16}$/.test(id)

export const projectRef = (id: string): string => `${REF_FOLDER}/${id}`

const projectFiles = (id: string): readonly InnerPath[] => [
  [...STORE, 'indexes', id],
  [...STORE, 'projects', `${id}.json`],
  [...STORE, 'ledgers', `${id}.json`],
]

function fingerprintAll(homePath: string, paths: readonly InnerPath[]): Result<FileFingerprint[], FileSkip> {
  const fingerprints: FileFingerprint[] = []
  for (const path of paths) {
    const fingerprint = fingerprintFile(homePath, path)
    if (fingerprint.ok) fingerprints.push(fingerprint.value)
    else if (fingerprint.fault !== 'file-gone') return fingerprint
  }
  return ok(fingerprints)
}

/** Git holds these locks while it writes the project's index or ref. */
export const hasLock = (homePath: string, id: string): boolean =>
  [
    [...STORE, 'indexes', `${id}.lock`],
    [...STORE, 'refs', 'hermes', `${id}.lock`],
  ].some((names) => {
    const lock = fingerprintFile(homePath, names)
    return lock.ok || lock.fault !== 'file-gone'
  })

/** Descriptions are small. A longer one is cut and then no JSON. */
function readStart(file: number): string {
  const bytes = Buffer.alloc(256 * 1024)
  return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, 0))
}

/** `last_touch` from the project's description, or null. */
function readLastTouch(homePath: string, id: string): number | null {
  const place = resolveInHome(homePath, [...STORE, 'projects', `${id}.json`])
  if (!place.ok) return null
  try {
    const file = openSync(place.value, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const json: unknown = parseBoundedJson(readStart(file))
      const touch = typeof json === 'object' && json !== null && 'last_touch' in json ? json.last_touch : null
      return typeof touch === 'number' ? touch : null
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return null
    throw error
  }
}
