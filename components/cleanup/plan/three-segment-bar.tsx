import { QuantityText } from '@/components/ui/quantity'
import type { Amount } from '@/lib/domain/plan/plan'
import type { PlanChoice } from '@/lib/domain/plan/plan-choice'
import { bytesQuantity, formatBytes, formatCount } from '@/lib/shared/numbers'

type Props = { choice: PlanChoice; by: 'bytes' | 'items'; goes: string }

/** Removed, unticked and kept: the whole plan in one bar. */
export function ThreeSegmentBar({ choice, by, goes }: Props) {
  const parts = [
    { key: 'go', amount: choice.go, words: goes, filter: 'bg-accent', swatch: 'bg-accent' },
    { key: 'unticked', amount: choice.unticked, words: 'unticked by you', filter: HATCHED, swatch: HATCHED },
    { key: 'keep', amount: choice.keep, words: 'kept', filter: 'bg-ghost', swatch: 'bg-ghost' },
  ] as const
  const weight = (amount: Amount) => (by === 'bytes' ? amount.bytes : amount.items)
  return (
    <>
      <div
        role="img"
        aria-label={parts.map(({ amount, words }) => `${words} ${sized(amount, by)}`).join(', ')}
        className="flex h-6 gap-0.5"
      >
        {parts.map(({ key, amount, filter }) =>
          weight(amount) > 0 ? (
            <span
              key={key}
              className={`min-w-1 rounded-[2px] ${filter}`}
              style={{ flexGrow: weight(amount), flexBasis: 0 }}
            />
          ) : null,
        )}
      </div>
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
        {parts.map(({ key, amount, words, swatch }) => (
          <div
            key={key}
            className="grid basis-full grid-cols-[auto_auto_1fr] items-center gap-x-2 md:basis-auto md:grid-cols-[auto_1fr]"
          >
            <dt className="sr-only">{words}</dt>
            <span aria-hidden className={`size-2.5 rounded-[2px] ${swatch}`} />
            <dd className="text-dialog font-semibold">
              {by === 'bytes' ? <QuantityText {...bytesQuantity(amount.bytes)} /> : formatCount(amount.items)}
            </dd>
            <dd className="text-right text-support text-text-2 md:col-start-2 md:text-left">
              {words}, {by === 'bytes' ? itemsWords(amount) : formatBytes(amount.bytes)}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const HATCHED = 'hatched [--swatch:var(--accent)]'

const itemsWords = ({ items }: Amount): string => `${formatCount(items)} ${items === 1 ? 'item' : 'items'}`

const sized = (amount: Amount, by: Props['by']): string =>
  by === 'bytes' ? formatBytes(amount.bytes) : itemsWords(amount)
