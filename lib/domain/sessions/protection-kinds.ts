/** What protects a session, in a word or two, for places without room for the sentence. */
import type { Protection } from './session.ts'

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
