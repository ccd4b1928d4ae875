/** Reading, making and deleting refs of the shared store, loose or packed; git compares and swaps in one step. */
import { failed, ok, type Result } from '../../shared/result.ts'
import { runGit } from './run-git.ts'

/** Null where there is no such ref. */
export async function readTip(homePath: string, ref: string): Promise<Result<string | null, string>> {
  const {
    ok: listed,
    text,
    complaint,
  } = await runGit(homePath, ['for-each-ref', '--format=%(objectname) %(refname)', ref])
  if (!listed) return failed(complaint)
  const line = text.split('\n').find((each) => each.endsWith(` ${ref}`))
  return ok(line === undefined ? null : (line.split(' ')[0] ?? null))
}

export type RefChange = 'done' | 'moved' | { readonly complaint: string }

/** Only where no ref of that name exists. */
export async function createRef(homePath: string, ref: string, tip: string): Promise<RefChange> {
  return change(homePath, ref, `create ${ref} ${tip}\n`, null)
}

/** Only while it still names `tip`. */
export async function deleteRef(homePath: string, ref: string, tip: string): Promise<RefChange> {
  return change(homePath, ref, `delete ${ref} ${tip}\n`, tip)
}

/** A refusal is a moved ref where the ref is really another than expected; anything else is git's own trouble. */
async function change(
  homePath: string,
  ref: string,
  command: string,
  expected: string | null,
): Promise<RefChange> {
  const { ok: done, complaint } = await runGit(homePath, ['update-ref', '--no-deref', '--stdin'], {
    input: command,
  })
  if (done) return 'done'
  const now = await readTip(homePath, ref)
  return now.ok && now.value !== expected ? 'moved' : { complaint }
}
