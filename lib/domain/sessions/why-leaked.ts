/** Why an open session counts as leaked: every sign of life that is missing, in words. */
import { formatAge } from '../../shared/time.ts'
import { HAS_BACKEND, silenceLimitMs } from './assess-sessions.ts'
import type { Protection, Session } from './session.ts'

export type MissingSign = { readonly code: SignOfLife; readonly message: string }

/** A pin is not a sign of life, relatives have their own rows, and with unread claims nothing is leaked. */
type SignOfLife = Exclude<Protection['code'], 'pinned' | 'lineage' | 'claims-unknown'>

/** One text per sign of life. A new sign does not compile until it has a text here. */
const MISSING: Readonly<Record<SignOfLife, (session: Session, nowMs: number) => string | null>> = {
  'open-recent': ({ lastActiveMs, source }, nowMs) =>
    `Silent for ${formatAge(nowMs - lastActiveMs)}. An open session of this source counts as live for ${formatAge(silenceLimitMs(source))} after its last sign.`,
  routed: () => 'No chat of the gateway leads to it.',
  'turn-lease': () => 'No turn of it is running: no lease that still lasts.',
  'compression-lock': () => 'Nothing compresses it: no lock that still lasts.',
  'open-chat': () => 'No running process has it open as a chat.',
  'live-backend': ({ source }) =>
    HAS_BACKEND.has(source) ? 'No backend that could own it has been heard of lately.' : null,
  'pending-delegation': () => 'It waits for no subagent, and none reports to it.',
  'running-cron': ({ cronJobId }) => (cronJobId === null ? null : 'Its cron job is not running.'),
  'handoff-pending': () => 'No hand-off to another surface waits for it.',
}

/** Null for a session that is not leaked. */
export function whyLeaked(session: Session, nowMs: number): readonly MissingSign[] | null {
  if (session.state !== 'leaked') return null
  return SIGNS.flatMap((code) => {
    const message = MISSING[code](session, nowMs)
    return message === null ? [] : [{ code, message }]
  })
}

const SIGNS: readonly SignOfLife[] = [
  'open-recent',
  'routed',
  'turn-lease',
  'compression-lock',
  'open-chat',
  'live-backend',
  'pending-delegation',
  'running-cron',
  'handoff-pending',
]
