import { Chip } from '@/components/ui/chip'
import { EmptyState } from '@/components/ui/empty-state'
import { SectionCard } from '@/components/ui/section-card'
import type { DatabaseView, HolderView } from '@/lib/domain/database/database-view'
import { formatPlural } from '@/lib/shared/numbers'
import { formatAge, SECOND_MS } from '@/lib/shared/time'
import { visibleText } from '@/lib/shared/visible-text'

/** The processes that have the file open, which decides what may be done with it. */
export function DatabaseHoldersCard({ holders, gateway }: Pick<DatabaseView, 'holders' | 'gateway'>) {
  return (
    <SectionCard title={titleOf(holders)} subtitle={gatewayWords(gateway)}>
      {holders === null || holders.length === 0 ? (
        <EmptyState title={holders === null ? 'Unknown' : 'Nobody'} minHeight={96}>
          {holders === null
            ? 'This system does not tell which processes hold a file, or does not tell Steward’s user, or hides them from this container. Unknown is not none.'
            : 'No process has state.db open. Steward opens it for a moment at a time, read only.'}
        </EmptyState>
      ) : (
        <ul className="text-support">
          {holders.map((holder) => (
            <Holder key={holder.pid} holder={holder} />
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function Holder({ holder: { pid, command, ageSeconds, deletedInode, self } }: { holder: HolderView }) {
  return (
    <li className="border-t border-line px-3 py-2 md:px-4">
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 font-mono wrap-anywhere">{visibleText(command)}</span>
        {self && <Chip>Steward</Chip>}
        {deletedInode && <Chip warns>deleted file</Chip>}
      </span>
      <span className="text-text-3">
        Process {pid},{' '}
        {ageSeconds === null ? 'age unknown' : `running for ${formatAge(ageSeconds * SECOND_MS)}`}
      </span>
      {deletedInode && (
        <p className="mt-1 text-pretty text-warn-text">
          It writes into a file that is no longer in the folder; what it writes is gone when it ends. Let it
          finish its turn, then restart it. Delete nothing.
        </p>
      )}
    </li>
  )
}

function titleOf(holders: DatabaseView['holders']): string {
  if (holders === null) return 'Who has the database open is unknown'
  const deleted = holders.filter(({ deletedInode }) => deletedInode).length
  if (deleted > 0)
    return `${formatPlural(deleted, 'process', 'processes')} hold a deleted file of this database`
  const others = holders.filter(({ self }) => !self).length
  return others === 0
    ? 'No other process has the database open'
    : `${formatPlural(others, 'process', 'processes')} ${others === 1 ? 'has' : 'have'} the database open`
}

function gatewayWords({ running, servedBy }: DatabaseView['gateway']): string {
  if (running === null) return 'Whether a gateway runs is unknown.'
  if (!running) return 'No gateway is running.'
  return servedBy === null ? 'The gateway is running.' : `The gateway of ${servedBy} serves this home.`
}
