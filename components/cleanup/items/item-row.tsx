import { CheckBox } from '@/components/cleanup/check-box'
import { QuantityText } from '@/components/ui/quantity'
import { TruncateMiddle } from '@/components/ui/truncate-middle'
import type { PlanItem } from '@/lib/domain/plan/plan'
import { bytesQuantity } from '@/lib/shared/numbers'
import { formatAge } from '@/lib/shared/time'
import { visibleText } from '@/lib/shared/visible-text'
import { KeptIcon, KindIcon } from './reason-icons'
import { VerdictBadge, type VerdictWord } from './verdict-badge'

type Props = {
  item: PlanItem
  isUnticked: boolean
  canTick: boolean
  goesWord: VerdictWord
  /** Ages are as of when the plan was made. */
  atMs: number
  onToggle: (item: PlanItem) => void
}

/** One item of the plan with its reason. On a phone the reason is below the name. */
export function ItemCells({ item, isUnticked, canTick, goesWord, atMs, onToggle }: Props) {
  const goes = item.verdict === 'act' && !isUnticked
  const verdict = item.verdict === 'keep' ? 'kept' : isUnticked ? 'unticked' : goesWord
  const label = visibleText(item.label)
  const why = visibleText(item.reason.message)
  const age = item.lastActiveAt === null ? 'unknown' : formatAge(atMs - Date.parse(item.lastActiveAt))
  return (
    <>
      <td className="w-11">
        {item.verdict === 'keep' ? (
          <KeptIcon code={item.reason.code} />
        ) : (
          <CheckBox
            state={isUnticked ? 'none' : 'all'}
            label={label}
            isDisabled={!canTick}
            onChange={() => onToggle(item)}
          />
        )}
      </td>
      <td className="max-w-0">
        <span className="flex min-w-0 items-center gap-2">
          <span className="hidden lg:inline">
            <KindIcon kind={item.kind} />
          </span>
          <span
            data-row
            tabIndex={-1}
            className={`flex min-w-0 font-mono text-support ${goes ? '' : 'text-text-3'}`}
          >
            <TruncateMiddle text={label} />
          </span>
        </span>
        <span className="mt-0.5 block text-support text-pretty wrap-break-word text-text-2 lg:hidden">
          {verdict === goesWord ? why : `${verdict === 'kept' ? 'Kept' : 'Unticked'}: ${why}`}
          {item.together !== null && item.verdict === 'act' ? ', not alone' : ''}
        </span>
      </td>
      <td className="hidden w-22 lg:table-cell">
        <VerdictBadge verdict={verdict} />
      </td>
      <td className="hidden w-60 text-text-2 lg:table-cell">
        <span className="text-pretty wrap-break-word">
          {why}
          {item.together !== null && item.verdict === 'act' ? ', not alone' : ''}
        </span>
      </td>
      <td className="hidden w-20 text-right text-text-2 lg:table-cell">{age}</td>
      <td className="w-22 text-right">
        <QuantityText {...bytesQuantity(item.bytes)} />
      </td>
    </>
  )
}
