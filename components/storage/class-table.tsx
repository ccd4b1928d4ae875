import Link from 'next/link'
import { CLASS_COLORS } from '@/components/charts/colors'
import { QuantityText } from '@/components/ui/quantity'
import { Swatch } from '@/components/ui/swatch'
import type { StorageClassReport, StorageReport } from '@/lib/domain/storage/storage-report'
import { bytesQuantity, formatCount, formatPlural } from '@/lib/shared/numbers'
import { classHref, type StorageViewState } from './view-state'
import { CLASSES_CAPTION, NOT_GROWTH } from './words'

type Props = { report: StorageReport; view: StorageViewState }

export function ClassTable({ report, view }: Props) {
  const { measure } = view
  const rows = [...report.classes].sort((a, b) => b[measure] - a[measure] || (a.id < b.id ? -1 : 1))
  const total = measure === 'bytes' ? report.homeBytes : report.apparentBytes
  return (
    <table className={TABLE}>
      <caption className="sr-only">{CLASSES_CAPTION}</caption>
      <thead className="text-text-3">
        <tr>
          <th scope="col">Class</th>
          <th scope="col" className={WIDE}>
            Files
          </th>
          <th scope="col">{measure === 'bytes' ? 'On disk' : 'Apparent'}</th>
          <th scope="col" className={WIDE}>
            Per day
          </th>
          <th scope="col">Can go</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((usage) => (
          <tr key={usage.id} className="hover:bg-raised">
            <th scope="row">
              <Link data-row href={classHref(usage.id, view)} prefetch={false} className={NAME}>
                <Swatch color={CLASS_COLORS[usage.id]} hatched={!usage.touched} />
                {usage.label}
              </Link>
              <PhoneDetails
                files={usage.files}
                growth={usage.growthBytesPerDay}
                isTrash={usage.id === 'trash'}
              />
            </th>
            <td className={`${WIDE} text-text-2`}>{formatCount(usage.files)}</td>
            <td>
              <QuantityText {...bytesQuantity(usage[measure])} />
            </td>
            <td className={`${WIDE} text-text-2`}>
              {usage.id === 'trash' ? <NotGrowth /> : <GrowthText bytesPerDay={usage.growthBytesPerDay} />}
            </td>
            <td>
              <Reclaimable usage={usage} />
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot className="font-strong">
        <tr>
          <th scope="row">
            Home
            <PhoneDetails files={report.files} growth={report.forecast.growthBytesPerDay} />
          </th>
          <td className={`${WIDE} font-normal text-text-2`}>
            {report.files === null ? 'unknown' : formatCount(report.files)}
          </td>
          <td>{total === null ? 'unknown' : <QuantityText {...bytesQuantity(total)} />}</td>
          <td className={WIDE}>
            <GrowthText bytesPerDay={report.forecast.growthBytesPerDay} />
          </td>
          <td className="text-accent-text">
            {report.reclaimableBytes === null ? (
              'unknown'
            ) : (
              <QuantityText {...bytesQuantity(report.reclaimableBytes)} />
            )}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Details that have their own columns on a wide screen. */
type PhoneDetailsProps = { files: number | null; growth: number | null; isTrash?: boolean }

function PhoneDetails({ files, growth, isTrash = false }: PhoneDetailsProps) {
  return (
    <span className="block pl-4 font-normal text-text-3 md:hidden">
      {files === null ? 'files unknown' : formatPlural(files, 'file')}
      {!isTrash && (
        <>
          , <GrowthText bytesPerDay={growth} /> a day
        </>
      )}
    </span>
  )
}

function NotGrowth() {
  return (
    <span className="text-text-3" title={NOT_GROWTH}>
      <span aria-hidden>–</span>
      <span className="sr-only">{NOT_GROWTH}</span>
    </span>
  )
}

function GrowthText({ bytesPerDay }: { bytesPerDay: number | null }) {
  if (bytesPerDay === null) return <span className="text-text-3">unknown</span>
  if (bytesPerDay === 0) return <span className="text-text-3">0</span>
  const { value, unit } = bytesQuantity(Math.abs(bytesPerDay))
  return <QuantityText value={`${bytesPerDay > 0 ? '+' : '−'}${value}`} unit={unit} />
}

function Reclaimable({ usage }: { usage: StorageClassReport }) {
  if (usage.reclaimableBytes > 0) {
    return (
      <span className="text-accent-text">
        <QuantityText {...bytesQuantity(usage.reclaimableBytes)} />
      </span>
    )
  }
  return <span className="text-text-3">{usage.touched ? '0 B' : 'never'}</span>
}

const WIDE = 'hidden md:table-cell'
const NAME = 'inline-flex min-h-6 items-center gap-2 hover:underline underline-offset-2'
const TABLE = [
  'mt-1 w-full text-support',
  '[&_td,&_th]:h-7 [&_td,&_th]:border-b [&_td,&_th]:border-line [&_td,&_th]:px-2 [&_td,&_th]:text-right [&_td]:whitespace-nowrap',
  '[&_th:first-child]:pl-3 [&_th:first-child]:text-left md:[&_th:first-child]:pl-4 [&_td:last-child]:pr-3 [&_th:last-child]:pr-3 md:[&_td:last-child]:pr-4 md:[&_th:last-child]:pr-4',
  '[&_tbody_th]:font-normal [&_tbody_th]:py-1 md:[&_tbody_th]:py-0 [&_thead_th]:font-medium [&_tfoot_td]:border-b-0 [&_tfoot_th]:border-b-0 [&_tfoot_th]:py-1',
].join(' ')
