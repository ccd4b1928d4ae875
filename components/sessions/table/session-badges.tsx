import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { SessionStateBadge } from './state-badge'

/** State, flags and warnings of a session. */
export function SessionBadges({ detail }: { detail: SessionDetail }) {
  const { session, signs } = detail
  return (
    <ul className="flex flex-wrap gap-1.5 text-support">
      <li
        className={`${BADGE} ${session.state === 'live' ? 'border-accent-line bg-accent-weak' : 'border-line-strong'}`}
      >
        <SessionStateBadge state={session.state} />
      </li>
      {session.pinned && <li className={`${BADGE} border-line-strong`}>pinned</li>}
      {session.shelved && <li className={`${BADGE} border-line-strong`}>shelved</li>}
      {signs.map(({ code, message }) => (
        <li key={code} className={`${BADGE} border-warn-line bg-warn-weak text-warn-text`}>
          {code === 'runaway' && <TriangleAlert size={12} strokeWidth={1.5} aria-hidden />}
          {message.replace(/\.$/, '')}
        </li>
      ))}
    </ul>
  )
}

const BADGE = 'inline-flex min-h-5 items-center gap-1 rounded-chip border px-1.5'
