/** Texts of the incident pages. */
import type { Incident, IncidentKind, TimelineEntry } from '@/lib/domain/watch/incidents/incident'
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

export const EVIDENCE_NOTE = 'The dashed line is the limit. Times in UTC.'
export const EVIDENCE_TABLE = 'The same numbers as a table'
export const ADVICE_TITLE = 'What can be done'
export const ADVICE_NOTE = 'Stopping is never deleting; a plan is shown before it moves.'
export const NOT_ACKNOWLEDGED = 'Nobody has acknowledged it'
export const ACKNOWLEDGED_NOTE =
  'Says that somebody has seen it, and what the others should know. It closes nothing.'
export const VIEWER_NOTE = 'An operator acknowledges; you are signed in as a viewer.'
export const INCIDENTS_NOTE =
  'They open when a rule has held, and close by themselves when the thing is over. Kept for a year.'
export const NEWEST_FIRST = 'Newest first.'
export const NO_CLOSED_INCIDENT = 'No incident has closed here'
export const NO_CLOSED_INCIDENT_NOTE =
  'What opens and closes on the board is listed here, with its timeline and what was done about it.'

export const ENTRY_WORDS: Readonly<Record<TimelineEntry['kind'], string>> = {
  opened: 'Opened',
  escalated: 'Got worse',
  eased: 'Eased',
  evidence: 'Seen',
  notified: 'Told',
  acknowledged: 'Acknowledged',
  acted: 'Done',
  closed: 'Closed',
}

export const incidentState = (incident: Incident, nowMs: number): string =>
  incident.closedMs === null
    ? `Open for ${durationWords(incident, nowMs)}, ${LEVEL_WORDS[incident.level]}`
    : `Closed, after ${durationWords(incident, nowMs)}`

export const evidenceRange = (from: string, to: string, words: string): string =>
  `From ${from} to ${to} UTC: ${words}`
