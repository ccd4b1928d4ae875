import Link from 'next/link'
import type { ReactNode } from 'react'
import { LocalTime } from '@/components/ui/local-time'
import { shortDigest } from '@/lib/domain/plan/words'
import { toIso } from '@/lib/shared/time'
import type { ReceiptPage } from './receipt-page-model'
import { RESTORED_RUN, restoreLead } from './words'

/** Whether and until when this run can be restored, and its identifiers. */
export function RestorePanel({ page, children }: { page: ReceiptPage; children?: ReactNode }) {
  return (
    <section aria-labelledby="back" className="rounded-card border border-line bg-surface px-4 py-3.5">
      <h2 id="back" className="text-card font-strong">
        {page.state === 'running' ? 'If something happens' : 'Getting it back'}
      </h2>
      <p className="mt-0.5 text-support text-pretty text-text-3">{restoreLead(page)}</p>
      <dl className="mt-3 grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5">
        {page.expiresAtMs !== null && (
          <>
            <dt className="text-text-2">Kept until</dt>
            <dd>
              <LocalTime iso={toIso(page.expiresAtMs) ?? ''} show="day-time" />
            </dd>
          </>
        )}
        <dt className="text-text-2">Receipt</dt>
        <dd className="font-mono text-support leading-5 wrap-anywhere">{page.id}</dd>
        {page.digest !== null && (
          <>
            <dt className="text-text-2">Digest</dt>
            <dd className="font-mono text-support leading-5" title={page.digest}>
              {shortDigest(page.digest)}
            </dd>
          </>
        )}
        {page.restores !== null && (
          <>
            <dt className="text-text-2">Restores</dt>
            <dd>
              <Link
                href={`/history/${page.restores}`}
                className="text-accent-text underline-offset-2 hover:underline"
              >
                {RESTORED_RUN}
              </Link>
            </dd>
          </>
        )}
      </dl>
      {children}
    </section>
  )
}
