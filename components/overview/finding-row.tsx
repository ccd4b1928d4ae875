import { CLASS_COLORS } from '@/components/charts/colors'
import { PreviewFinding } from '@/components/cleanup/preview-finding'
import { QuantityText } from '@/components/ui/quantity'
import type { Finding } from '@/lib/domain/overview/overview'
import { bytesQuantity } from '@/lib/shared/numbers'
import { FindingExamples } from './finding-examples'
import { FREES_MEANINGS } from './words'

type CellProps = { finding: Finding; rank: number; barShare: number }
type Props = CellProps & { homeId: string; startFinding: (form: FormData) => Promise<void> }

/** One finding with its reason and its size. It expands if there are examples. */
export function FindingRow({ finding, rank, barShare, homeId, startFinding }: Props) {
  return (
    <div className="md:flex md:items-start">
      <div className="min-w-0 flex-1">
        <FindingSummary finding={finding} rank={rank} barShare={barShare} />
      </div>
      <div className="px-3 pb-3 md:w-24 md:flex-none md:py-3.5 md:pr-4 md:pl-0">
        {finding.action === null ? (
          <span className="text-support text-text-3">by hand only</span>
        ) : (
          <PreviewFinding
            homeId={homeId}
            code={finding.code}
            title={finding.title}
            startFinding={startFinding}
          />
        )}
      </div>
    </div>
  )
}

function FindingSummary({ finding, rank, barShare }: CellProps) {
  if (finding.examples.length === 0) {
    return (
      <div className={ROW}>
        <Cells finding={finding} rank={rank} barShare={barShare} />
      </div>
    )
  }
  return (
    <FindingExamples
      examples={finding.examples}
      summary={
        <summary data-row className={`${ROW} hover:bg-raised`}>
          <Cells finding={finding} rank={rank} barShare={barShare} />
          <span className="col-start-2 inline-flex h-10 items-center justify-center justify-self-end rounded-control border border-line-strong bg-surface px-3 font-medium md:col-start-5 md:h-7 md:px-2.5">
            <span className="group-open:hidden">Show</span>
            <span className="hidden group-open:inline">Hide</span>
          </span>
        </summary>
      }
    />
  )
}

const ROW =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-3 py-3 md:grid-cols-[1rem_minmax(0,1fr)_10rem_6rem_4.5rem] 4xl:grid-cols-[1rem_minmax(0,1fr)_48rem_6rem_4.5rem] md:px-4 md:py-2.5'

function Cells({ finding, rank, barShare }: CellProps) {
  return (
    <>
      <span className="hidden text-text-3 md:block">{rank}</span>
      <span className="row-span-2 min-w-0 self-start md:row-span-1 md:self-auto">
        <b className="block font-strong text-pretty wrap-break-word">{finding.title}</b>
        <span className="block text-support text-pretty wrap-break-word text-text-2">{finding.detail}</span>
      </span>
      <span className="hidden h-2 md:block" aria-hidden>
        {barShare > 0 && (
          <span
            className="block h-full min-w-0.5 rounded-[2px]"
            style={{ width: `${barShare * 100}%`, background: CLASS_COLORS[finding.class] }}
          />
        )}
      </span>
      <span className="text-right text-card font-strong">
        <QuantityText {...bytesQuantity(finding.bytes)} />
        <small className="block text-axis font-normal text-text-3">{FREES_MEANINGS[finding.frees]}</small>
      </span>
    </>
  )
}
