import type { CSSProperties } from 'react'
import { Legend } from '@/components/charts/legend'
import type { StorageReport } from '@/lib/domain/storage/storage-report'
import { formatBytes } from '@/lib/shared/numbers'
import { NOT_IN_HOME } from './words'

/** The disk as one bar: this home, everything else, free. Nothing if a part is unknown. */
export function DiskBar({ report }: { report: StorageReport }) {
  const { homeBytes, elsewhereBytes, freeBytes } = report
  if (homeBytes === null || elsewhereBytes === null || freeBytes === null) return null
  const parts = [
    { key: 'home', label: 'This home', bytes: homeBytes, color: 'var(--accent)' },
    { key: 'elsewhere', label: NOT_IN_HOME, bytes: elsewhereBytes, color: 'var(--ghost)' },
    { key: 'free', label: 'Free', bytes: freeBytes, color: 'var(--line)' },
  ]
  return (
    <div>
      <div className="flex h-6 gap-0.5 overflow-hidden" aria-hidden>
        {parts
          .filter(({ bytes }) => bytes > 0)
          .map(({ key, bytes, color }) => {
            const style: CSSProperties & { '--swatch': string } = { '--swatch': color, flexGrow: bytes }
            return <div key={key} style={style} className="min-w-1 basis-0 rounded-[2px] bg-(--swatch)" />
          })}
      </div>
      <Legend entries={parts.map(({ bytes, ...part }) => ({ ...part, value: formatBytes(bytes) }))} />
    </div>
  )
}
