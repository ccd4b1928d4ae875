'use client'

import { useEffect } from 'react'
import { type PlanAction, usePlanAction } from '@/components/ui/use-plan-action'
import { formatBytes, formatPlural } from '@/lib/shared/numbers'
import { useCheckpointSelection, withSelected, writeSelection } from './checkpoint-selection'

type Props = {
  homeId: string
  /**
   * Rows on this page that cannot be removed. One that was selected before it was used again is deselected.
   */
  locked: readonly string[]
  /** Prepares a plan for the selected checkpoints and opens it. */
  onPreview: PlanAction<{ home: string; checkpoints: readonly string[] }>
}

export function CheckpointSelectionBar({ homeId, locked, onPreview }: Props) {
  const selection = useCheckpointSelection(homeId)
  const { isPending, error, run } = usePlanAction()
  const keys = Object.keys(selection)
  const unselectable = locked.filter((key) => key in selection)
  useEffect(() => {
    if (unselectable.length === 0) return
    const removed = unselectable.map((key) => ({ key, bytes: null }))
    writeSelection(homeId, withSelected(selection, removed, false))
  }, [homeId, unselectable, selection])
  if (keys.length === 0) return null
  const bytes = Object.values(selection).reduce<number>((sum, each) => sum + (each ?? 0), 0)
  return (
    <div
      role="status"
      className="sticky bottom-4 z-5 mx-3 mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 self-center rounded-card bg-raised px-4 py-2 shadow-float md:mx-4"
    >
      <span>
        <b className="font-strong">{formatPlural(keys.length, 'checkpoint')} ticked</b>
        <span className="text-text-2">, at least {formatBytes(bytes)} if deleted</span>
      </span>
      <button type="button" className={BUTTON} onClick={() => writeSelection(homeId, {})}>
        Untick all
      </button>
      <button
        type="button"
        disabled={isPending}
        className={`${BUTTON} border-transparent bg-accent text-on-accent`}
        onClick={() => run(() => onPreview({ home: homeId, checkpoints: keys }))}
      >
        Preview
      </button>
      {error !== null && <p className="w-full text-danger-text">{error}</p>}
    </div>
  )
}

const BUTTON =
  'inline-flex h-10 items-center rounded-control border border-line-strong px-3 font-medium md:h-7 md:px-2.5'
