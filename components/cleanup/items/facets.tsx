'use client'

import { CheckBox } from '@/components/cleanup/check-box'
import { QuantityText } from '@/components/ui/quantity'
import type { PlanChoice } from '@/lib/domain/plan/plan-choice'
import type { PlanGroup } from '@/lib/domain/plan/plan-groups'
import { bytesQuantity, formatCount } from '@/lib/shared/numbers'
import { visibleText } from '@/lib/shared/visible-text'
import { KeptIcon } from './reason-icons'
import type { Unticked } from './use-unticked'

type Props = {
  groups: readonly PlanGroup[]
  choice: PlanChoice
  unticked: Unticked
  canTick: boolean
  goesWords: string
  /** The group that is shown alone, by its key. */
  chosen: string | null
  onChoose: (groupKey: string | null) => void
}

/** Every reason with its totals. A group can be ticked or shown alone. */
export function Facets({ groups, choice, unticked, canTick, goesWords, chosen, onChoose }: Props) {
  const going = groups.filter(({ verdict }) => verdict === 'act')
  const kept = groups.filter(({ verdict }) => verdict === 'keep')
  const most = Math.max(1, ...going.map(({ bytes }) => bytes))
  return (
    <section aria-label="Reasons" className="rounded-card border border-line bg-surface pb-2">
      <Head words={goesWords} count={choice.go.items} />
      <ul>
        {going.map((group) => (
          <Going
            key={group.key}
            group={group}
            share={group.bytes / most}
            untickedItems={choice.untickedOf.get(group.key)?.items ?? 0}
            isBusy={unticked.busyGroup === group.key}
            canTick={canTick}
            isChosen={chosen === group.key}
            onTick={(isTicked) => unticked.setGroup(group, isTicked)}
            onChoose={() => onChoose(chosen === group.key ? null : group.key)}
          />
        ))}
        {going.length === 0 && <li className="px-4 py-1 text-text-2">Nothing</li>}
      </ul>
      {choice.unticked.items > 0 && (
        <>
          <Head words="Unticked by you" count={choice.unticked.items} line />
          <p className="flex items-center justify-between px-4 py-1">
            <QuantityText {...bytesQuantity(choice.unticked.bytes)} />
            <button
              type="button"
              onClick={unticked.tickAll}
              className="min-h-10 font-medium text-accent-text md:min-h-6"
            >
              Tick all again
            </button>
          </p>
        </>
      )}
      <Head words="Kept" count={choice.keep.items} line />
      <ul>
        {kept.map((group) => (
          <li key={group.key}>
            <button
              type="button"
              aria-pressed={chosen === group.key}
              onClick={() => onChoose(chosen === group.key ? null : group.key)}
              className="flex min-h-10 w-full items-center gap-2 px-4 py-1 text-left hover:bg-raised aria-pressed:bg-raised md:min-h-7"
            >
              <KeptIcon code={group.code} />
              <span className="min-w-0 flex-1 text-pretty">{visibleText(group.message)}</span>
              <span>{formatCount(group.items)}</span>
            </button>
          </li>
        ))}
        {kept.length === 0 && <li className="px-4 py-1 text-text-2">Nothing</li>}
      </ul>
    </section>
  )
}

function Head({ words, count, line = false }: { words: string; count: number; line?: boolean }) {
  return (
    <h3
      className={`flex justify-between px-4 pt-3 pb-1 text-support font-medium text-text-3 ${line ? 'mt-2 border-t border-line' : ''}`}
    >
      <span>{words}</span>
      <span>{formatCount(count)}</span>
    </h3>
  )
}

type GoingProps = {
  group: PlanGroup
  share: number
  untickedItems: number
  isBusy: boolean
  canTick: boolean
  isChosen: boolean
  onTick: (isTicked: boolean) => void
  onChoose: () => void
}

function Going({ group, share, untickedItems, isBusy, canTick, isChosen, onTick, onChoose }: GoingProps) {
  const state = untickedItems === 0 ? 'all' : untickedItems >= group.items ? 'none' : 'some'
  const message = visibleText(group.message)
  return (
    <li className={`flex items-start gap-2 px-4 py-1 hover:bg-raised ${isChosen ? 'bg-raised' : ''}`}>
      <span className="flex h-5 items-center">
        <CheckBox
          state={state}
          label={`All of: ${message}`}
          isDisabled={!canTick || isBusy}
          onChange={() => onTick(state !== 'all')}
        />
      </span>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onChoose}
        className="grid min-h-10 min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-2 text-left md:min-h-0"
      >
        <span className="text-pretty">{message}</span>
        <span className="text-right">{formatCount(group.items - untickedItems)}</span>
        <span className="flex items-center" aria-hidden>
          <span className="block h-1 w-full rounded-[1px] bg-raised">
            <span
              className="block h-full min-w-0.5 rounded-[1px] bg-accent"
              style={{ width: `${share * 100}%` }}
            />
          </span>
        </span>
        <span className="w-16 text-right text-support text-text-3">
          <QuantityText {...bytesQuantity(group.bytes)} />
        </span>
      </button>
    </li>
  )
}
