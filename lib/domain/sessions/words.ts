/** Why a session is left alone, in words; worded once, for pages, plans and the HTTP interface. */
import { assertNever } from '../../shared/assert-never.ts'
import { formatAge, toIso } from '../../shared/time.ts'
import type { Protection } from './session.ts'

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
