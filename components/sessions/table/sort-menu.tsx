'use client'

import { VIEWS } from '@/components/sessions/explorer-head'
import { Menu } from '@/components/sessions/filters/menu'
import { sortBy } from '@/components/sessions/view-changes'
import { ViewLink } from '@/components/sessions/view-link'
import { apiHref, type SessionsView } from '@/components/sessions/view-state'
import { ExportLinks } from '@/components/ui/export-links'
import type { SortKey } from '@/lib/domain/sessions/list/session-columns'
import type { Go } from './use-listing'

const SORTS: readonly (readonly [SortKey, string])[] = [
  ['lastActiveAt', 'Last active'],
  ['messages', 'Messages'],
  ['tokens', 'Tokens'],
  ['totalBytes', 'Size'],
  ['bytes', 'On disk'],
  ['messageBytes', 'In state.db'],
  ['costUsd', 'Cost'],
  ['startedAt', 'Started'],
  ['title', 'Title'],
  ['source', 'Source'],
  ['job', 'Cron job'],
  ['state', 'State'],
  ['model', 'Model'],
  ['endReason', 'End reason'],
]

type Props = { homeId: string; view: SessionsView; go: Go }

/** A phone has no column headers to sort by. */
export function SortMenu({ homeId, view, go }: Props) {
  return (
    <div className="md:hidden">
      <Menu label="Order">
        {() => (
          <>
            <ul>
              {SORTS.map(([sort, label]) => (
                <li key={sort}>
                  <ViewLink
                    view={sortBy(view, sort)}
                    go={go}
                    current={view.sort === sort}
                    className="menu-item aria-[current]:font-medium aria-[current]:text-accent-text"
                  >
                    {label}
                    {view.sort === sort && (
                      <span className="ml-auto text-text-3">
                        {view.order === 'asc' ? 'ascending' : 'descending'}
                      </span>
                    )}
                  </ViewLink>
                </li>
              ))}
            </ul>
            <ul className="border-t border-line">
              {VIEWS.map(([mode, label]) => (
                <li key={mode}>
                  <ViewLink
                    view={{ ...view, view: mode }}
                    go={go}
                    current={view.view === mode}
                    className="menu-item aria-[current]:font-medium aria-[current]:text-accent-text"
                  >
                    {label}
                  </ViewLink>
                </li>
              ))}
            </ul>
            <p className="border-t border-line px-2">
              <ExportLinks href={apiHref(homeId, view)} jsonFormat="all" />
            </p>
          </>
        )}
      </Menu>
    </div>
  )
}
