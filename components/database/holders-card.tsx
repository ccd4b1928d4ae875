import { Chip } from '@/components/ui/chip'
import { EmptyState } from '@/components/ui/empty-state'
import { SectionCard } from '@/components/ui/section-card'
import type { DatabaseView, HolderView } from '@/lib/domain/database/database-view'
import { formatAge, SECOND_MS } from '@/lib/shared/time'
import { visibleText } from '@/lib/shared/visible-text'
import {
  DELETED_FILE_NOTE,
  databaseGatewayWords,
  databaseHoldersTitle,
  FILE_HOLDERS_UNKNOWN,
  NO_FILE_HOLDERS,
} from './words'

/** The processes that have the file open, which decides what may be done with it. */
export function DatabaseHoldersCard({ holders, gateway }: Pick<DatabaseView, 'holders' | 'gateway'>) {
  return (
    <SectionCard title={databaseHoldersTitle(holders)} subtitle={databaseGatewayWords(gateway)}>
      {holders === null || holders.length === 0 ? (
        <EmptyState title={holders === null ? 'Unknown' : 'Nobody'} minHeight={96}>
          {holders === null ? FILE_HOLDERS_UNKNOWN : NO_FILE_HOLDERS}
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
      {deletedInode && <p className="mt-1 text-pretty text-warn-text">{DELETED_FILE_NOTE}</p>}
    </li>
  )
}
