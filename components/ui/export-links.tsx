import Download from 'lucide-react/icons/download'

type Props = { /** The HTTP interface's address of what is shown, with the same query. */ href: string }

/** What is shown, for a spreadsheet and for a script. Plain links: the sign-in cookie opens them too. */
export function ExportLinks({ href }: Props) {
  return (
    <span className="inline-flex items-center gap-1 text-support text-text-2">
      <Download size={14} strokeWidth={1.5} aria-hidden />
      <a href={withFormat(href)} download className={LINK}>
        CSV
      </a>
      <a href={href} className={LINK}>
        JSON
      </a>
    </span>
  )
}

const LINK =
  'inline-flex h-10 min-w-10 items-center justify-center rounded-control px-1.5 underline-offset-2 hover:text-text hover:underline md:h-7 md:min-w-0'

const withFormat = (href: string): string => `${href}${href.includes('?') ? '&' : '?'}format=csv`
