export const AUDIT_KINDS = ['done', 'routine', 'refused'] as const

/** The audit filter in the URL: the kind of events, and the line to start from. */
export type AuditFilter = {
  readonly kind: (typeof AUDIT_KINDS)[number]
  /** Only lines older than this one. Null starts with the newest. */
  readonly before: number | null
}

/** A kind, or a kind with the number of a line. An invalid value means the default, never an error. */
export function parseAuditFilter(text: string | string[] | undefined): AuditFilter {
  const read = typeof text === 'string' ? /^([a-z]+)(?:\.(\d{1,15}))?$/.exec(text) : null
  const kind = AUDIT_KINDS.find((each) => each === read?.[1])
  if (kind === undefined) return { kind: 'done', before: null }
  return { kind, before: read?.[2] === undefined ? null : Number(read[2]) }
}

export function auditHref(homeId: string | null, { kind, before }: AuditFilter): string {
  const params = new URLSearchParams({
    ...(homeId === null ? {} : { home: homeId }),
    audit: before === null ? kind : `${kind}.${before}`,
  })
  return `/history?${params}#record`
}
