'use client'

import MessageSquare from 'lucide-react/icons/message-square'
import { conditionsOf } from '@/components/sessions/filters/conditions'
import { useCounts } from '@/components/sessions/filters/use-counts'
import { clearFilters } from '@/components/sessions/view-changes'
import { ViewLink } from '@/components/sessions/view-link'
import type { SessionsView } from '@/components/sessions/view-state'
import { EmptyState } from '@/components/ui/empty-state'
import { formatCount } from '@/lib/shared/numbers'
import type { Go, ListingPage } from './use-listing'
import { NO_SESSION_MATCHES, NO_SESSIONS } from './words'

type Props = { homeId: string; view: SessionsView; page: ListingPage; go: Go }

/** Explains why nothing matches, and offers the view without each condition. */
export function NoMatch({ homeId, view, page, go }: Props) {
  const conditions = conditionsOf(view, page.facets)
  const cleared = clearFilters(view)
  const views = page.of === 0 ? [] : [...conditions.map(({ without }) => without), cleared]
  const counts = useCounts(homeId, views)
  const icon = <MessageSquare size={24} strokeWidth={1.2} />
  if (page.of === 0)
    return (
      <EmptyState icon={icon} title="No sessions yet" minHeight={320}>
        {NO_SESSIONS}
      </EmptyState>
    )
  return (
    <EmptyState icon={icon} title="No session matches" minHeight={320}>
      {NO_SESSION_MATCHES}
      <span className="mt-3 grid gap-1">
        {conditions.map(({ key, words, without }, at) => (
          <ViewLink key={key} view={without} go={go} className={LINK}>
            Without {words}
            <Count count={counts[at]} />
          </ViewLink>
        ))}
        <ViewLink view={cleared} go={go} className={LINK}>
          Clear the filters
          <Count count={counts[views.length - 1]} />
        </ViewLink>
      </span>
    </EmptyState>
  )
}

/** The links work before their numbers arrive. */
const Count = ({ count }: { count: number | undefined }) =>
  count === undefined ? null : <span className="text-text-3">: {formatCount(count)}</span>

const LINK = 'justify-self-center text-accent-text underline underline-offset-2 wrap-anywhere'
