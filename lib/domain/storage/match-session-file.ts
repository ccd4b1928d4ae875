/**
 * Which session a file in `sessions/` belongs to. Names are ambiguous and newer versions of Hermes replace
 * unsafe characters, so in doubt a file counts as owned: treating it as an orphan could delete someone's
 * history.
 */
import { stemOf } from './parse-session-file.ts'
import type { SessionFile } from './session-file.ts'

type NamedFile = Pick<SessionFile, 'name' | 'sessionId'>

/**
 * Prepared once for all ids. The lookup returns the owner's id, or null if none of these sessions owns the
 * file.
 */
export function makeOwnerLookup(ids: ReadonlySet<string>): (file: NamedFile) => string | null {
  const byFileForm = fileForms(ids)
  return ({ name, sessionId }) => {
    if (sessionId === null) return null
    // `session_X.json` is also the `<id>.json` of a session called `session_X`. The same applies to dumps.
    const forms = [sessionId, stemOf(name) ?? sessionId]
    for (const form of forms) if (ids.has(form)) return form
    for (const form of forms) {
      const owner = byFileForm.get(form)
      if (owner !== undefined) return owner
    }
    return null
  }
}

/** Ids with characters that are not allowed in paths, by the names they may have on disk. */
function fileForms(ids: ReadonlySet<string>): ReadonlyMap<string, string> {
  const forms = new Map<string, string>()
  for (const id of ids) {
    if (SAFE.test(id)) continue
    for (const filler of ['_', '-']) forms.set(id.replace(UNSAFE, filler), id)
  }
  return forms
}

const SAFE = /^[A-Za-z0-9._-]*$/
const UNSAFE = /[^A-Za-z0-9._-]/g
