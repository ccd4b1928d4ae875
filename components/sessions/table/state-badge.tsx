import type { SessionState } from '@/lib/domain/sessions/session'

const DOTS: Readonly<Record<SessionState, string>> = {
  live: 'bg-accent',
  leaked: 'border-[1.5px] border-dashed border-text-2',
  ended: 'border-[1.5px] border-text-3',
}

const STATE_WORDS: Readonly<Record<SessionState, string>> = {
  live: 'Open, with a sign of life.',
  leaked: 'Open, without a sign of life: nobody closed it.',
  ended: 'Closed.',
}

export function SessionStateBadge({ state }: { state: SessionState }) {
  return (
    <span
      title={STATE_WORDS[state]}
      className={`inline-flex items-center gap-1.5 ${state === 'ended' ? 'text-text-2' : ''}`}
    >
      <span aria-hidden className={`size-2 flex-none rounded-full ${DOTS[state]}`} />
      {state}
    </span>
  )
}
