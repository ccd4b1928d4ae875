import Database from 'lucide-react/icons/database'
import type { ComponentProps } from 'react'
import { PreparedPlans } from '@/components/cleanup/prepared-plans'
import { Tiles } from '@/components/overview/tiles'
import { EmptyState } from '@/components/ui/empty-state'
import { ExportLinks } from '@/components/ui/export-links'
import { PageHead } from '@/components/ui/page-head'
import type { DatabaseView } from '@/lib/domain/database/database-view'
import { databaseHeadline } from '@/lib/domain/database/words'
import { CompactionCard } from './compaction-card'
import { databaseTiles } from './database-tiles'
import { FactsCard } from './facts-card'
import { DatabaseHoldersCard } from './holders-card'
import { SearchCard } from './search-card'
import { TablesCard } from './tables-card'
import type { DatabaseState } from './view-state'
import { DATABASE_UNREAD, INSIDE_UNKNOWN, NO_DATABASE_YET } from './words'

type Props = {
  view: DatabaseView
  state: DatabaseState
  homeId: string
  countDatabase: (input: { home: string }) => Promise<unknown>
} & Pick<ComponentProps<typeof PreparedPlans>, 'findings' | 'startFinding'>

/** What takes space in the database, whether it would shrink, and whether it is safe now. */
export function DatabasePage({ view, state, homeId, countDatabase, findings, startFinding }: Props) {
  const { title, lead } = databaseHeadline(view)
  const api = `/api/v1/homes/${encodeURIComponent(homeId)}/database`
  return (
    <>
      <PageHead title={title} subtitle={lead} tools={<ExportLinks href={api} />} />
      {view.fault === null ? (
        <>
          <Tiles tiles={databaseTiles(view)} />
          <PreparedPlans findings={findings} homeId={homeId} startFinding={startFinding} />
          <div className="grid items-start gap-3 md:gap-4 min-[85rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <TablesCard view={view} state={state} homeId={homeId} countDatabase={countDatabase} />
            <div className="grid gap-3 md:gap-4">
              <CompactionCard compaction={view.compaction} search={view.search} />
              <DatabaseHoldersCard holders={view.holders} gateway={view.gateway} />
              <SearchCard view={view} />
              <FactsCard view={view} />
            </div>
          </div>
        </>
      ) : (
        <>
          <section className="grid rounded-card border border-line bg-surface">
            <EmptyState
              icon={<Database size={24} strokeWidth={1.2} />}
              title={view.fault.code === 'db-missing' ? 'No database yet' : INSIDE_UNKNOWN}
              minHeight={200}
            >
              {view.fault.code === 'db-missing' ? NO_DATABASE_YET : DATABASE_UNREAD}
            </EmptyState>
          </section>
          <DatabaseHoldersCard holders={view.holders} gateway={view.gateway} />
        </>
      )}
    </>
  )
}
