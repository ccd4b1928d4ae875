import { CLASS_COLORS } from '@/components/charts/colors'
import { Panel } from '@/components/ui/panel'
import { QuantityText } from '@/components/ui/quantity'
import { Swatch } from '@/components/ui/swatch'
import type { StorageReport } from '@/lib/domain/storage/storage-report'
import { bytesQuantity } from '@/lib/shared/numbers'
import { PROTECTED_NOTE, protectedTitle } from './words'

/** What Steward never removes, and why. */
export function ProtectedPanel({ report }: { report: StorageReport }) {
  const rows = report.classes.filter(({ touched }) => !touched).sort((a, b) => b.bytes - a.bytes)
  const bytes = rows.reduce((sum, usage) => sum + usage.bytes, 0)
  return (
    <Panel title={protectedTitle(rows.length === 0 ? null : bytes)} subtitle={PROTECTED_NOTE}>
      <ul className="mt-2 pb-1">
        {rows.map((usage) => (
          <li
            key={usage.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line px-3 py-2 md:px-4"
          >
            <span className="min-w-0">
              <b className="flex items-center gap-2 font-medium">
                <Swatch color={CLASS_COLORS[usage.id]} hatched />
                {usage.label}
              </b>
              <span className="block text-support text-pretty text-text-2">{usage.whyNever}</span>
            </span>
            <span className="text-right">
              <QuantityText {...bytesQuantity(usage.bytes)} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
