import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import Link from 'next/link'

type Props = {
  label: string
  /** The table sorted by this column, or in reverse if it already is. */
  href: string
  sorted: 'asc' | 'desc' | null
  align?: 'left' | 'right'
}

const ARIA = { asc: 'ascending', desc: 'descending' } as const

/** A sortable column header. The order is in the address. */
export function SortHead({ label, href, sorted, align = 'right' }: Props) {
  const Arrow = sorted === 'asc' ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={sorted === null ? undefined : ARIA[sorted]}
      className={`font-medium whitespace-nowrap ${align === 'right' ? 'text-right' : 'text-left'} ${sorted === null ? 'text-text-3' : 'text-text'}`}
    >
      <Link
        href={href}
        scroll={false}
        prefetch={false}
        className="inline-flex min-h-7 items-center gap-1 hover:text-text"
      >
        {label}
        {sorted !== null && <Arrow size={12} strokeWidth={1.5} aria-hidden />}
      </Link>
    </th>
  )
}
