import Check from 'lucide-react/icons/check'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { orUnknown } from '@/components/ui/or-unknown'
import { SectionCard } from '@/components/ui/section-card'
import type { CompactionView, SearchView } from '@/lib/domain/database/database-view'
import { formatBytes, formatPlural } from '@/lib/shared/numbers'
import { visibleText } from '@/lib/shared/visible-text'

type Props = { compaction: CompactionView; search: SearchView | null }

/** What compacting would free, and every reason not to do it now. */
export function CompactionCard({ compaction, search }: Props) {
  const { safeNow, refusals, gainBytes, gainUpToBytes, needsBytes } = compaction
  return (
    <SectionCard
      title={
        safeNow
          ? 'Compacting is safe now'
          : `Not now: ${formatPlural(refusals.length, 'reason')} against compacting`
      }
      subtitle="Compacting rewrites the file without its free pages. It needs every Hermes process stopped."
    >
      <dl className="grid grid-cols-3 border-t border-line text-support">
        <Figure label="Certain" value={orUnknown(gainBytes, formatBytes)} description="free pages" />
        <Figure
          label="At most"
          value={orUnknown(gainUpToBytes, formatBytes)}
          description="with the room inside pages"
        />
        <Figure
          label="Needs meanwhile"
          value={orUnknown(needsBytes, formatBytes)}
          description="free on the disk"
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
            Nobody has the database open, the gateway is stopped, and the disk has the room it takes.
          </li>
        )}
        <li className={`${ROW} text-text-3`}>
          {search?.optimiseOffered
            ? 'Hermes offers to rebuild its full-text index as well (hermes sessions optimize-storage). What that gives cannot be measured by reading.'
            : 'What merging the full-text index would give cannot be measured by reading, so it is in neither figure.'}
        </li>
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
