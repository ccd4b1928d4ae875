import type { ReactNode } from 'react'
import { LocalTime } from '@/components/ui/local-time'
import { SectionCard } from '@/components/ui/section-card'
import type { DatabaseView } from '@/lib/domain/database/database-view'
import { formatBytes, formatPlural } from '@/lib/shared/numbers'
import { visibleText } from '@/lib/shared/visible-text'

/** The write-ahead log, orphaned rows and the file itself. */
export function FactsCard({ view }: { view: DatabaseView }) {
  return (
    <SectionCard title={titleOf(view)} subtitle="Rows whose session is gone, and the file itself.">
      <dl className="text-support">
        <Fact label="Messages without a session">{messageWords(view)}</Fact>
        <Fact label="Usage without a session">{usageWords(view)}</Fact>
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
      <Fact label="Last compaction by Hermes">
        {lastVacuumAt === null ? 'none noted' : <LocalTime iso={lastVacuumAt} show="day-time" />}
      </Fact>
      <Fact label="File on disk">
        <span className="font-mono">{identity}</span> (device and number; another one later means the file was
        replaced)
      </Fact>
      <Fact label="Guard against replacing">
        {guarded
          ? `Hermes stops for good when this file is replaced under it${generation === null ? '' : ` (generation ${visibleText(generation)})`}.`
          : 'None in this version; replacing the file under Hermes loses what it writes.'}
      </Fact>
      <Fact label="Disk">
        {networkFileSystem === null
          ? 'unknown whether local'
          : networkFileSystem === false
            ? 'local'
            : `on another machine (${networkFileSystem})`}
      </Fact>
      {replicas.length > 0 && (
        <Fact label="Replication">
          <span className="font-mono wrap-anywhere">{replicas.map(visibleText).join(', ')}</span>
        </Fact>
      )}
    </>
  )
}

function titleOf({ orphans: { messages, usage } }: DatabaseView): string {
  if (messages === null) return 'Orphan rows are not counted yet'
  const rows = messages.rows + (usage?.rows ?? 0)
  return rows === 0 ? 'No row without its session' : `${formatPlural(rows, 'row')} without a session`
}

function messageWords({ orphans: { messages } }: DatabaseView): string {
  if (messages === null) return 'unknown until all messages are counted'
  if (messages.rows === 0) return 'none'
  return `${formatPlural(messages.rows, 'message')} of ${formatPlural(messages.sessions, 'session')}, ${formatBytes(messages.bytes)}`
}

function usageWords({ orphans: { usage }, count }: DatabaseView): string {
  if (usage === null)
    return count.countedAt === null ? 'unknown until the first count' : 'this home books no usage per model'
  const more = usage.complete ? '' : ', and perhaps more: only the first rows were looked at'
  if (usage.rows === 0) return `none${more}`
  return `${formatPlural(usage.rows, 'row')} of ${formatPlural(usage.sessions, 'session')}${more}`
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-t border-line px-3 py-1.5 md:grid-cols-[11rem_minmax(0,1fr)] md:px-4">
      <dt className="text-text-3">{label}</dt>
      <dd className="min-w-0 text-pretty wrap-anywhere">{children}</dd>
    </div>
  )
}
