import { QuantityText } from '@/components/ui/quantity'
import { bytesQuantity } from '@/lib/shared/numbers'

/** Growth with its sign; what was not measured says so. */
export function GrowthText({ bytesPerDay }: { bytesPerDay: number | null }) {
  if (bytesPerDay === null) return <span className="text-text-3">unknown</span>
  if (bytesPerDay === 0) return <span className="text-text-3">0</span>
  const { value, unit } = bytesQuantity(Math.abs(bytesPerDay))
  return <QuantityText value={`${bytesPerDay > 0 ? '+' : '−'}${value}`} unit={unit} />
}
