/** Deletes the refs that keep a receipt's histories. The next gc removes objects nothing else refers to. */
import { failed, ok, type Result } from '../../shared/result.ts'
import { isReceiptId } from '../files/resolve-path.ts'
import type { OnStep } from '../files/step.ts'
import { hasCheckpointStore } from './has-checkpoint-store.ts'
import { type GitFault, gitFault } from './keep-objects.ts'
import { changeRefs, type RefChange } from './refs.ts'
import { runStoreGit } from './run-store-git.ts'

/** Returns how many refs were deleted, of all projects or of those in `only`. */
export async function purgeProjects(
  homePath: string,
  receiptId: string,
  { only, onStep }: { readonly only?: ReadonlySet<string>; readonly onStep?: OnStep } = {},
): Promise<Result<number, GitFault>> {
  if (!isReceiptId(receiptId)) throw new Error(`${receiptId} is no receipt`)
  if (!hasCheckpointStore(homePath)) return ok(0)
  const prefix = `refs/steward-trash/${receiptId}/`
  const listed = await runStoreGit(homePath, ['for-each-ref', '--format=%(objectname) %(refname)', prefix])
  if (!listed.ok) return failed(gitFault(listed.complaint))
  const changes = listed.text.split('\n').flatMap((line): RefChange[] => {
    const [tip, ref] = line.split(' ')
    if (tip === undefined || ref?.startsWith(prefix) !== true) return []
    return only === undefined || only.has(ref.slice(prefix.length)) ? [{ ref, from: tip, to: null }] : []
  })
  if (changes.length === 0) return ok(0)
  onStep?.('delete-ref', changes.map(({ ref }) => ref).join(' '))
  const { moved, complaint } = await changeRefs(
    homePath,
    changes.map((change) => [change]),
  )
  if (complaint !== null) return failed(gitFault(complaint))
  return moved.size === 0 ? ok(changes.length) : failed(gitFault(`${[...moved].join()} changed meanwhile`))
}
