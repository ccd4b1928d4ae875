/** Why an open session counts as leaked: every sign of life that is missing. */
import { HAS_BACKEND, silenceLimitMs } from './assess-sessions.ts'
import type { Protection, Session } from './session.ts'
import { MISSING_SIGN_WORDS } from './words.ts'

export type MissingSign = { readonly code: SignOfLife; readonly message: string }

/** A pin is not a sign of life, relatives have their own rows, and with unread claims nothing is leaked. */
type SignOfLife = Exclude<Protection['code'], 'pinned' | 'lineage' | 'claims-unknown'>

/** One text per sign of life. A new sign does not compile until it has a text here. */
const MISSING: Readonly<Record<SignOfLife, (session: Session, nowMs: number) => string | null>> = {
  'open-recent': ({ lastActiveMs, source }, nowMs) =>
    MISSING_SIGN_WORDS['open-recent'](nowMs - lastActiveMs, silenceLimitMs(source)),
  routed: () => MISSING_SIGN_WORDS.routed,
  'turn-lease': () => MISSING_SIGN_WORDS['turn-lease'],
  'compression-lock': () => MISSING_SIGN_WORDS['compression-lock'],
  'open-chat': () => MISSING_SIGN_WORDS['open-chat'],
  'live-backend': ({ source }) => (HAS_BACKEND.has(source) ? MISSING_SIGN_WORDS['live-backend'] : null),
  'pending-delegation': () => MISSING_SIGN_WORDS['pending-delegation'],
  'running-cron': ({ cronJobId }) => (cronJobId === null ? null : MISSING_SIGN_WORDS['running-cron']),
  'handoff-pending': () => MISSING_SIGN_WORDS['handoff-pending'],
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
