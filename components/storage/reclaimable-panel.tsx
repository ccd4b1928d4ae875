import Check from 'lucide-react/icons/check'
import { CLASS_COLORS } from '@/components/charts/colors'
import { PreviewFinding } from '@/components/cleanup/preview-finding'
import { FREES_MEANINGS } from '@/components/overview/words'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { QuantityText } from '@/components/ui/quantity'
import { Swatch } from '@/components/ui/swatch'
import { ACTION_WORDS } from '@/lib/domain/plan/words'
import type { StorageReport } from '@/lib/domain/storage/storage-report'
import { reclaimableTitle } from '@/lib/domain/storage/words'
import { bytesQuantity, formatBytes } from '@/lib/shared/numbers'
import { BY_HAND, NOTHING_RECLAIMABLE, RECLAIMABLE_NOTE, RECLAIMABLE_SOON } from './words'

type Props = { report: StorageReport; homeId: string; startFinding: (form: FormData) => Promise<void> }

/** What can be removed and by which action. Each row opens its prepared plan. */
export function ReclaimablePanel({ report, homeId, startFinding }: Props) {
  const rows = report.canGo
  return (
    <Panel title={reclaimableTitle(report)} subtitle={RECLAIMABLE_NOTE}>
      {rows.length === 0 ? (
        <EmptyState
          {...(report.reclaimableBytes === null ? {} : { icon: <Check size={24} strokeWidth={1.2} /> })}
          title={report.reclaimableBytes === null ? 'Unknown' : 'Nothing to clean'}
          minHeight={160}
        >
          {report.reclaimableBytes === null ? RECLAIMABLE_SOON : NOTHING_RECLAIMABLE}
        </EmptyState>
      ) : (
        <ul className="mt-2 pb-1">
          {rows.map((row) => (
            <li
              key={row.finding}
              className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3 border-t border-line px-3 py-2 md:px-4"
            >
              <span className="min-w-0">
                <b className="block font-medium text-pretty wrap-break-word">{row.title}</b>
                <span className="flex flex-wrap items-center gap-x-3 text-support text-text-2">
                  <span>{row.action === null ? BY_HAND : ACTION_WORDS[row.action].command}</span>
                  {row.classes.map(({ id, label, bytes }) => (
                    <span key={id} className="inline-flex items-center gap-1.5">
                      <Swatch color={CLASS_COLORS[id]} />
                      {row.classes.length === 1 ? label : `${label} ${formatBytes(bytes)}`}
                    </span>
                  ))}
                </span>
              </span>
              <span className="text-right text-card font-strong">
                <QuantityText {...bytesQuantity(row.bytes)} />
                <small className="block text-axis font-normal text-text-3">{FREES_MEANINGS[row.frees]}</small>
              </span>
              <span className="w-20">
                {row.action !== null && (
                  <PreviewFinding
                    homeId={homeId}
                    code={row.finding}
                    title={row.title}
                    startFinding={startFinding}
                  />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
