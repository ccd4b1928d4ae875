import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { orUnknown } from '@/components/ui/or-unknown'
import { SectionCard } from '@/components/ui/section-card'
import type { CompactionView, SearchView } from '@/lib/domain/database/database-view'
import { formatBytes } from '@/lib/shared/numbers'
import { visibleText } from '@/lib/shared/visible-text'
import {
  COMPACTION_NOTE,
  compactionTitle,
  FREE_DISK_NEEDED,
  MERGE_UNKNOWN,
  OPTIMISE_OFFERED,
  ROOM_INSIDE_PAGES,
  SAFE_TO_COMPACT,
} from './words'

type Props = { compaction: CompactionView; search: SearchView | null }

/** What compacting would free, and every reason not to do it now. */
export function CompactionCard({ compaction, search }: Props) {
  const { safeNow, refusals, gainBytes, gainUpToBytes, needsBytes } = compaction
  return (
    <SectionCard title={compactionTitle(safeNow, refusals.length)} subtitle={COMPACTION_NOTE}>
      <dl className="grid grid-cols-3 border-t border-line text-support">
        <Figure label="Certain" value={orUnknown(gainBytes, formatBytes)} description="free pages" />
        <Figure
          label="At most"
          value={orUnknown(gainUpToBytes, formatBytes)}
          description={ROOM_INSIDE_PAGES}
        />
        <Figure
          label="Needs meanwhile"
          value={orUnknown(needsBytes, formatBytes)}
          description={FREE_DISK_NEEDED}
        />
      </dl>
      <ul className="text-support">
        {refusals.map(({ code, message }) => (
          <li key={code} className={ROW}>
            <TriangleAlert size={14} strokeWidth={1.5} className="mt-px flex-none text-warn" aria-hidden />
            <span className="min-w-0 wrap-anywhere">{visibleText(message)}</span>
          </li>
        ))}
        {safeNow && (
          <li className={ROW}>
            <Check size={14} strokeWidth={1.5} className="mt-px flex-none text-accent-text" aria-hidden />
            {SAFE_TO_COMPACT}
          </li>
        )}
        <li className={`${ROW} text-text-3`}>{search?.optimiseOffered ? OPTIMISE_OFFERED : MERGE_UNKNOWN}</li>
      </ul>
    </SectionCard>
  )
}

const ROW = 'flex gap-2 border-t border-line px-3 py-2 text-pretty md:px-4'

function Figure({ label, value, description }: { label: string; value: string; description: string }) {
  return (
    <div className="border-line px-3 py-2 not-first:border-l md:px-4">
      <dt className="text-text-2">{label}</dt>
      <dd className="text-dialog font-semibold whitespace-nowrap">{value}</dd>
      <dd className="text-axis text-text-3">{description}</dd>
    </div>
  )
}
