import ArrowRight from 'lucide-react/icons/arrow-right'
import Check from 'lucide-react/icons/check'
import type { OutcomeCounts } from '@/lib/domain/plan/receipt/receipt-rows'
import { formatBytes, formatCount } from '@/lib/shared/numbers'
import { visibleText } from '@/lib/shared/visible-text'
import type { ReceiptPage } from './receipt-page-model'
import { leftAlone, PLAN_CLAIMED, timeLeftWords } from './words'

type Props = { page: ReceiptPage; counts: OutcomeCounts; doneWord: string }

/** Progress of the run. The counts come from the journal, so they are correct after a crash too. */
export function RunProgress({ page, counts, doneWord }: Props) {
  const over = page.done + page.skipped + page.failed
  const share = page.total === 0 ? 0 : over / page.total
  return (
    <section aria-labelledby="progress" className="rounded-card border border-line bg-surface px-4 py-3.5">
      <h2 id="progress" className="text-card font-strong">
        {formatCount(over)} of {formatCount(page.total)} items, {formatBytes(counts.doneBytes)} of{' '}
        {formatBytes(page.promisedBytes)}
      </h2>
      <p className="mt-0.5 text-support text-text-3">{timeLeftWords(page, share)}</p>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuenow={Math.round(share * 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-3 h-2 overflow-hidden rounded-[4px] bg-raised"
      >
        <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
      <ul className="mt-5 grid gap-2">
        <li className="flex items-center gap-2">
          <Check size={16} strokeWidth={1.5} className="text-accent-text" aria-hidden />
          {PLAN_CLAIMED}
        </li>
        {page.rows.map((row) => (
          <li key={row.message} className="flex items-center gap-2">
            {row.done + row.skipped + row.failed < row.planned ? (
              <ArrowRight size={16} strokeWidth={1.5} className="flex-none text-accent-text" aria-hidden />
            ) : (
              <Check size={16} strokeWidth={1.5} className="flex-none text-accent-text" aria-hidden />
            )}
            <span className="min-w-0 flex-1">
              {visibleText(row.message)}: {formatCount(row.done)} {doneWord}
            </span>
            <span className={row.skipped + row.failed > 0 ? 'text-warn-text' : 'text-text-2'}>
              {row.skipped + row.failed > 0
                ? leftAlone(row.skipped + row.failed)
                : formatBytes(row.doneBytes)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
