/** The audit filter in the URL: refusals or all other events, and the line to start from. */
export type AuditFilter = {
  readonly refusals: boolean
  /** Only lines older than this one. Null starts with the newest. */
  readonly before: number | null
}

/** `done`, `refused`, or either with the number of a line. An invalid value means the default, never an error. */
export function parseAuditFilter(text: string | string[] | undefined): AuditFilter {
  const read = typeof text === 'string' ? /^(done|refused)(?:\.(\d{1,15}))?$/.exec(text) : null
  return { refusals: read?.[1] === 'refused', before: read?.[2] === undefined ? null : Number(read[2]) }
}

export function auditHref(homeId: string | null, { refusals, before }: AuditFilter): string {
  const kind = refusals ? 'refused' : 'done'
  const params = new URLSearchParams({
    ...(homeId === null ? {} : { home: homeId }),
    audit: before === null ? kind : `${kind}.${before}`,
  })
  return `/history?${params}#record`
}
