'use client'

import CirclePause from 'lucide-react/icons/circle-pause'
import { CopyCommand } from '@/components/watch/copy-command'
import type { HermesPause } from '@/lib/domain/home/hermes-pause'
import { useStamp } from './use-stamp'
import { pauseEffect, pauseTitle, RESUME_LABEL, untilWords } from './words'

type Props = { pause: HermesPause; nowMs: number; wall?: boolean }

/** A paused Hermes, and the command that resumes it. Steward never resumes it by itself. */
export function PauseBanner({ pause, nowMs, wall = false }: Props) {
  const stamp = useStamp(nowMs)
  const until = untilWords(pause, stamp)
  return (
    <section
      aria-label={pauseTitle(pause, stamp)}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-warn-line bg-warn-weak px-4 py-3"
    >
      <CirclePause size={20} strokeWidth={1.5} className="flex-none text-warn" aria-hidden />
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="text-card font-strong">
          {pauseTitle(pause, stamp)}
          {until !== null && <span className="font-normal"> · {until}</span>}
        </h2>
        {pause.reason !== null && (
          <p className="wrap-anywhere">
            <bdi>{pause.reason}</bdi>
          </p>
        )}
        <p className="text-pretty text-text-2">{pauseEffect(pause)}</p>
      </div>
      <div className="flex min-w-0 max-w-full flex-none basis-full items-center gap-2 md:max-w-96 md:basis-auto">
        <span className="flex-none text-support text-text-2">{RESUME_LABEL}</span>
        <div className="min-w-0 flex-1">
          <CopyCommand command={pause.resumeCommand} wall={wall} />
        </div>
      </div>
    </section>
  )
}
