import Link from 'next/link'
import { pageHref } from '@/components/shell/nav/nav-items'
import type { WatchState } from '@/lib/domain/watch/watch-state'
import { BoardCard } from './board-card'
import { restartWords, signLines } from './words'

/** Context around the numbers: what the next restart does, what grows, what Hermes is doing. */
export function HomeCard({ state, nowMs, wall }: { state: WatchState; nowMs: number; wall: boolean }) {
  const restart = restartWords(state)
  const lines = state.signs === undefined ? [] : signLines(state.signs, nowMs)
  if (restart === null && lines.length === 0) return null
  return (
    <BoardCard title={restart?.title ?? 'Around it'}>
      {restart !== null && (
        <p className="px-4 pt-0.5 text-support text-text-3">
          {restart.detail}
          {!wall && (
            <>
              {' '}
              <Link
                href={pageHref('/gateway', state.homeId)}
                prefetch={false}
                className="inline-flex min-h-6 items-center font-medium text-accent-text underline-offset-2 hover:underline"
              >
                Open Gateway
              </Link>
            </>
          )}
        </p>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 px-4 pt-1 pb-3 text-support">
        {lines.map(({ name, value, isWarning }) => (
          <div key={name} className="contents">
            <dt className="text-text-3">{name}</dt>
            <dd className={`text-right text-pretty ${isWarning ? 'text-warn-text' : 'text-text-2'}`}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </BoardCard>
  )
}
