/**
 * Which session a file in `sessions/` belongs to. Names are ambiguous and newer Hermes rewrites unsafe ids
 * for the disk, so every doubt counts as owned: calling a file an orphan is what may cost somebody's history.
 */
import { stemOf } from './parse-session-file.ts'
import type { SessionFile } from './session-file.ts'

type NamedFile = Pick<SessionFile, 'name' | 'sessionId'>

/** Prepared once for all ids; answers the owning id, or null for a file no session of these owns. */
export function makeOwnerLookup(ids: ReadonlySet<string>): (file: NamedFile) => string | null {
  const byFileForm = fileForms(ids)
  return ({ name, sessionId }) => {
    if (sessionId === null) return null
    // `session_X.json` is also the `<id>.json` of a session called `session_X`; the same holds for dumps.
    const forms = [sessionId, stemOf(name) ?? sessionId]
    for (const form of forms) if (ids.has(form)) return form
    for (const form of forms) {
      const owner = byFileForm.get(form)
      if (owner !== undefined) return owner
    }
    return null
  }
}

/** Ids with characters a path cannot hold, under the names they may have on disk. */
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
