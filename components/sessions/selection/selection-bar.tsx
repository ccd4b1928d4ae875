'use client'

import { useState } from 'react'
import { Keys } from '@/components/keys/keys'
import { type AskPlan, useAsk } from '@/components/ui/use-plan-action'
import { formatCount } from '@/lib/shared/numbers'
import type { Selection } from './session-selection'
import { keptWords, leakedWords, selectionWords } from './words'

/** Each makes a plan of these sessions and goes there. Ids are packed: sixty thousand are no arguments for React. */
export type SessionPlans = {
  readonly prune: AskPlan<{ home: string; ids: string }>
  readonly close: AskPlan<{ home: string; ids: string }>
}

type Props = {
  homeId: string
  selection: Selection
  total: number
  isAll: boolean
  selectAll: () => Promise<void>
  plans: SessionPlans
}

/** What is ticked, what it takes, and what of it stays whatever is asked. */
export function SelectionBar({ homeId, selection, total, isAll, selectAll, plans }: Props) {
  const { isAsking, refused, ask } = useAsk()
  const [isSelecting, setSelecting] = useState(false)
  const { sum } = selection
  const chosen = (ids: readonly string[]) => ({ home: homeId, ids: JSON.stringify(ids) })
  const all = async () => {
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
            {refused !== null && <span className="block text-danger-text">{refused}</span>}
          </p>
          {!isAll && total > 0 && (
            <button type="button" disabled={isSelecting} onClick={all} className="bar-button">
              Select all {formatCount(total)}
            </button>
          )}
          <button type="button" onClick={() => selection.clear()} className="bar-button">
            Clear <Keys keys={['Esc']} />
          </button>
          {sum.leaked > 0 && (
            <button
              type="button"
              disabled={isAsking}
              onClick={() => ask(() => plans.close(chosen(selection.leakedIds)))}
              className={sum.free === 0 ? 'bar-primary' : 'bar-button'}
            >
              Preview closing {formatCount(sum.leaked)} leaked
            </button>
          )}
          {(sum.free > 0 || sum.leaked === 0) && (
            <button
              type="button"
              disabled={isAsking || sum.free === 0}
              onClick={() => ask(() => plans.prune(chosen(selection.ids)))}
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
