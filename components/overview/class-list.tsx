import type { DiskClass, DiskSample } from '@/components/charts/disk-model'
import { QuantityText } from '@/components/ui/quantity'
import { Swatch } from '@/components/ui/swatch'
import { bytesQuantity } from '@/lib/shared/numbers'

type Props = {
  classes: readonly DiskClass[]
  totalBytes: number | null
  /** An earlier sample to show instead of the current values. */
  sample: DiskSample | null
}

/** Legend and numbers in one list, for now or for the selected point. */
export function ClassList({ classes, totalBytes, sample }: Props) {
  return (
    <ul className="text-support">
      {classes.map((one) => (
        <li key={one.key} className={ROW}>
          <Swatch color={one.color} hatched={one.hatched} />
          <span className="truncate">{one.label}</span>
          <Bytes bytes={sample === null ? one.bytes : sample[one.key]} />
        </li>
      ))}
      <li className={`${ROW} mt-1 h-7 border-t border-line font-strong`}>
        <span />
        <span>{sample === null ? 'Home' : `Home, ${sample.label}`}</span>
        <Bytes bytes={sample === null ? totalBytes : sample.total} />
      </li>
    </ul>
  )
}

const ROW = 'grid min-h-5 grid-cols-[8px_minmax(0,1fr)_auto] items-center gap-2'

function Bytes({ bytes }: { bytes: number | null | undefined }) {
  return bytes === null || bytes === undefined ? 'unknown' : <QuantityText {...bytesQuantity(bytes)} />
}
