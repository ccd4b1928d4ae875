import type { MayNot } from '@/components/cleanup/plan/plan-page-model'
import { ExportLinks } from '@/components/ui/export-links'
import { LocalTime } from '@/components/ui/local-time'
import { PageHead } from '@/components/ui/page-head'
import { totalCounts } from '@/lib/domain/plan/receipt/receipt-rows'
import { mayRestore, receiptTitle } from '@/lib/domain/plan/receipt/words'
import { runWords } from '@/lib/domain/plan/words'
import { formatAge, toIso } from '@/lib/shared/time'
import { OutcomeByReason } from './outcome-by-reason'
import { OutcomeList } from './outcome-list'
import { PromisedBars } from './promised-bars'
import { PurgeButton } from './purge-button'
import type { OutcomeFilter, ReceiptActions, ReceiptPage } from './receipt-page-model'
import { RestoreButton } from './restore-button'
import { RestorePanel } from './restore-panel'
import { RunProgress } from './run-progress'
import { RunWatch } from './run-watch'
import { RESTORE_RUN } from './words'
import './record.css'

type Props = { page: ReceiptPage; filter: OutcomeFilter; mayNot: MayNot; actions: ReceiptActions }

/** A run in progress, and its results once it has ended. */
export function ReceiptView({ page, filter, mayNot, actions }: Props) {
  const words = runWords(page)
  const isRunning = page.state === 'running'
  const counts = totalCounts(page.rows)
  return (
    <>
      <PageHead
        title={receiptTitle(page)}
        subtitle={isRunning ? <Started page={page} /> : <Ended page={page} />}
        tools={
          isRunning ? (
            <RunWatch
              receiptId={page.id}
              stopRequested={page.stopRequested}
              mayNot={mayNot}
              stopCleanup={actions.stopCleanup}
            />
          ) : (
            <>
              <ExportLinks href={`/api/v1/receipts/${page.id}`} />
              {mayRestore(page) && (
                <RestoreButton
                  receiptId={page.id}
                  label={RESTORE_RUN}
                  isPrimary
                  mayNot={mayNot}
                  restoreReceipt={actions.restoreReceipt}
                />
              )}
            </>
          )
        }
      />
      <div className="grid gap-3 md:gap-4 lg:grid-cols-[minmax(0,1fr)_25.5rem]">
        {isRunning ? (
          <RunProgress page={page} counts={counts} doneWord={words.done} />
        ) : (
          <PromisedBars page={page} counts={counts} />
        )}
        <RestorePanel page={page}>
          {!isRunning && page.keptBytes > 0 && (
            <PurgeButton page={page} mayNot={mayNot} purgeKept={actions.purgeKept} />
          )}
        </RestorePanel>
      </div>
      {(page.skipped + page.failed > 0 || !isRunning) && (
        <OutcomeList page={page} filter={filter} doneWord={words.done} />
      )}
      {page.rows.length > 0 && !isRunning && <OutcomeByReason rows={page.rows} doneWord="Done" />}
    </>
  )
}

const Started = ({ page }: { page: ReceiptPage }) => (
  <>
    Started <LocalTime iso={toIso(page.startedAtMs) ?? ''} show="time" /> by {page.approvedBy}. You can leave
    this page, the run goes on.
  </>
)

const Ended = ({ page }: { page: ReceiptPage }) => (
  <>
    {page.kind === 'restore' ? 'A restore, ended ' : 'Ended '}
    <LocalTime iso={toIso(page.endedAtMs ?? page.startedAtMs) ?? ''} show="day-time" /> after{' '}
    {formatAge((page.endedAtMs ?? page.startedAtMs) - page.startedAtMs)}
    {page.stopRequested ? ', stopped by hand' : ''}. Approved by {page.approvedBy} for home{' '}
    <b className="font-medium text-text">{page.home.label}</b>{' '}
    <span className="font-mono text-support wrap-anywhere">{page.home.shortPath}</span>.
  </>
)
