import { QuantityText } from '@/components/ui/quantity'
import type { OutcomeRow } from '@/lib/domain/plan/receipt/receipt-rows'
import { bytesQuantity, formatCount } from '@/lib/shared/numbers'
import { visibleText } from '@/lib/shared/visible-text'

type Props = { rows: readonly OutcomeRow[]; doneWord: string }

export function OutcomeByReason({ rows, doneWord }: Props) {
  return (
    <section aria-labelledby="by-reason" className="rounded-card border border-line bg-surface">
      <h2 id="by-reason" className="px-4 pt-3.5 pb-2 text-card font-strong">
        Outcome by reason
      </h2>
      <table className="record-table">
        <thead>
          <tr>
            <th scope="col">Reason</th>
            <th scope="col" className="figure">
              Planned
            </th>
            <th scope="col" className="figure">
              {doneWord}
            </th>
            <th scope="col" className="figure wide">
              Skipped
            </th>
            <th scope="col" className="figure wide">
              Failed
            </th>
            <th scope="col" className="figure wide">
              Promised
            </th>
            <th scope="col" className="figure">
              On disk
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.message}>
              <th scope="row">
                {visibleText(row.message)}
                {row.skipped + row.failed > 0 && (
                  <span className="block text-support font-normal text-warn-text md:hidden">
                    {formatCount(row.skipped)} skipped, {formatCount(row.failed)} failed
                  </span>
                )}
              </th>
              <td className="figure">{formatCount(row.planned)}</td>
              <td className="figure">{formatCount(row.done)}</td>
              <td className={`figure wide ${row.skipped > 0 ? 'text-warn-text' : 'text-text-3'}`}>
                {formatCount(row.skipped)}
              </td>
              <td className={`figure wide ${row.failed > 0 ? 'text-warn-text' : 'text-text-3'}`}>
                {formatCount(row.failed)}
              </td>
              <td className="figure wide text-text-2">
                <QuantityText {...bytesQuantity(row.promisedBytes)} />
              </td>
              <td className="figure">
                <QuantityText {...bytesQuantity(row.doneBytes)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
