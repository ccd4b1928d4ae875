import { QuantityText } from '@/components/ui/quantity'
import type { OutcomeCounts } from '@/lib/domain/plan/receipt/receipt-rows'
import { receiptFinding } from '@/lib/domain/plan/receipt/words'
import { bytesQuantity, formatCount, formatPlural } from '@/lib/shared/numbers'
import type { ReceiptPage } from './receipt-page-model'
import { DONE_LABELS, differenceWords, KEPT_WORDS, LEFT_LABEL, RECEIPT_NOTES } from './words'

type Props = { page: ReceiptPage; counts: OutcomeCounts }

/** Planned compared with actual bytes. */
export function PromisedBars({ page, counts }: Props) {
  const isCleanup = page.kind === 'cleanup'
  const most = Math.max(1, page.promisedBytes, page.freedBytes ?? 0)
  return (
    <section aria-labelledby="promised" className="rounded-card border border-line bg-surface">
      <header className="px-4 pt-3.5 pb-3">
        <h2 id="promised" className="text-card font-strong text-pretty">
          {receiptFinding(page, counts.doneBytes)}
        </h2>
        <p className="mt-0.5 text-support text-text-3">
          {RECEIPT_NOTES[isCleanup ? page.disposition : 'restore']}
        </p>
        {page.note !== null && <p className="mt-0.5 text-support text-pretty text-text-2">{page.note}</p>}
      </header>
      <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)_5rem] items-center gap-x-4 gap-y-2 px-4 pb-4">
        <Bar label="Promised" bytes={page.promisedBytes} most={most} filter="bg-ghost" />
        <Bar
          label={isCleanup ? DONE_LABELS[page.disposition] : 'Came back'}
          bytes={counts.doneBytes}
          most={most}
          filter="bg-accent"
        />
        {isCleanup && <Bar label="Freed so far" bytes={page.freedBytes} most={most} filter="bg-accent" />}
      </dl>
      <dl className="grid grid-cols-2 gap-px border-t border-line bg-line lg:grid-cols-4">
        <Tile
          label="Difference"
          bytes={page.promisedBytes - counts.doneBytes}
          detail={differenceWords(page)}
        />
        <Tile label="Still costs" bytes={page.keptBytes} detail={KEPT_WORDS[page.disposition]} />
        <div className="min-w-0 bg-surface px-4 py-3">
          <dt className="text-support text-text-2">Done</dt>
          <dd className="mt-1 text-[1.375rem]/7 font-semibold">{formatCount(page.done)}</dd>
          <dd className="text-support text-text-2">of {formatPlural(page.total, 'item')}</dd>
        </div>
        <div className="min-w-0 bg-surface px-4 py-3">
          <dt className="text-support text-text-2">{LEFT_LABEL}</dt>
          <dd className="mt-1 text-[1.375rem]/7 font-semibold">{formatCount(page.total - page.done)}</dd>
          <dd className="text-support text-text-2">skipped or failed</dd>
        </div>
      </dl>
    </section>
  )
}

type BarProps = { label: string; bytes: number | null; most: number; filter: string }

const Bar = ({ label, bytes, most, filter }: BarProps) => (
  <>
    <dt className="text-text-2">{label}</dt>
    <dd aria-hidden className="h-4 bg-inset">
      <span
        className={`block h-full min-w-0.5 rounded-[2px] ${filter}`}
        style={{ width: `${(100 * Math.max(0, bytes ?? 0)) / most}%` }}
      />
    </dd>
    <dd className="text-right font-strong">
      {bytes === null ? 'unknown' : <QuantityText {...bytesQuantity(Math.max(0, bytes))} />}
    </dd>
  </>
)

const Tile = ({ label, bytes, detail }: { label: string; bytes: number; detail: string }) => (
  <div className="min-w-0 bg-surface px-4 py-3">
    <dt className="text-support text-text-2">{label}</dt>
    <dd className="mt-1 text-[1.375rem]/7 font-semibold">
      <QuantityText {...bytesQuantity(Math.max(0, bytes))} />
    </dd>
    <dd className="text-support text-text-2">{detail}</dd>
  </div>
)
