/** Texts of the incident pages. */
import type { Incident, IncidentKind } from '@/lib/domain/watch/incidents/incident'
import { formatPlural } from '@/lib/shared/numbers'
import { formatSpan } from '@/lib/shared/span'

export const KIND_WORDS: Readonly<Record<IncidentKind, string>> = {
  'runaway-session': 'Runaway session',
  'session-over-limits': 'Session over its limits',
  'burn-over-budget': 'Burn over budget',
  'disk-filling': 'Disk filling',
  'inodes-filling': 'Inodes running out',
  'writes-stalled': 'Writes stalled',
  'newest-row-frozen': 'Newest message frozen',
  'wal-growing': 'Write-ahead log growing',
  'database-replaced': 'Database replaced',
  'database-malformed': 'Database damaged',
  'database-locked': 'Database locked',
  'database-gone': 'Database gone',
  'deleted-inode-held': 'Deleted file held',
  'leak-rate-rising': 'Leaks rising',
  'cron-flood': 'Cron flood',
  'flush-storm-due': 'Flush storm due',
  'temporary-packs-growing': 'Half-written packs growing',
  'logs-growing': 'Logs growing',
}

export const LEVEL_WORDS: Readonly<Record<Incident['level'], string>> = {
  warn: 'building up',
  critical: 'acting now',
}

export function incidentsTitle(open: readonly Incident[]): string {
  if (open.length === 0) return 'Incidents: none is open'
  const acting = open.filter(({ level }) => level === 'critical').length
  const words = `Incidents: ${formatPlural(open.length, 'is', 'are')} open`
  return acting === 0 ? words : `${words}, ${acting} acting now`
}

export const durationWords = ({ openedMs, closedMs }: Incident, nowMs: number): string =>
  formatSpan((closedMs ?? nowMs) - openedMs)

export const incidentHref = (id: string): string => `/watch/incidents/${encodeURIComponent(id)}`

type FormMessage = { readonly level: 'info' | 'warn'; readonly words: string }

const FORM_MESSAGES: Readonly<Record<string, FormMessage>> = {
  seen: { level: 'info', words: 'Acknowledged. It closes by itself when the thing is over.' },
  'operator-only': { level: 'warn', words: 'Only an operator acknowledges. Nothing was written.' },
  'bad-input': { level: 'warn', words: 'A note has at most 500 characters. Nothing was written.' },
  'signed-out': { level: 'warn', words: 'You are signed out. Nothing was written.' },
  'no-such-incident': { level: 'warn', words: 'There is no such incident any more.' },
}

/** Only known codes have a message, because anyone can write anything into the address. */
export const incidentFormMessage = (code: string | null): FormMessage | null =>
  code !== null && Object.hasOwn(FORM_MESSAGES, code) ? (FORM_MESSAGES[code] ?? null) : null
