/** Reads and replaces `sessions/sessions.json`, the gateway's index. */
import { createHash, randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
} from 'node:fs'
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { FileFingerprint } from '../../domain/plan/target.ts'
import { errorCode } from '../../platform/error-code.ts'
import { syncFolder } from '../../platform/sync-folder.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { ifPermitted } from '../bundle/if-permitted.ts'
import { setTimes } from '../bundle/set-times.ts'
import { writeAll } from '../bundle/write-all.ts'
import { compareFile, seeFile } from '../files/check-file.ts'
import { fingerprintFile } from '../files/fingerprint-file.ts'
import type { HeldFolder } from '../files/held-folder.ts'
import { attempt, done, outcomeOf, skipped } from '../files/outcomes.ts'
import type { OnStep } from '../files/step.ts'
import { joinJson, type SplitJson, splitJson } from './split-json.ts'

const ROUTES_FILE = ['sessions', 'sessions.json'] as const

export type RoutesFile = { readonly fingerprint: FileFingerprint; readonly json: SplitJson }

/** Hash and time of the file before the change. Stored with the save. */
export type RoutesBefore = { readonly sha256: string; readonly mtimeNs: string }

export const routesBefore = ({ fingerprint, json }: RoutesFile): RoutesBefore => ({
  sha256: sha256(joinJson(json)),
  mtimeNs: fingerprint.mtimeNs,
})

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

type ReplaceOptions = {
  readonly isGatewayStopped: () => boolean
  readonly onStep?: OnStep
  /** If the new text equals this one, the file gets its old time back. */
  readonly before?: RoutesBefore | null
}

/** Null if there is no file. A file that is not Hermes' index is left alone and reported. */
export function readRoutesFile(homePath: string): Result<RoutesFile | null, Outcome> {
  try {
    const fingerprint = fingerprintFile(homePath, ROUTES_FILE)
    if (!fingerprint.ok)
      return fingerprint.fault === 'file-gone' ? ok(null) : failed(skipped(fingerprint.fault))
    const text = readIfUnchanged(homePath, fingerprint.value)
    if (text === null) return failed(skipped('file-changed'))
    const json = splitJson(text)
    return json === null ? failed(MALFORMED) : ok({ fingerprint: fingerprint.value, json })
  } catch (error) {
    return failed(outcomeOf(error, 'It was left as it is.'))
  }
}

/**
 * Only if the file is unchanged since it was read and the gateway is stopped right before the rename. The
 * temporary name matches the pattern of Hermes' own leftovers, and the next attempt removes it after a kill.
 */
export function replaceRoutesFile(
  homePath: string,
  { fingerprint }: RoutesFile,
  next: SplitJson,
  { isGatewayStopped, onStep, before = null }: ReplaceOptions,
): Outcome {
  return attempt('It is as it was.', () => {
    const checked = seeFile(homePath, fingerprint)
    if (checked.skip !== null) return skipped(checked.skip)
    const { folder, path, shown } = checked.place
    removeLeftovers(folder)
    const temporary = folder.at(`.sessions_steward_${randomUUID()}.tmp`)
    let isReplaced = false
    try {
      const text = joinJson(next)
      writeLike(path, temporary, Buffer.from(text))
      if (before !== null && sha256(text) === before.sha256)
        setTimes([{ path: Buffer.from(temporary), mtimeNs: BigInt(before.mtimeNs) }])
      onStep?.('replace-routes', shown)
      const again = seeFile(homePath, fingerprint)
      if (again.skip !== null) return skipped(again.skip)
      if (!isGatewayStopped()) return skipped('in-use')
      if (!folder.isInPlace()) return skipped('not-a-plain-file')
      renameSync(temporary, path)
      isReplaced = true
    } finally {
      if (!isReplaced) rmSync(temporary, { force: true })
    }
    syncIfPossible(folder.at('.'))
    return done(0)
  })
}

const TEMPORARY = /^\.sessions_steward_[0-9a-f-]{36}\.tmp$/

/** Left by a killed attempt. Only one run at a time changes a home. */
function removeLeftovers(folder: HeldFolder): void {
  for (const name of readdirSync(folder.at('.'))) if (TEMPORARY.test(name)) unlinkSync(folder.at(name))
}

/** The file is already replaced. Without the sync, a power cut could bring the old one back. */
function syncIfPossible(folder: string): void {
  try {
    syncFolder(folder)
  } catch (error) {
    if (errorCode(error) === null) throw error
  }
}

/** Copies mode and owner of the file it will replace. */
function writeLike(model: string, path: string, content: Buffer): void {
  const like = openSync(model, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const { mode, uid, gid } = fstatSync(like)
    const file = openSync(path, 'wx', 0o600)
    try {
      writeAll(file, content)
      ifPermitted(() => fchownSync(file, uid, gid))
      fchmodSync(file, mode & 0o7777)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  } finally {
    closeSync(like)
  }
}

/** As much as is read of it for a plan. */
const LARGEST_BYTES = 16 * 1024 * 1024

/** Null if it is a different file now. Empty if it is not text, or too large. */
function readIfUnchanged(homePath: string, fingerprint: FileFingerprint): string | null {
  const checked = seeFile(homePath, fingerprint)
  if (checked.skip !== null) return null
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = openSync(checked.place.path, flags)
  try {
    if (compareFile(fstatSync(file, { bigint: true }), fingerprint) !== null) return null
    if (fingerprint.size > LARGEST_BYTES) return ''
    const bytes = readFileSync(file)
    const text = bytes.toString('utf8')
    return Buffer.from(text).equals(bytes) ? text : ''
  } finally {
    closeSync(file)
  }
}

const MALFORMED: Outcome = {
  kind: 'failed',
  code: 'malformed-file',
  message: 'sessions.json is not the index Hermes writes, so it was left as it is.',
}
