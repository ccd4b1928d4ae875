'use client'

import type { ReactNode } from 'react'
import { LINE_CHOICE } from '@/components/sessions/table/words'
import { ExportLinks } from '@/components/ui/export-links'
import { PageHead } from '@/components/ui/page-head'
import { formatCount } from '@/lib/shared/numbers'
import type { Go, ListingPage } from './table/use-listing'
import { groupCounts, sessionsHeadline } from './table/words'
import { ViewLink } from './view-link'
import { apiHref, type SessionsView } from './view-state'

type Props = { homeId: string; view: SessionsView; page: ListingPage; total: number; go: Go }

const GROUPS = [
  ['people', 'People'],
  ['automation', 'Automation'],
  ['all', 'All'],
] as const

export const VIEWS = [
  ['conversations', 'Conversations'],
  ['rows', 'Every row'],
] as const

export function ExplorerHead({ homeId, view, page, total, go }: Props) {
  const { title, subtitle } = sessionsHeadline(page, total, view)
  const counts = groupCounts(page)
  return (
    <div className="px-4 pt-4 md:px-6 md:pt-4">
      <PageHead
        title={title}
        subtitle={<span className="hidden md:inline">{subtitle}</span>}
        tools={
          <>
            <Choice label="Who began them">
              {GROUPS.map(([group, label]) => (
                <ViewLink
                  key={group}
                  view={{ ...view, group }}
                  go={go}
                  current={view.group === group}
                  className={OPTION}
                >
                  {label} <span className="text-text-3">{formatCount(counts[group])}</span>
                </ViewLink>
              ))}
            </Choice>
            <Choice label={LINE_CHOICE} wide>
              {VIEWS.map(([mode, label]) => (
                <ViewLink
                  key={mode}
                  view={{ ...view, view: mode }}
                  go={go}
                  current={view.view === mode}
                  className={OPTION}
                >
                  {label}
                </ViewLink>
              ))}
            </Choice>
            <span className="hidden md:inline">
              <ExportLinks href={apiHref(homeId, view)} jsonFormat="all" />
            </span>
          </>
        }
      />
    </div>
  )
}

type ChoiceProps = {
  label: string
  /** On a phone this choice is in the sort menu. */
  wide?: boolean
  children: ReactNode
}

function Choice({ label, wide = false, children }: ChoiceProps) {
  return (
    <fieldset
      aria-label={label}
      className={`${wide ? 'hidden md:inline-flex' : 'inline-flex'} max-w-full flex-none flex-wrap rounded-control border border-line bg-inset p-px`}
    >
      {children}
    </fieldset>
  )
}

const OPTION =
  'flex h-10 items-center justify-center gap-1.5 rounded-chip px-2.5 text-support whitespace-nowrap text-text-2 hover:text-text aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-text aria-[current]:ring-1 aria-[current]:ring-line-strong md:h-[1.375rem] md:px-2'
