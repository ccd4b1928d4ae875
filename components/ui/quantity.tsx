import type { Quantity } from '@/lib/shared/numbers'

/** A number with a small unit. */
export function QuantityText({ value, unit }: Quantity) {
  return (
    <span className="whitespace-nowrap">
      {value}
      {unit !== '' && <span className="text-[.86em] font-normal text-text-3"> {unit}</span>}
    </span>
  )
}
