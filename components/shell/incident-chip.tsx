import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Link from 'next/link'
import { worstFirst } from '@/components/watch/words'
import type { Incident } from '@/lib/domain/watch/incidents/incident'
import { visibleName } from '@/lib/shared/visible-name'
import { pageHref } from './nav/nav-items'

/**
 * The worst unacknowledged incident, on every page. Its place in the header is reserved, so nothing moves
 * when it appears.
 */
export function IncidentChip({ incidents, homeId }: { incidents: readonly Incident[]; homeId: string }) {
  const worst = worstFirst(incidents.filter(({ acknowledged }) => acknowledged === null))[0]
  return (
    <div className="hidden min-w-0 flex-1 lg:flex">
      {worst !== undefined && (
        <Link
          href={pageHref('/watch', homeId)}
          className="inline-flex h-8 min-w-0 items-center gap-2 rounded-control border border-warn-line bg-warn-weak px-2.5 hover:border-warn"
        >
          <TriangleAlert size={16} strokeWidth={1.5} className="flex-none text-warn" aria-hidden />
          <b className="truncate font-strong">{visibleName(worst.title)}</b>
          <span className="flex-none text-warn-text">Open Watch</span>
        </Link>
      )}
    </div>
  )
}
