/** Reads ISO 8601 strictly: `Date.parse` also accepts words, and the 30th of February. Takes UTC if no zone is given. */
export function parseIso(text: string): { readonly ms: number; readonly hasZone: boolean } | null {
  const [found, day = '', time = '00:00', zone] = ISO.exec(text) ?? []
  if (found === undefined) return null
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return null
  const ms = Date.parse(`${day}T${time}${zone ?? 'Z'}`)
  return Number.isNaN(ms) ? null : { ms, hasZone: zone !== undefined }
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:\d\d)?)?$/
