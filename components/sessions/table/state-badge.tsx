import type { SessionState } from '@/lib/domain/sessions/session'
import { SESSION_STATE_WORDS } from './words'

const DOTS: Readonly<Record<SessionState, string>> = {
  live: 'bg-accent',
  leaked: 'border-[1.5px] border-dashed border-text-2',
  ended: 'border-[1.5px] border-text-3',
}

export function SessionStateBadge({ state }: { state: SessionState }) {
  return (
    <span
      title={SESSION_STATE_WORDS[state]}
      className={`inline-flex items-center gap-1.5 ${state === 'ended' ? 'text-text-2' : ''}`}
    >
      <span aria-hidden className={`size-2 flex-none rounded-full ${DOTS[state]}`} />
      {state}
    </span>
  )
}
