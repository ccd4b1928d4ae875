'use client'

import MessageSquare from 'lucide-react/icons/message-square'
import Link from 'next/link'
import { useState, useTransition } from 'react'
import type { MayNot } from '@/components/cleanup/plan/plan-page-model'
import { BUTTON } from '@/components/ui/button-styles'
import { MAY_NOT_WORDS } from '@/components/ui/words'
import type { Advice, SafeStep } from '@/lib/domain/watch/incidents/advice'
import type { Incident } from '@/lib/domain/watch/incidents/incident'
import { visibleName } from '@/lib/shared/visible-name'
import { CopyCommand } from './copy-command'
import type { WatchActions } from './watch-actions'
import { HERMES_TOOK_IT, NO_SAFE_STEP } from './words'

type Props = {
  incident: Incident
  advice: Advice | undefined
  actions: WatchActions
  /** Why actions are not allowed here. The advice itself is shown to everyone. */
  mayNot: MayNot
  wall: boolean
}

const WIDE = `${BUTTON} w-full justify-start! md:h-8`

/** What is safe to do now, and what is not. Stopping never deletes. */
export function AdviceList({ incident, advice, actions, mayNot, wall }: Props) {
  if (advice === undefined) return null
  return (
    <div className="grid content-start gap-1.5 border-t border-line px-4 py-3 @2xl:border-t-0 @2xl:border-l">
      <h3 className="text-support font-medium text-text-3">Safe now</h3>
      {advice.safe.length === 0 && <p className="text-support text-text-2">{NO_SAFE_STEP}</p>}
      {advice.safe.map((step) => (
        <Step
          key={JSON.stringify(step)}
          step={step}
          incident={incident}
          actions={actions}
          mayNot={mayNot}
          wall={wall}
        />
      ))}
      {advice.notNow.length > 0 && (
        <>
          <h3 className="mt-1 text-support font-medium text-text-3">Not now</h3>
          <p className="text-support text-pretty text-text-2">
            {advice.notNow.map((words) => visibleName(words)).join(' ')}
          </p>
        </>
      )}
    </div>
  )
}

type StepProps = Omit<Props, 'advice'> & { step: SafeStep }

function Step({ step, incident, actions, mayNot, wall }: StepProps) {
  switch (step.kind) {
    case 'open':
      return wall ? null : (
        <Link href={step.href} prefetch={false} className={WIDE}>
          <MessageSquare size={14} strokeWidth={1.5} aria-hidden />
          <span className="truncate">{visibleName(step.label)}</span>
        </Link>
      )
    case 'plan':
      return wall ? null : (
        <form action={actions.startFinding}>
          <input type="hidden" name="home" value={incident.homeId} />
          <input type="hidden" name="code" value={step.finding} />
          <button type="submit" className={WIDE}>
            <span className="truncate">{visibleName(step.label)}</span>
          </button>
        </form>
      )
    case 'command':
      return (
        <div>
          <CopyCommand command={step.command} wall={wall} />
          {step.words !== '' && (
            <p className="mt-1.5 text-support text-pretty text-text-2">{visibleName(step.words)}</p>
          )}
        </div>
      )
    case 'pause-job':
      return wall || mayNot === 'viewer' ? null : (
        <ActButton
          label={step.label}
          mayNot={mayNot}
          act={() => actions.pauseJob({ home: incident.homeId, incident: incident.id, job: step.jobId })}
        />
      )
    case 'stop-agent-run':
      return wall || mayNot === 'viewer' ? null : (
        <ActButton
          label={step.label}
          mayNot={mayNot}
          act={() => actions.stopAgentRun({ home: incident.homeId, incident: incident.id, run: step.runId })}
        />
      )
    case 'words':
      return <p className="text-support text-pretty text-text-2">{visibleName(step.words)}</p>
  }
}

type ActProps = { label: string; mayNot: MayNot; act: () => ReturnType<WatchActions['pauseJob']> }

/** Sends the request to Hermes. The burn and the timeline show whether it helped. */
function ActButton({ label, mayNot, act }: ActProps) {
  const [isPending, start] = useTransition()
  const [result, setResult] = useState('')
  const press = () =>
    start(async () => {
      const done = await act()
      setResult(done.ok ? HERMES_TOOK_IT : done.fault.message)
    })
  return (
    <div>
      <button type="button" disabled={isPending || mayNot !== null} onClick={press} className={WIDE}>
        <span className="truncate">{visibleName(label)}</span>
      </button>
      {mayNot !== null && <p className="mt-1 text-support text-text-2">{MAY_NOT_WORDS[mayNot]}</p>}
      {result !== '' && (
        <p role="status" className="mt-1 text-support text-text-2">
          {result}
        </p>
      )}
    </div>
  )
}
