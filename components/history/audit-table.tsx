import { LocalTime } from '@/components/ui/local-time'
import { toIso } from '@/lib/shared/time'
import { visibleText } from '@/lib/shared/visible-text'
import { type AuditLine, EVENT_WORDS } from './history-model'

/** Who did what, from where, when. Nobody can change these lines, Steward neither. */
export function AuditTable({ lines }: { lines: readonly AuditLine[] }) {
  return (
    <section aria-labelledby="audit" className="rounded-card border border-line bg-surface">
      <header className="px-4 pt-3.5 pb-2">
        <h2 id="audit" className="text-card font-strong">
          Who did what
        </h2>
        <p className="mt-0.5 text-support text-text-3">
          The last {lines.length} lines of the record, of all homes. Kept for a year, changed by nobody.
        </p>
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
          {[...lines.entries()].map(([place, line]) => (
            <tr key={place}>
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
    </section>
  )
}
