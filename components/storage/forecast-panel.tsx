import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { LocalTime } from '@/components/ui/local-time'
import { Panel } from '@/components/ui/panel'
import { QuantityText } from '@/components/ui/quantity'
import type { StorageReport } from '@/lib/domain/storage/storage-report'
import { fullTitle, fullWords } from '@/lib/domain/storage/words'
import { bytesQuantity, formatBytes, formatCount } from '@/lib/shared/numbers'
import { DiskBar } from './disk-bar'
import { FREE_ON_DISK, INODES_LEFT } from './words'

const CONFIDENCE = { none: 'not measured', low: 'low', fair: 'fair', good: 'good' } as const

/** When the disk will be full, and what that estimate is based on. */
export function ForecastPanel({ report }: { report: StorageReport }) {
  const { forecast, freeBytes, totalBytes, freeInodes } = report
  const { words, isSoon } = fullWords(forecast, freeBytes)
  return (
    <Panel title={fullTitle(forecast, freeBytes)} subtitle={forecast.words}>
      <div className="flex flex-col gap-4 p-3 md:px-4 md:pb-4">
        <DiskBar report={report} />
        <dl className="grid grid-cols-2 gap-x-4 gap-y-3">
          <Fact label="Full">
            {isSoon && <TriangleAlert size={14} strokeWidth={1.5} aria-label="Soon" className="text-warn" />}
            {words}
            {isSoon && forecast.fullAt !== null && (
              <span className="text-support font-normal text-text-2">
                <LocalTime iso={forecast.fullAt} show="date" />
              </span>
            )}
          </Fact>
          <Fact label="Confidence">{CONFIDENCE[forecast.confidence]}</Fact>
          <Fact label={FREE_ON_DISK}>
            {freeBytes === null ? 'unknown' : <QuantityText {...bytesQuantity(freeBytes)} />}
            {totalBytes !== null && (
              <span className="text-support font-normal text-text-2">of {formatBytes(totalBytes)}</span>
            )}
          </Fact>
          <Fact label={INODES_LEFT}>{freeInodes === null ? 'unknown' : formatCount(freeInodes)}</Fact>
        </dl>
      </div>
    </Panel>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-support text-text-2">{label}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-1.5 text-dialog font-strong">{children}</dd>
    </div>
  )
}
