import { PlainPage } from '@/components/shell/plain-page'

/**
 * A full page load instead of a client navigation: from `/?home=gone` to `/` only the query changes, and this
 * page would stay.
 */
export default function NotFound() {
  return (
    <PlainPage title="There is nothing at this address">
      <p className="text-text-2">The page or the home it names does not exist, or no longer does.</p>
      <p>
        <a
          href="/"
          className="inline-flex h-10 items-center rounded-control border border-line-strong bg-surface px-4 font-medium hover:bg-raised md:h-9"
        >
          Go to the overview
        </a>
      </p>
    </PlainPage>
  )
}
