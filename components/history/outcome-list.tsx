import Link from 'next/link'
import { EmptyState } from '@/components/ui/empty-state'
import { QuantityText } from '@/components/ui/quantity'
import { Segmented } from '@/components/ui/segmented'
import { TruncateMiddle } from '@/components/ui/truncate-middle'
import type { ItemOutcome, Outcome } from '@/lib/domain/plan/receipt/receipt'
import { bytesQuantity } from '@/lib/shared/numbers'
import { visibleText } from '@/lib/shared/visible-text'
import { type OutcomeFilter, outcomeHref, type ReceiptPage } from './receipt-page-model'
import { NONE_SKIPPED_OR_FAILED, SKIPPED_AND_FAILED, SKIPPED_AND_FAILED_NOTE } from './words'

type Props = { page: ReceiptPage; filter: OutcomeFilter; doneWord: string }

/** Outcomes of single items, skipped and failed first. */
export function OutcomeList({ page, filter, doneWord }: Props) {
  return (
    <section aria-labelledby="outcomes" className="rounded-card border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-3 px-4 pt-3.5 pb-3">
        <div className="min-w-0 flex-1">
          <h2 id="outcomes" className="text-card font-strong">
            {filter.outcome === 'odd' ? SKIPPED_AND_FAILED : `What was ${doneWord}`}
          </h2>
          {filter.outcome === 'odd' && (
            <p className="mt-0.5 text-support text-text-3">{SKIPPED_AND_FAILED_NOTE}</p>
          )}
        </div>
        <Segmented
          label="Outcomes"
          options={(['odd', 'done'] as const).map((outcome) => ({
            label: outcome === 'odd' ? 'Not as planned' : 'Done',
            href: outcomeHref(page.id, { outcome, cursor: null }),
            current: filter.outcome === outcome,
          }))}
        />
      </header>
      {page.items.length === 0 ? (
        <EmptyState title={filter.outcome === 'odd' ? NONE_SKIPPED_OR_FAILED : 'Nothing was done'} />
      ) : (
        <table className="record-table">
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col" className="wide w-28">
                Outcome
              </th>
              <th scope="col" className={filter.outcome === 'odd' ? 'wide' : 'figure'}>
                {filter.outcome === 'odd' ? 'Why' : 'Freed now'}
              </th>
            </tr>
          </thead>
          <tbody>
            {page.items.map((item) => (
              <Row key={item.id} item={item} isOdd={filter.outcome === 'odd'} doneWord={doneWord} />
            ))}
          </tbody>
        </table>
      )}
      {page.nextCursor !== null && page.items.length > 0 && (
        <p className="px-4 py-2">
          <Link
            href={outcomeHref(page.id, { ...filter, cursor: page.nextCursor })}
            className="inline-flex min-h-10 items-center text-accent-text md:min-h-7"
          >
            Show the next
          </Link>
        </p>
      )}
    </section>
  )
}

function Row({ item, isOdd, doneWord }: { item: ItemOutcome; isOdd: boolean; doneWord: string }) {
  const { outcome } = item
  return (
    <tr>
      <th scope="row" className="max-w-0">
        <span className="flex min-w-0 font-mono text-support font-normal">
          <TruncateMiddle text={visibleText(item.label)} />
        </span>
        {isOdd && (
          <span className="block text-support font-normal text-text-2 md:hidden">{whyOf(outcome)}</span>
        )}
      </th>
      <td className="wide">
        <Badge outcome={outcome} doneWord={doneWord} />
      </td>
      {isOdd ? (
        <td className="wide text-text-2">{whyOf(outcome)}</td>
      ) : (
        <td className="figure">
          {outcome?.kind === 'done' && <QuantityText {...bytesQuantity(outcome.freedBytes)} />}
        </td>
      )}
    </tr>
  )
}

const whyOf = (outcome: Outcome | null): string => {
  if (outcome === null) return 'Under way'
  return visibleText(outcome.kind === 'done' ? (outcome.note ?? '') : outcome.message)
}

function Badge({ outcome, doneWord }: { outcome: Outcome | null; doneWord: string }) {
  const isWarning = outcome?.kind === 'failed'
  return (
    <span
      className={`inline-flex h-5 items-center rounded-chip border px-1.5 text-axis ${isWarning ? 'border-warn-line bg-warn-weak text-warn-text' : 'border-line bg-raised text-text-2'}`}
    >
      {outcome === null ? 'under way' : outcome.kind === 'done' ? doneWord : outcome.kind}
    </span>
  )
}
