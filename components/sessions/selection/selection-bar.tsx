'use client'

import { useState } from 'react'
import { Keys } from '@/components/keys/keys'
import { type PlanAction, usePlanAction } from '@/components/ui/use-plan-action'
import { formatCount } from '@/lib/shared/numbers'
import type { SessionSelection } from './session-selection'
import { keptWords, leakedWords, selectionWords } from './words'

/**
 * Each prepares a plan for these sessions and opens it. Ids are sent as JSON text, because React cannot
 * serialize 60,000 arguments.
 */
export type SessionPlans = {
  readonly prune: PlanAction<{ home: string; ids: string }>
  readonly close: PlanAction<{ home: string; ids: string }>
}

type Props = {
  homeId: string
  selection: SessionSelection
  total: number
  isAll: boolean
  selectAll: () => Promise<void>
  plans: SessionPlans
}

/** What is selected, how large it is, and what of it is protected. */
export function SessionSelectionBar({ homeId, selection, total, isAll, selectAll, plans }: Props) {
  const { isPending, error, run } = usePlanAction()
  const [isSelecting, setSelecting] = useState(false)
  const { sum } = selection
  const chosen = (ids: readonly string[]) => ({ home: homeId, ids: JSON.stringify(ids) })
  const selectEverything = async () => {
    setSelecting(true)
    await selectAll()
    setSelecting(false)
  }
  return (
    <div role="status" className={sum.lines === 0 ? 'sr-only' : 'selection-bar'}>
      {sum.lines === 0 ? (
        'Nothing selected'
      ) : (
        <>
          <p className="min-w-0 flex-1">
            <b className="font-strong">{formatCount(sum.lines)} selected</b>
            <span className="ml-3 text-text-2">{selectionWords(sum)}</span>
            {sum.leaked > 0 && <span className="ml-3 text-text-2">{leakedWords(sum)}</span>}
            {sum.kept.length > 0 && <span className="ml-3 text-text-2">{keptWords(sum)}</span>}
            {error !== null && <span className="block text-danger-text">{error}</span>}
          </p>
          {!isAll && total > 0 && (
            <button type="button" disabled={isSelecting} onClick={selectEverything} className="bar-button">
              Select all {formatCount(total)}
            </button>
          )}
          <button type="button" onClick={() => selection.clear()} className="bar-button">
            Clear <Keys keys={['Esc']} />
          </button>
          {sum.leaked > 0 && (
            <button
              type="button"
              disabled={isPending}
              onClick={() => run(() => plans.close(chosen(selection.leakedIds)))}
              className={sum.free === 0 ? 'bar-primary' : 'bar-button'}
            >
              Preview closing {formatCount(sum.leaked)} leaked
            </button>
          )}
          {(sum.free > 0 || sum.leaked === 0) && (
            <button
              type="button"
              disabled={isPending || sum.free === 0}
              onClick={() => run(() => plans.prune(chosen(selection.ids)))}
              className="bar-primary"
            >
              Preview cleanup of {formatCount(sum.free)}
            </button>
          )}
        </>
      )}
    </div>
  )
}
