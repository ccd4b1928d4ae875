/** Texts about sessions for pages, plans and the HTTP interface: protections and Hermes' auto-prune. */
import { assertNever } from '../../shared/assert-never.ts'
import { formatBytes, formatCount, formatPlural } from '../../shared/numbers.ts'
import { formatAge, toIso } from '../../shared/time.ts'
import type { AutoPrune, AutoPruneInput } from './auto-prune.ts'
import { type AutoPruneEra, CLOSED_SOURCES, REAPED } from './auto-prune-era.ts'
import type { BusiestStretch } from './busiest-stretch.ts'
import type { Protection } from './session.ts'

export const NO_SUCH_SESSION = 'This home has no session with this id.'

export type DescribedProtection = { readonly code: Protection['code']; readonly message: string }

export const describeProtections = (protections: readonly Protection[]): DescribedProtection[] =>
  protections.map((protection) => ({ code: protection.code, message: describeProtection(protection) }))

export function describeProtection(protection: Protection): string {
  switch (protection.code) {
    case 'claims-unknown':
      return 'Who uses which session could not be read, so this one might be in use.'
    case 'open-recent':
      return `It is open and was active ${formatAge(protection.idleMs)} ago.`
    case 'pinned':
      return 'It is pinned.'
    case 'routed':
      return `The chat ${protection.key} talks to it.`
    case 'turn-lease':
      return `A turn is running; its lease lasts until ${toIso(protection.expiresMs) ?? 'an unknown time'}.`
    case 'compression-lock':
      return `Its history is being compressed; the lock lasts until ${toIso(protection.expiresMs) ?? 'an unknown time'}.`
    case 'open-chat':
      return 'A chat window has it open.'
    case 'live-backend':
      return 'It is open, and a backend of Hermes that may own it is alive.'
    case 'pending-delegation':
      return 'It waits for a subagent, or a subagent still reports to it.'
    case 'running-cron':
      return 'Its cron job is running.'
    case 'handoff-pending':
      return 'A hand-off to another surface waits for it.'
    case 'lineage':
      return `${protection.of} is part of the same conversation and is protected: ${inShort(protection.because)}.`
    default:
      return assertNever(protection)
  }
}

const IN_SHORT: ReadonlyMap<string, string> = new Map<Protection['code'], string>([
  ['claims-unknown', 'it might be in use'],
  ['open-recent', 'it is open and was active lately'],
  ['pinned', 'it is pinned'],
  ['routed', 'a chat talks to it'],
  ['turn-lease', 'a turn is running'],
  ['compression-lock', 'its history is being compressed'],
  ['open-chat', 'a chat window has it open'],
  ['live-backend', 'a backend that may own it is alive'],
  ['pending-delegation', 'a subagent is at work'],
  ['running-cron', 'its cron job is running'],
  ['handoff-pending', 'a hand-off waits for it'],
])

const inShort = (because: string): string => IN_SHORT.get(because) ?? because

/** A protection in one or two words, for places without room for a sentence. */
export const PROTECTION_KINDS: Readonly<Record<Protection['code'], string>> = {
  'claims-unknown': 'perhaps in use',
  'open-recent': 'open and active',
  pinned: 'pinned',
  routed: 'in use by a chat',
  'turn-lease': 'a turn is running',
  'compression-lock': 'being compressed',
  'open-chat': 'open in a window',
  'live-backend': 'its backend is alive',
  'pending-delegation': 'waits for a subagent',
  'running-cron': 'its job is running',
  'handoff-pending': 'a hand-off waits',
  lineage: 'part of a protected conversation',
}

export const isProtectionCode = (code: unknown): code is Protection['code'] =>
  typeof code === 'string' && Object.hasOwn(PROTECTION_KINDS, code)

/** Every sign of life that a leaked session lacks. */
export const MISSING_SIGN_WORDS = {
  'open-recent': (silentMs: number, limitMs: number): string =>
    `Silent for ${formatAge(silentMs)}. An open session of this source counts as live for ${formatAge(limitMs)} after its last sign.`,
  routed: 'No chat of the gateway leads to it.',
  'turn-lease': 'No turn of it is running: no lease that still lasts.',
  'compression-lock': 'Nothing compresses it: no lock that still lasts.',
  'open-chat': 'No running process has it open as a chat.',
  'live-backend': 'No backend that could own it has been heard of lately.',
  'pending-delegation': 'It waits for no subagent, and none reports to it.',
  'running-cron': 'Its cron job is not running.',
  'handoff-pending': 'No hand-off to another surface waits for it.',
} as const

/** What is odd about a session. */
export const SESSION_SIGN_WORDS = {
  runaway: ({ messages, seconds, messagesPerMinute }: BusiestStretch): string =>
    `${formatCount(messages)} messages in ${formatCount(seconds)} s, ${formatCount(messagesPerMinute)} a minute.`,
  manyMessages: (limit: number): string => `Over ${formatCount(limit)} messages.`,
  largeFile: (bytes: number): string => `A file of ${formatBytes(bytes)}.`,
} as const

export const BAD_CURSOR_WORDS = 'cursor: not one of ours for this listing. Begin again without it.'

export function autoPruneTitle({ state, selects, restsUntil }: AutoPrune): string {
  if (state === 'absent') return 'Hermes deletes nothing by itself'
  if (selects === null) return 'What Hermes deletes by itself is unknown'
  const sessions = formatPlural(selects.sessions, 'session')
  if (state === 'off') return `Hermes’ own prune is off; on, it would delete ${sessions}`
  if (state === 'unknown') return `Whether Hermes prunes is unknown; if so, it deletes ${sessions}`
  if (selects.sessions === 0) return 'Hermes’ next start deletes nothing'
  return restsUntil === null
    ? `Hermes’ next start deletes ${sessions}`
    : `Hermes deletes ${sessions} at a start after its rest`
}

/** What Hermes' own prune deletes, and when. */
export function describeAutoPrune(
  state: AutoPrune['state'],
  selects: AutoPrune['selects'],
  { retentionDays, lastRanMs, nowMs }: Pick<AutoPruneInput, 'retentionDays' | 'lastRanMs' | 'nowMs'>,
  restsMs: number | null,
): string {
  if (state === 'absent') return 'This version of Hermes never deletes sessions by itself.'
  if (selects === null || retentionDays === null) return 'What Hermes deletes by itself is not known.'
  const what =
    selects.sessions === 0
      ? `no session is older than ${formatPlural(retentionDays, 'day')}`
      : `${formatPlural(selects.sessions, 'ended session')} older than ${formatPlural(retentionDays, 'day')}`
  const extras = [
    selects.pinned > 0 ? `${formatPlural(selects.pinned, 'pinned session')} among them.` : '',
    selects.shelved > 0 ? `${formatPlural(selects.shelved, 'shelved session')} among them.` : '',
    selects.perhaps > 0
      ? `${formatPlural(selects.perhaps, 'more', 'more')} may go, depending on the exact version.`
      : '',
    (selects.closes ?? 0) > 0
      ? `It ${state === 'on' ? 'then closes' : 'would then close'} ${formatPlural(selects.closes ?? 0, 'open session')} of the same age, and keeps ${selects.closes === 1 ? 'it' : 'them'} for now.`
      : '',
    selects.filesLeft !== null && selects.filesLeft.count > 0
      ? `${formatPlural(selects.filesLeft.count, 'file')} of theirs, ${formatBytes(selects.filesLeft.bytes)}, would stay behind.`
      : '',
  ].filter(Boolean)
  const ran = lastRanMs === null ? 'It has not run yet.' : `It last ran ${formatAge(nowMs - lastRanMs)} ago.`
  const lead = {
    on:
      selects.sessions === 0
        ? `Hermes prunes by itself; now ${what}.`
        : `Hermes deletes ${what} at its next start${restsMs === null ? '' : `, ${formatAge(restsMs - nowMs)} from now at the earliest`}.`,
    off:
      selects.sessions === 0
        ? `Hermes’ own prune is off; ${what}.`
        : `Hermes’ own prune is off. Switched on, it would delete ${what}.`,
    unknown:
      selects.sessions === 0
        ? `Whether Hermes prunes by itself is not known; ${what}.`
        : `Whether Hermes prunes by itself is not known. If it does, it deletes ${what}.`,
  }[state]
  return [lead, ...extras, ...(state === 'off' && lastRanMs === null ? [] : [ran])].join(' ')
}

/** One sentence for each auto-prune rule of this version. */
export function autoPruneRules(era: AutoPruneEra): string[] {
  return [
    era.ageBasis === 'start'
      ? 'Age counts from the start of a session, however lately it was used.'
      : 'Age counts from the last activity of a session.',
    describeSpared(era.sparesPinned, 'Pinned sessions'),
    'Shelved sessions go like all others.',
    describeOpen(era.closesStale),
    ...(era.agesReapedFromEnd === false ? [] : [describeReaped(era.agesReapedFromEnd)]),
    era.wholeLineages === null
      ? 'Whether a conversation goes whole or in pieces depends on the exact version.'
      : era.wholeLineages
        ? 'A conversation goes whole or not at all.'
        : 'A conversation may lose its older parts and keep the newer ones.',
    era.removesFiles
      ? 'Files of a session go with it, all but session_<id>.json.'
      : 'Files of a session stay behind.',
  ]
}

function describeSpared(spared: boolean | null, subject: string): string {
  if (spared === null) return `${subject} are spared by some builds of this version and not by others.`
  return spared ? `${subject} are spared.` : `${subject} go like all others.`
}

function describeOpen(closes: boolean | null): string {
  if (closes === false) return 'Sessions that were never closed stay.'
  const closed = `Open sessions as old are closed, not deleted, where their source is one of ${CLOSED_SOURCES.join(', ')}`
  return closes ? `${closed}; others stay.` : `${closed}, by some builds of this version; others stay.`
}

const describeReaped = (fromEnd: true | null): string =>
  `What Hermes itself closed at a start (${REAPED}) ages from then${fromEnd ? '' : ', in some builds of this version'}.`
