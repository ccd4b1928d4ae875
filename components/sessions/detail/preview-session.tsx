'use client'

import type { SessionPlans } from '@/components/sessions/selection/selection-bar'
import { BUTTON_PRIMARY } from '@/components/ui/button-styles'
import { usePlanAction } from '@/components/ui/use-plan-action'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { previewParts } from './words'

type Props = { detail: SessionDetail; homeId: string; plans: SessionPlans }

/** Prepares a plan for one session. A protected session has no button; the text beside it says why. */
export function PreviewSession({ detail: { session, lineageIds, leftOpen }, homeId, plans }: Props) {
  const { isPending, error, run } = usePlanAction()
  if (session.protections.length > 0) return null
  const prepare = leftOpen ? plans.close : plans.prune
  return (
    <span className="inline-flex flex-none flex-col gap-1">
      <button
        type="button"
        disabled={isPending}
        onClick={() => run(() => prepare({ home: homeId, ids: JSON.stringify(lineageIds) }))}
        className={BUTTON_PRIMARY}
      >
        {leftOpen
          ? 'Preview closing'
          : lineageIds.length === 1
            ? 'Preview cleanup'
            : previewParts(lineageIds.length)}
      </button>
      {error !== null && (
        <span role="alert" className="text-support text-danger-text">
          {error}
        </span>
      )}
    </span>
  )
}
