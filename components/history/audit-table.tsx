import Link from 'next/link'
import { BUTTON } from '@/components/ui/button-styles'
import { LocalTime } from '@/components/ui/local-time'
import { Segmented } from '@/components/ui/segmented'
import { toIso } from '@/lib/shared/time'
import { visibleText } from '@/lib/shared/visible-text'
import { AUDIT_KINDS, type AuditFilter, auditHref } from './audit-filter'
import type { AuditLine } from './history-model'
import { AUDIT_CHOICE, AUDIT_PAGES, AUDIT_WORDS, EVENT_WORDS } from './words'

export type AuditPage = {
  readonly lines: readonly AuditLine[]
  readonly filter: AuditFilter
  /** The line from which older ones continue. Null on the last page. */
  readonly olderFrom: number | null
  readonly homeId: string | null
}

/** Who did what, from where, when. Append-only. */
export function AuditTable({ page: { lines, filter, olderFrom, homeId } }: { page: AuditPage }) {
  const words = AUDIT_WORDS[filter.kind]
  return (
    <section aria-labelledby="audit" id="record" className="rounded-card border border-line bg-surface">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-3.5 pb-2">
        <div>
          <h2 id="audit" className="text-card font-strong">
            {words.title}
          </h2>
          <p className="mt-0.5 text-support text-text-3">{words.note}</p>
        </div>
        <Segmented
          label={AUDIT_CHOICE}
          options={AUDIT_KINDS.map((kind) => ({
            label: AUDIT_WORDS[kind].label,
            href: auditHref(homeId, { kind, before: null }),
            current: kind === filter.kind,
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
      {lines.length === 0 && <p className="px-4 pt-1 pb-4 text-text-2">{words.none}</p>}
      {(filter.before !== null || olderFrom !== null) && (
        <nav aria-label={AUDIT_PAGES} className="flex flex-wrap gap-2 px-4 py-3">
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
