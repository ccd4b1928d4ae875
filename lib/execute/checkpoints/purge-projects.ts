/** Deletes the refs that keep a receipt's histories. The next gc removes objects nothing else refers to. */
import { STORE } from '../../domain/checkpoints/checkpoint.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { seeAt } from '../files/check-file.ts'
import { isReceiptId, resolveInHome } from '../files/resolve-path.ts'
import type { OnStep } from '../files/step.ts'
import { type GitFault, gitFault } from './keep-objects.ts'
import { runStoreGit } from './run-store-git.ts'

/** Returns how many refs were deleted, of all projects or of those in `only`. */
export async function purgeProjects(
  homePath: string,
  receiptId: string,
  { only, onStep }: { readonly only?: ReadonlySet<string>; readonly onStep?: OnStep } = {},
): Promise<Result<number, GitFault>> {
  if (!isReceiptId(receiptId)) throw new Error(`${receiptId} is no receipt`)
  const head = resolveInHome(homePath, [...STORE, 'HEAD'])
  if (!head.ok || seeAt(head.value) === null) return ok(0)
  const prefix = `refs/steward-trash/${receiptId}/`
  const listed = await runStoreGit(homePath, ['for-each-ref', '--format=%(objectname) %(refname)', prefix])
  if (!listed.ok) return failed(gitFault(listed.complaint))
  const refs = listed.text.split('\n').flatMap((line) => {
    const [tip, ref] = line.split(' ')
    if (tip === undefined || ref?.startsWith(prefix) !== true) return []
    return only === undefined || only.has(ref.slice(prefix.length)) ? [`delete ${ref} ${tip}\n`] : []
  })
  if (refs.length === 0) return ok(0)
  onStep?.('delete-ref', prefix)
  const deleted = await runStoreGit(homePath, ['update-ref', '--no-deref', '--stdin'], {
    input: refs.join(''),
  })
  return deleted.ok ? ok(refs.length) : failed(gitFault(deleted.complaint))
}
