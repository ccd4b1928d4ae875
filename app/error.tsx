'use client'

import { PlainPage } from '@/components/shell/plain-page'

type Props = { error: Error & { digest?: string }; retry: () => void }

/** Shown for bugs in Steward only. Failures of a home are values and appear on their page. */
export default function ErrorPage({ error, retry }: Props) {
  return (
    <PlainPage title="This page could not be made">
      <p className="text-text-2">
        Something in Steward failed. Nothing in your home was changed. The log has the details
        {error.digest === undefined ? '.' : ' under this reference:'}
      </p>
      {error.digest !== undefined && (
        <p className="rounded-control border border-line bg-inset px-3 py-2 font-mono text-support">
          {error.digest}
        </p>
      )}
      <p>
        <button
          type="button"
          onClick={retry}
          className="h-10 rounded-control border border-line-strong bg-surface px-4 font-medium hover:bg-raised md:h-9"
        >
          Try again
        </button>
      </p>
    </PlainPage>
  )
}
