/**
 * Reads and changes refs of the shared store, loose or packed. Changes that belong together are one transaction with
 * the old values verified, so a run stopped by another git leaves none of them half done.
 */
import { failed, ok, type Result } from '../../shared/result.ts'
import { runStoreGit } from './run-store-git.ts'

/** `from` null creates the ref, `to` null deletes it. */
export type RefChange = { readonly ref: string; readonly from: string | null; readonly to: string | null }

/** By ref: its tip. Refs that do not exist are missing. */
export type Tips = ReadonlyMap<string, string>

export async function readTips(homePath: string, refs: readonly string[]): Promise<Result<Tips, string>> {
  if (refs.length === 0) return ok(new Map())
  const listed = await runStoreGit(homePath, ['for-each-ref', '--format=%(objectname) %(refname)', ...refs])
  if (!listed.ok) return failed(listed.complaint)
  const wanted = new Set(refs)
  return ok(
    new Map(
      listed.text.split('\n').flatMap((line): [string, string][] => {
        const [tip = '', ref = ''] = line.split(' ')
        // Git lists what is below a name too.
        return wanted.has(ref) ? [[ref, tip]] : []
      }),
    ),
  )
}

export async function readTip(homePath: string, ref: string): Promise<Result<string | null, string>> {
  const tips = await readTips(homePath, [ref])
  return tips.ok ? ok(tips.value.get(ref) ?? null) : tips
}

export type Changed = {
  /** Refs that were not what was expected. They are unchanged, and the others were changed without them. */
  readonly moved: ReadonlySet<string>
  /** Git's error if none of the others was changed either. */
  readonly complaint: string | null
}

/**
 * All of them or none, except those that moved. `groups` are changes that only make sense together: if one ref of a
 * group moved, the others stay.
 */
export async function changeRefs(
  homePath: string,
  groups: readonly (readonly RefChange[])[],
): Promise<Changed> {
  const moved = new Set<string>()
  for (;;) {
    const left = groups.filter((group) => !group.some(({ ref }) => moved.has(ref))).flat()
    if (left.length === 0) return { moved, complaint: null }
    const { ok: done, complaint } = await runStoreGit(homePath, UPDATE, { input: toCommands(left) })
    if (done) return { moved, complaint: null }
    // A refused transaction means `moved` only if a ref really differs. Anything else is an error of git.
    const now = await readTips(
      homePath,
      left.map(({ ref }) => ref),
    )
    const differing = now.ok ? left.filter(({ ref, from }) => (now.value.get(ref) ?? null) !== from) : []
    if (differing.length === 0) return { moved, complaint }
    for (const { ref } of differing) moved.add(ref)
  }
}

const UPDATE = ['update-ref', '--no-deref', '--stdin']

const toCommands = (changes: readonly RefChange[]): string =>
  ['start', ...changes.map(toCommand), 'prepare', 'commit', ''].join('\n')

function toCommand({ ref, from, to }: RefChange): string {
  if (from === null) return `create ${ref} ${to}`
  return to === null ? `delete ${ref} ${from}` : `update ${ref} ${to} ${from}`
}
