/** Reads, creates and deletes refs of the shared store, loose or packed. Git compares and swaps atomically. */
import { failed, ok, type Result } from '../../shared/result.ts'
import { runStoreGit } from './run-store-git.ts'

/** Null if the ref does not exist. */
export async function readTip(homePath: string, ref: string): Promise<Result<string | null, string>> {
  const {
    ok: listed,
    text,
    complaint,
  } = await runStoreGit(homePath, ['for-each-ref', '--format=%(objectname) %(refname)', ref])
  if (!listed) return failed(complaint)
  const line = text.split('\n').find((each) => each.endsWith(` ${ref}`))
  return ok(line === undefined ? null : (line.split(' ')[0] ?? null))
}

export type RefChange = 'done' | 'moved' | { readonly complaint: string }

/** Fails if the ref exists. */
export async function createRef(homePath: string, ref: string, tip: string): Promise<RefChange> {
  return change(homePath, ref, `create ${ref} ${tip}\n`, null)
}

/** Fails if the ref no longer points to `tip`. */
export async function deleteRef(homePath: string, ref: string, tip: string): Promise<RefChange> {
  return change(homePath, ref, `delete ${ref} ${tip}\n`, tip)
}

/** A failed update means `moved` only if the ref really differs. Anything else is a git error. */
async function change(
  homePath: string,
  ref: string,
  command: string,
  expected: string | null,
): Promise<RefChange> {
  const { ok: done, complaint } = await runStoreGit(homePath, ['update-ref', '--no-deref', '--stdin'], {
    input: command,
  })
  if (done) return 'done'
  const now = await readTip(homePath, ref)
  return now.ok && now.value !== expected ? 'moved' : { complaint }
}
