import { goAndUnticked } from '@/components/cleanup/words'
import { QuantityText } from '@/components/ui/quantity'
import type { Amount } from '@/lib/domain/plan/plan'
import type { PlanGroup } from '@/lib/domain/plan/plan-groups'
import { bytesQuantity, formatPlural } from '@/lib/shared/numbers'
import { visibleText } from '@/lib/shared/visible-text'

type Props = { group: PlanGroup; unticked: Amount | undefined; columns: number }

export function GroupCells({ group, unticked, columns }: Props) {
  const words =
    unticked === undefined || group.verdict === 'keep'
      ? `${group.verdict === 'keep' ? 'kept, ' : ''}${formatPlural(group.items, 'item')}`
      : goAndUnticked(group.items - unticked.items, unticked.items)
  return (
    <>
      <td />
      <th scope="rowgroup" colSpan={columns - 2} className="text-left font-normal">
        <b className="font-strong">{visibleText(group.message)}</b>{' '}
        <span className="text-text-2">{words}</span>
      </th>
      <td className="text-right font-strong">
        <QuantityText {...bytesQuantity(group.bytes - (unticked?.bytes ?? 0))} />
      </td>
    </>
  )
}
