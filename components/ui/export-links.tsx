import Download from 'lucide-react/icons/download'

type Props = {
  /** The API address of what is shown. */
  href: string
  /** The format for all of it as JSON, if the address alone returns a page. */
  jsonFormat?: string
}

/** Exports as CSV and JSON. Plain links work because the sign-in cookie is sent along. */
export function ExportLinks({ href, jsonFormat }: Props) {
  return (
    <span className="inline-flex items-center gap-1 text-support text-text-2">
      <Download size={14} strokeWidth={1.5} aria-hidden />
      <a href={withFormat(href, 'csv')} download className={LINK}>
        CSV
      </a>
      <a
        href={jsonFormat === undefined ? href : withFormat(href, jsonFormat)}
        download={jsonFormat !== undefined}
        className={LINK}
      >
        JSON
      </a>
    </span>
  )
}

const LINK =
  'inline-flex h-10 min-w-10 items-center justify-center rounded-control px-1.5 underline-offset-2 hover:text-text hover:underline md:h-7 md:min-w-0'

const withFormat = (href: string, format: string): string =>
  `${href}${href.includes('?') ? '&' : '?'}format=${format}`
