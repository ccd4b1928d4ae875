/** Which lines of the record the address asks for: what was done or what was refused, and from which line on. */
export type AuditLook = {
  readonly refusals: boolean
  /** Only lines older than this one; null begins with the newest. */
  readonly before: number | null
}

/** `done`, `refused`, or either with the number of a line. Anything unreadable means the default, never an error. */
export function parseAuditLook(text: string | string[] | undefined): AuditLook {
  const read = typeof text === 'string' ? /^(done|refused)(?:\.(\d{1,15}))?$/.exec(text) : null
  return { refusals: read?.[1] === 'refused', before: read?.[2] === undefined ? null : Number(read[2]) }
}

export function auditHref(homeId: string | null, { refusals, before }: AuditLook): string {
  const kind = refusals ? 'refused' : 'done'
  const params = new URLSearchParams({
    ...(homeId === null ? {} : { home: homeId }),
    audit: before === null ? kind : `${kind}.${before}`,
  })
  return `/history?${params}#record`
}
