import MessageSquare from 'lucide-react/icons/message-square'
import { EmptyState } from '@/components/ui/empty-state'
import { GoLink } from './go-link'
import type { Go } from './use-listing'
import { clearFilters } from './view-changes'
import type { SessionsView } from './view-state'

type Props = { view: SessionsView; of: number; go: Go }

/** Why there is nothing here, and the way to something. */
export function NoMatch({ view, of, go }: Props) {
  const icon = <MessageSquare size={24} strokeWidth={1.2} />
  if (of === 0)
    return (
      <EmptyState icon={icon} title="No sessions yet" minHeight={320}>
        This home has a state.db without sessions. The first chat or cron run appears here within a few
        seconds.
      </EmptyState>
    )
  const cleared = clearFilters(view)
  return (
    <EmptyState icon={icon} title="No session matches" minHeight={320}>
      Every filter counts at once, and words are sought in title, id, job, source and model.{' '}
      <GoLink view={cleared} go={go} className={LINK}>
        Clear the filters
      </GoLink>
      {view.group !== 'all' && (
        <>
          {' or '}
          <GoLink view={{ ...view, group: 'all' }} go={go} className={LINK}>
            look among people and automation
          </GoLink>
        </>
      )}
      .
    </EmptyState>
  )
}

const LINK = 'text-accent-text underline underline-offset-2'
