import Link from 'next/link'
import { IncidentBadge } from '@/components/shell/incident-badge'
import type { OpenIncidents } from '@/components/watch/open-incidents'
import type { NavCount, NavCounts } from './nav-counts'
import { NAV_GROUPS, type PageId, pageHref } from './nav-items'

type Props = { current: PageId; homeId: string; incidents: OpenIncidents; counts: NavCounts }

export function NavLinks({ current, homeId, incidents, counts }: Props) {
  return NAV_GROUPS.map(({ label, items }) => (
    <div key={label} className="mt-2">
      <p className="px-2 pb-1 text-axis font-medium text-text-3">{label}</p>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Link
              href={pageHref(item.path, homeId)}
              aria-current={item.id === current ? 'page' : undefined}
              className="group flex h-10 items-center gap-2 rounded-chip px-2 text-text-2 hover:bg-raised hover:text-text aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-text md:h-7"
            >
              <item.icon size={16} strokeWidth={1.5} className="group-aria-[current]:text-accent-text" />
              {item.label}
              {item.id === 'watch' && <IncidentBadge seen={incidents} />}
              <Count count={counts[item.id]} />
            </Link>
          </li>
        ))}
      </ul>
    </div>
  ))
}

function Count({ count }: { count: NavCount | undefined }) {
  if (count === undefined) return null
  return (
    <span className="ml-auto text-support font-normal text-text-3">
      {count.text}
      <span className="sr-only"> {count.unit}</span>
    </span>
  )
}
