import Link from 'next/link'

type Props = {
  options: readonly {
    readonly label: string
    /** The list sorted by this column, or in reverse if it already is. */
    readonly href: string
    readonly sorted: 'asc' | 'desc' | null
  }[]
}

const DIRECTION = { asc: 'ascending', desc: 'descending' } as const

/** Chooses the sort order where rows have no headers. */
export function SortChoice({ options }: Props) {
  const current = options.find(({ sorted }) => sorted !== null)
  return (
    <details className="group border-t border-line px-3 md:px-4 lg:hidden">
      <summary className="flex h-10 items-center text-support text-text-2">
        Sorted by {current?.label.toLowerCase() ?? 'nothing'}
        {current?.sorted && <span className="text-text-3">, {DIRECTION[current.sorted]}</span>}
        <span className="ml-auto text-accent-text group-open:hidden">Change</span>
      </summary>
      <ul className="flex flex-wrap gap-1 pb-2">
        {options.map(({ label, href, sorted }) => (
          <li key={label}>
            <Link
              href={href}
              scroll={false}
              prefetch={false}
              aria-current={sorted === null ? undefined : 'true'}
              className="flex h-10 items-center gap-1 rounded-control border border-line px-3 text-support text-text-2 aria-[current]:border-line-strong aria-[current]:bg-raised aria-[current]:text-text"
            >
              {label}
              {sorted !== null && <span aria-hidden>{sorted === 'asc' ? '↑' : '↓'}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
