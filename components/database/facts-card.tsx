import type { ReactNode } from 'react'
import { LocalTime } from '@/components/ui/local-time'
import { SectionCard } from '@/components/ui/section-card'
import type { DatabaseView } from '@/lib/domain/database/database-view'
import { visibleText } from '@/lib/shared/visible-text'
import {
  FACTS_NOTE,
  LAST_COMPACTION,
  NO_REPLACEMENT_GUARD,
  ORPHAN_MESSAGES,
  ORPHAN_USAGE,
  onAnotherMachine,
  orphanMessageWords,
  orphansTitle,
  orphanUsageWords,
  replacementGuard,
} from './words'

/** The write-ahead log, orphaned rows and the file itself. */
export function FactsCard({ view }: { view: DatabaseView }) {
  return (
    <SectionCard title={orphansTitle(view)} subtitle={FACTS_NOTE}>
      <dl className="text-support">
        <Fact label={ORPHAN_MESSAGES}>{orphanMessageWords(view)}</Fact>
        <Fact label={ORPHAN_USAGE}>{orphanUsageWords(view)}</Fact>
        <Fact label="Journal mode">{view.journalMode ?? 'unknown'}</Fact>
        {view.file !== null && <FileFacts file={view.file} />}
      </dl>
    </SectionCard>
  )
}

function FileFacts({ file }: { file: NonNullable<DatabaseView['file']> }) {
  const { identity, generation, guarded, networkFileSystem, replicas, lastVacuumAt } = file
  return (
    <>
      <Fact label={LAST_COMPACTION}>
        {lastVacuumAt === null ? 'none noted' : <LocalTime iso={lastVacuumAt} show="day-time" />}
      </Fact>
      <Fact label="File on disk">
        <span className="font-mono">{identity}</span> (device and number; another one later means the file was
        replaced)
      </Fact>
      <Fact label="Guard against replacing">
        {guarded ? replacementGuard(generation) : NO_REPLACEMENT_GUARD}
      </Fact>
      <Fact label="Disk">
        {networkFileSystem === null
          ? 'unknown whether local'
          : networkFileSystem === false
            ? 'local'
            : onAnotherMachine(networkFileSystem)}
      </Fact>
      {replicas.length > 0 && (
        <Fact label="Replication">
          <span className="font-mono wrap-anywhere">{replicas.map(visibleText).join(', ')}</span>
        </Fact>
      )}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-t border-line px-3 py-1.5 md:grid-cols-[11rem_minmax(0,1fr)] md:px-4">
      <dt className="text-text-3">{label}</dt>
      <dd className="min-w-0 text-pretty wrap-anywhere">{children}</dd>
    </div>
  )
}
