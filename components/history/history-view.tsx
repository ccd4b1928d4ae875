import Archive from 'lucide-react/icons/archive'
import Link from 'next/link'
import type { ComponentProps } from 'react'
import type { MayNot } from '@/components/cleanup/plan/plan-page-model'
import { Banner } from '@/components/ui/banner'
import { EmptyState } from '@/components/ui/empty-state'
import { LocalTime } from '@/components/ui/local-time'
import { PageHead } from '@/components/ui/page-head'
import { QuantityText } from '@/components/ui/quantity'
import type { Trash } from '@/lib/domain/plan/receipt/trash'
import { mayRestore, RECEIPT_STATE_WORDS, receiptTitle } from '@/lib/domain/plan/receipt/words'
import { planName } from '@/lib/domain/plan/words'
import { bytesQuantity } from '@/lib/shared/numbers'
import { formatAge, toIso } from '@/lib/shared/time'
import { type AuditPage, AuditTable } from './audit-table'
import { type EmptyTrashAction, EmptyTrashButton } from './empty-trash-button'
import type { HistoryReceipt } from './history-model'
import { type AdoptHome, type Moved, MovedHomeBanner } from './moved-home'
import type { ReceiptActions } from './receipt-page-model'
import { RestoreButton } from './restore-button'
import {
  EXPIRES_SOON,
  FOUND_NOTE,
  FOUND_ON_DISK,
  foundTitle,
  HISTORY_NOTE,
  historyTitle,
  NO_RECEIPTS,
  RECORDS_UNREADABLE,
} from './words'
import './record.css'

type Props = {
  receipts: readonly HistoryReceipt[]
  /** Null if Steward's records can't be read. */
  trash: Trash | null
  home: ComponentProps<typeof EmptyTrashButton>['home']
  emptyTrash: EmptyTrashAction
  audit: AuditPage | null
  /** Why Steward's records cannot be read. Null if they can. */
  fault: string | null
  nowMs: number
  mayNot: MayNot
  restoreReceipt: ReceiptActions['restoreReceipt']
  /** The path this home seems to have been moved from. */
  moved: Moved | null
  adoptHome: AdoptHome
}

/** Every run of this home, the space its saves take, and the audit log. */
export function HistoryView(props: Props) {
  const { receipts, audit, fault, nowMs, mayNot, restoreReceipt, moved, adoptHome } = props
  const { trash, home, emptyTrash } = props
  const found = receipts.filter(({ foundAtMs }) => foundAtMs !== null).length
  return (
    <>
      <PageHead
        title={historyTitle(receipts)}
        subtitle={HISTORY_NOTE}
        tools={
          trash !== null && (
            <EmptyTrashButton home={home} trash={trash} mayNot={mayNot} emptyTrash={emptyTrash} />
          )
        }
      />
      {fault !== null && (
        <Banner level="warn" title={RECORDS_UNREADABLE}>
          {fault}
        </Banner>
      )}
      {moved !== null && <MovedHomeBanner moved={moved} mayNot={mayNot} adoptHome={adoptHome} />}
      {found > 0 && (
        <Banner level="info" title={foundTitle(found)}>
          {FOUND_NOTE}
        </Banner>
      )}
      <section aria-labelledby="receipts" className="rounded-card border border-line bg-surface">
        <h2 id="receipts" className="px-4 pt-3.5 pb-2 text-card font-strong">
          Receipts
        </h2>
        {receipts.length === 0 ? (
          <EmptyState
            icon={<Archive size={24} strokeWidth={1.2} />}
            title={fault === null ? 'No run yet' : 'Unknown'}
            minHeight={160}
          >
            {NO_RECEIPTS}
          </EmptyState>
        ) : (
          <table className="record-table">
            <thead>
              <tr>
                <th scope="col">Run</th>
                <th scope="col" className="wide">
                  When
                </th>
                <th scope="col" className="wide">
                  By
                </th>
                <th scope="col" className="figure">
                  Still costs
                </th>
                <th scope="col" className="wide">
                  Until
                </th>
                <th scope="col" className="wide w-28">
                  <span className="sr-only">Restore</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {receipts.map((receipt) => (
                <Row
                  key={receipt.id}
                  receipt={receipt}
                  nowMs={nowMs}
                  mayNot={mayNot}
                  restoreReceipt={restoreReceipt}
                />
              ))}
            </tbody>
          </table>
        )}
      </section>
      {audit !== null && <AuditTable page={audit} />}
    </>
  )
}

type RowProps = { receipt: HistoryReceipt } & Pick<Props, 'nowMs' | 'mayNot' | 'restoreReceipt'>

function Row({ receipt, nowMs, mayNot, restoreReceipt }: RowProps) {
  const { id, kind, state, keptBytes, expiresAtMs, startedAtMs, approvedBy, elsewhere } = receipt
  const restore = elsewhere === null && mayRestore(receipt) && (
    <RestoreButton
      receiptId={id}
      label={`Restore: ${receiptTitle(receipt)}`}
      mayNot={mayNot}
      restoreReceipt={restoreReceipt}
    />
  )
  const leftMs = keptBytes > 0 && expiresAtMs !== null ? expiresAtMs - nowMs : null
  const until = leftMs === null ? '' : leftMs > 0 ? `in ${formatAge(leftMs)}` : EXPIRES_SOON
  return (
    <tr>
      <th scope="row">
        <Link href={`/history/${id}`} data-row className="underline-offset-2 hover:underline">
          <b className="font-strong">{receiptTitle(receipt)}</b>
        </Link>
        <span className="block text-support text-text-2">
          {kind === 'restore' ? 'Restore' : planName(receipt)}
          {state === 'done' ? '' : `, ${RECEIPT_STATE_WORDS[state]}`}
          {receipt.foundAtMs === null ? '' : `, ${FOUND_ON_DISK}`}
        </span>
        {elsewhere !== null && (
          <span className="block text-support text-text-2">
            Of another folder, <span className="break-all font-mono">{elsewhere}</span>: open that home to
            restore it
          </span>
        )}
        <span className="mt-1 block text-support text-text-3 md:hidden">
          <LocalTime iso={toIso(startedAtMs) ?? ''} show="day-time" /> by {approvedBy}
          {until === '' ? '' : `, expires ${until}`}
        </span>
        <span className="mt-1 block md:hidden">{restore}</span>
      </th>
      <td className="wide text-text-2">
        <LocalTime iso={toIso(startedAtMs) ?? ''} show="day-time" />
      </td>
      <td className="wide text-text-2">{approvedBy}</td>
      <td className="figure">
        <QuantityText {...bytesQuantity(keptBytes)} />
      </td>
      <td className="wide text-text-2">{until}</td>
      <td className="wide">{restore}</td>
    </tr>
  )
}
