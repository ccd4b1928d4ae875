import Link from 'next/link'
import { leaksModel } from '@/components/charts/leaks-model'
import { EmptyState } from '@/components/ui/empty-state'
import { SectionCard } from '@/components/ui/section-card'
import type { SessionsOverview } from '@/lib/domain/overview/overview'
import { BarTable } from './bar-table'
import { LEAKS_UNKNOWN, SESSIONS_UNREAD, showLeaked } from './words'

type Props = { sessions: SessionsOverview | null; homeId: string }

/** How sessions end, and where the leaked ones come from. */
export function LeaksCard({ sessions, homeId }: Props) {
  return (
    <div id="leaks" className="scroll-mt-20">
      {sessions === null ? <LeaksUnknown /> : <LeaksReport sessions={sessions} homeId={homeId} />}
    </div>
  )
}

function LeaksReport({ sessions, homeId }: { sessions: SessionsOverview; homeId: string }) {
  const { title, subtitle, leaked, tables } = leaksModel(sessions)
  const queue = new URLSearchParams({ home: homeId, state: 'leaked', group: 'all', view: 'rows' })
  return (
    <SectionCard
      title={title}
      subtitle={subtitle}
      tools={
        leaked > 0 && (
          <Link
            href={`/sessions?${queue}`}
            className="inline-flex h-10 items-center text-accent-text hover:underline md:h-7"
          >
            {showLeaked(leaked)}
          </Link>
        )
      }
    >
      <div className="grid items-start gap-x-8 gap-y-5 px-3 pt-1 pb-4 md:px-4 lg:grid-cols-3">
        {tables.map((table) =>
          table.rows.length === 0 ? null : <BarTable key={table.caption} {...table} />,
        )}
      </div>
    </SectionCard>
  )
}

const LeaksUnknown = () => (
  <SectionCard title={LEAKS_UNKNOWN}>
    <EmptyState title="Unknown" minHeight={160}>
      {SESSIONS_UNREAD}
    </EmptyState>
  </SectionCard>
)
