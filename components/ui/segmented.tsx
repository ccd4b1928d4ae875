import Link from 'next/link'

type Option = {
  readonly label: string
  /** Shown beside the label if there is room. */
  readonly count?: string
  readonly href: string
  readonly current: boolean
}
type Props = { label: string; options: readonly Option[] }

/** A choice in the address: every option is a link, so it can be shared and opened in a new tab. */
export function Segmented({ label, options }: Props) {
  return (
    <fieldset
      aria-label={label}
      className="inline-flex max-w-full flex-none flex-wrap rounded-control border border-line bg-inset p-px"
    >
      {options.map((option) => (
        <Link
          key={option.label}
          href={option.href}
          scroll={false}
          prefetch={false}
          aria-current={option.current ? 'true' : undefined}
          className="flex h-10 min-w-10 items-center justify-center rounded-chip px-3 text-support whitespace-nowrap text-text-2 hover:text-text aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-text aria-[current]:ring-1 aria-[current]:ring-line-strong md:h-[1.375rem] md:min-w-0 md:px-2"
        >
          {option.label}
          {option.count !== undefined && <span className="hidden md:inline">&nbsp;{option.count}</span>}
        </Link>
      ))}
    </fieldset>
  )
}
