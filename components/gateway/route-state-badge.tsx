import type { RouteState } from '@/lib/domain/gateway/gateway'

/** Filled is live, a ring is expired, dashed is dangling. */
const DOTS: Readonly<Record<RouteState, string>> = {
  live: 'bg-accent',
  expired: 'border border-text-3',
  dangling: 'border border-dashed border-warn',
}

export function RouteStateBadge({ state }: { state: RouteState }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden className={`size-2 flex-none rounded-full ${DOTS[state]}`} />
      {state}
    </span>
  )
}
