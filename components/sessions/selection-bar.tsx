'use client'

import { useState, useTransition } from 'react'
import { Keys } from '@/components/keys/keys'
import { formatCount } from '@/lib/shared/numbers'
import type { Selection } from './selection'
import { keptWords, selectionWords } from './selection-words'

type Props = {
  selection: Selection
  total: number
  isAll: boolean
  selectAll: () => Promise<void>
  onPreview?: ((ids: readonly string[]) => Promise<unknown>) | undefined
}

/** What is ticked, what it takes, and what of it stays whatever is asked. */
export function SelectionBar({ selection, total, isAll, selectAll, onPreview }: Props) {
  const [isPreparing, start] = useTransition()
  const [isSelecting, setSelecting] = useState(false)
  const { sum } = selection
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
            {sum.kept.length > 0 && <span className="ml-3 text-text-2">{keptWords(sum)}</span>}
          </p>
          {!isAll && total > 0 && (
            <button type="button" disabled={isSelecting} onClick={all} className="bar-button">
              Select all {formatCount(total)}
            </button>
          )}
          <button type="button" onClick={() => selection.clear()} className="bar-button">
            Clear <Keys keys={['Esc']} />
          </button>
          {onPreview !== undefined && (
            <button
              type="button"
              disabled={isPreparing || sum.free === 0}
              onClick={() => start(async () => void (await onPreview(selection.ids)))}
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
