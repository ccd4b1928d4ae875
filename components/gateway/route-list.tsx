import Link from 'next/link'
import { Chip } from '@/components/ui/chip'
import { TruncateMiddle } from '@/components/ui/truncate-middle'
import type { RouteRow } from './route-model'
import { RouteStateBadge } from './route-state-badge'

type Props = { rows: readonly RouteRow[]; sessionHref: (row: RouteRow) => string }

/** The routes on a narrow screen: chat and state first, then the outcome. */
export function RouteList({ rows, sessionHref }: Props) {
  return (
    <ul className="text-support">
      {rows.map((row) => (
        <li key={row.key} className="border-t border-line">
          {row.hasSession ? (
            <Link href={sessionHref(row)} prefetch={false} data-row className={ROW}>
              <Lines row={row} />
            </Link>
          ) : (
            <div data-row tabIndex={-1} className={ROW}>
              <Lines row={row} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

const ROW = 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 px-3 py-2.5 md:px-4'

function Lines({ row }: { row: RouteRow }) {
  return (
    <>
      <span className="text-body wrap-anywhere">{row.chat}</span>
      <span className="text-right text-text-2">
        <RouteStateBadge state={row.state} />
      </span>
      <span className="font-mono text-axis text-text-3">
        <TruncateMiddle text={row.key} keep={14} />
      </span>
      <span className="text-right text-text-3">{row.age}</span>
      <span className="col-span-2 text-text-2">
        <span className="wrap-anywhere">{row.sessionTitle}</span>{' '}
        <span className="text-text-3">{row.sessionState}</span>
      </span>
      <span className="col-span-2 text-text-3">
        Restart: <span className={row.onRestart.warns ? 'text-warn-text' : ''}>{row.onRestart.text}</span>.
        Next message: {row.onNextMessage}.
      </span>
      {row.badges.length > 0 && (
        <span className="col-span-2 flex flex-wrap gap-1">
          {row.badges.map((badge) => (
            <Chip key={badge}>{badge}</Chip>
          ))}
        </span>
      )}
    </>
  )
}
