/**
 * Restores a project into the shared store: imports its objects if needed, checks that all of them are there,
 * restores its files and finally the ref that makes it visible to Hermes.
 */
import type { Outcome } from '../../domain/plan/receipt/receipt.ts'
import type { InnerPath } from '../../domain/plan/target.ts'
import { fingerprintFile } from '../files/fingerprint-file.ts'
import { isPlaceFree, moveBack } from '../files/move-back.ts'
import { done, skipped } from '../files/outcomes.ts'
import type { OnStep } from '../files/step.ts'
import { gitFault, trashRef } from './keep-objects.ts'
import { type ProjectSave, projectRef } from './read-project.ts'
import { createRef, deleteRef, readTip } from './refs.ts'
import { runStoreGit } from './run-store-git.ts'

export type RestoreProject = {
  readonly homePath: string
  readonly receiptId: string
  readonly save: ProjectSave
  /** Where the archive was unpacked, below the receipt's trash folder. Null when restoring from the trash. */
  readonly unpacked: {
    readonly history: string | null
    readonly fileAt: (path: InnerPath) => InnerPath
  } | null
  readonly onStep?: OnStep
}

/** Safe to run again after a kill. */
export async function restoreProject(request: RestoreProject): Promise<Outcome> {
  const { homePath, receiptId, save, unpacked, onStep } = request
  const taken = await isTaken(request)
  if (taken) return skipped('place-taken')
  const complaint = await provideObjects(request)
  if (complaint !== null) return { kind: 'failed', ...gitFault(complaint) }
  for (const { path } of pendingFiles(request)) {
    const from = unpacked === null ? {} : { from: unpacked.fileAt(path) }
    const outcome = moveBack({ homePath, receiptId, names: path, ...from, ...(onStep && { onStep }) })
    if (outcome.kind !== 'done') return outcome
  }
  if (save.tip === null) return done(0)
  onStep?.('create-ref', projectRef(save.id))
  const made = await createRef(homePath, projectRef(save.id), save.tip)
  if (made !== 'done') {
    const now = await readTip(homePath, projectRef(save.id))
    if (!now.ok || now.value !== save.tip)
      return made === 'moved' ? skipped('place-taken') : { kind: 'failed', ...gitFault(made.complaint) }
  }
  // If this fails, the ref only keeps objects that the project's own ref keeps too.
  if (unpacked === null) await deleteRef(homePath, trashRef(receiptId, save.id), save.tip)
  return done(0)
}

/** Files that are not yet back in place. */
const pendingFiles = ({ homePath, save }: RestoreProject): ProjectSave['files'] =>
  save.files.filter((fingerprint) => {
    const now = fingerprintFile(homePath, fingerprint.path)
    return !now.ok || now.value.size !== fingerprint.size || now.value.mtimeNs !== fingerprint.mtimeNs
  })

async function isTaken(request: RestoreProject): Promise<boolean> {
  const { homePath, save } = request
  const now = await readTip(homePath, projectRef(save.id))
  if (now.ok && now.value !== null && now.value !== save.tip) return true
  return pendingFiles(request).some(({ path }) => !isPlaceFree(homePath, path))
}

/** Null when the store has every object of the history, otherwise git's error. */
async function provideObjects({
  homePath,
  save: { tip },
  unpacked,
  onStep,
}: RestoreProject): Promise<string | null> {
  if (tip === null) return null
  if (unpacked !== null && unpacked.history !== null) {
    onStep?.('import-objects', unpacked.history)
    const imported = await runStoreGit(homePath, ['bundle', 'unbundle', unpacked.history])
    if (!imported.ok) return imported.complaint
  }
  const whole = await runStoreGit(homePath, ['rev-list', '--objects', '--quiet', tip, '--'])
  return whole.ok ? null : whole.complaint
}
