import Link from 'next/link'
import { Chip } from '@/components/ui/chip'
import { FigureTable } from '@/components/ui/figure-table'
import { SortHead } from '@/components/ui/sort-head'
import { TruncateMiddle } from '@/components/ui/truncate-middle'
import type { RouteRow } from './route-model'
import { RouteStateBadge } from './route-state-badge'
import { type GatewayState, ROUTE_COLUMNS, routeOrder } from './view-state'
import { AT_NEXT_MESSAGE, AT_RESTART, ROUTES_LABEL } from './words'

type Props = {
  rows: readonly RouteRow[]
  state: GatewayState
  sessionHref: (row: RouteRow) => string
}

export function RouteTable({ rows, state, sessionHref }: Props) {
  return (
    <FigureTable label={ROUTES_LABEL} minWidth="60rem">
      <thead>
        <tr>
          {ROUTE_COLUMNS.map(({ label, sort }) => (
            <SortHead
              key={sort}
              label={label}
              align={sort === 'updatedAt' ? 'right' : 'left'}
              {...routeOrder(state, sort)}
            />
          ))}
          <PlainHeader label={AT_RESTART} />
          <PlainHeader label={AT_NEXT_MESSAGE} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" className="max-w-64 py-1.5 align-top">
              <span className="flex flex-wrap items-center gap-1.5">
                <span className="max-w-full truncate" title={row.chat}>
                  {row.chat}
                </span>
                {row.badges.map((badge) => (
                  <Chip key={badge}>{badge}</Chip>
                ))}
              </span>
              <span className="block font-mono text-axis text-text-3">
                <TruncateMiddle text={row.key} keep={14} />
              </span>
            </th>
            <td className={CELL}>{row.platform}</td>
            <td className={CELL}>
              <RouteStateBadge state={row.state} />
            </td>
            <td className={`${CELL} text-right whitespace-nowrap`}>{row.age}</td>
            <td className={`${CELL} max-w-64`}>
              {row.hasSession ? (
                <Link
                  href={sessionHref(row)}
                  prefetch={false}
                  data-row
                  title={row.sessionId}
                  className="block truncate text-text hover:underline"
                >
                  {row.sessionTitle}
                </Link>
              ) : (
                <span data-row tabIndex={-1} className="block font-mono">
                  <TruncateMiddle text={row.sessionTitle} keep={14} />
                </span>
              )}
              <span className="block text-axis text-text-3">{row.sessionState}</span>
            </td>
            <td className={`${CELL} ${row.onRestart.warns ? 'text-warn-text' : ''}`}>{row.onRestart.text}</td>
            <td className={CELL}>{row.onNextMessage}</td>
          </tr>
        ))}
      </tbody>
    </FigureTable>
  )
}

const CELL = 'py-1.5 align-top text-text-2'

const PlainHeader = ({ label }: { label: string }) => (
  <th scope="col" className="text-left font-medium whitespace-nowrap text-text-3">
    {label}
  </th>
)
