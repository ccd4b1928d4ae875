import Link from 'next/link'
import { BUTTON } from '@/components/ui/button-styles'
import { LocalTime } from '@/components/ui/local-time'
import { Segmented } from '@/components/ui/segmented'
import { toIso } from '@/lib/shared/time'
import { visibleText } from '@/lib/shared/visible-text'
import { type AuditFilter, auditHref } from './audit-filter'
import { type AuditLine, EVENT_WORDS } from './history-model'

export type AuditPage = {
  readonly lines: readonly AuditLine[]
  readonly filter: AuditFilter
  /** The line from which older ones continue. Null on the last page. */
  readonly olderFrom: number | null
  readonly homeId: string | null
}

/** Who did what, from where, when. Append-only. */
export function AuditTable({ page: { lines, filter, olderFrom, homeId } }: { page: AuditPage }) {
  const choices = [
    { refusals: false, label: 'Done' },
    { refusals: true, label: 'Refused' },
  ]
  return (
    <section aria-labelledby="audit" id="record" className="rounded-card border border-line bg-surface">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-3.5 pb-2">
        <div>
          <h2 id="audit" className="text-card font-strong">
            {filter.refusals ? 'Who was refused' : 'Who did what'}
          </h2>
          <p className="mt-0.5 text-support text-text-3">
            {filter.refusals
              ? 'Of all homes. The newest 10,000 are kept, changed by nobody.'
              : 'Of all homes. Kept for a year, changed by nobody.'}
          </p>
        </div>
        <Segmented
          label="Lines of the record"
          options={choices.map(({ refusals, label }) => ({
            label,
            href: auditHref(homeId, { refusals, before: null }),
            current: refusals === filter.refusals,
          }))}
        />
      </header>
      <table className="record-table">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" className="wide">
              Who
            </th>
            <th scope="col" className="wide">
              From
            </th>
            <th scope="col" className="figure">
              When
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <th scope="row">
                {EVENT_WORDS[line.event] ?? line.event}
                {line.detail !== '' && (
                  <span className="block text-support wrap-anywhere text-text-2">
                    {visibleText(line.detail)}
                  </span>
                )}
                <span className="block text-support wrap-anywhere text-text-3 md:hidden">
                  {visibleText(line.actor)} from {visibleText(line.address)}
                </span>
              </th>
              <td className="wide wrap-anywhere text-text-2">
                {visibleText(line.actor)}
                {line.role === null ? '' : `, ${line.role}`}
              </td>
              <td className="wide font-mono text-support wrap-anywhere text-text-2">
                {visibleText(line.address)}
              </td>
              <td className="figure text-text-2">
                <LocalTime iso={toIso(line.atMs) ?? ''} show="day-time" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines.length === 0 && (
        <p className="px-4 pt-1 pb-4 text-text-2">
          {filter.refusals ? 'Nobody was refused.' : 'Nothing was done.'}
        </p>
      )}
      {(filter.before !== null || olderFrom !== null) && (
        <nav aria-label="Pages of the record" className="flex flex-wrap gap-2 px-4 py-3">
          {filter.before !== null && (
            <Link href={auditHref(homeId, { ...filter, before: null })} prefetch={false} className={BUTTON}>
              Newest
            </Link>
          )}
          {olderFrom !== null && (
            <Link
              href={auditHref(homeId, { ...filter, before: olderFrom })}
              prefetch={false}
              className={BUTTON}
            >
              Older
            </Link>
          )}
        </nav>
      )}
    </section>
  )
}
