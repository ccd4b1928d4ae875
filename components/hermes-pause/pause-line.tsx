'use client'

import type { HermesPause } from '@/lib/domain/home/hermes-pause'
import { useStamp } from './use-stamp'
import { pauseLine } from './words'

type Props = { pause: HermesPause; nowMs: number; className?: string }

/** Since when, until when and why Hermes is paused, on one line. */
export function PauseLine({ pause, nowMs, className = '' }: Props) {
  const line = pauseLine(pause, useStamp(nowMs))
  return (
    <span data-pause className={`text-warn-text ${className}`} title={line}>
      <bdi>{line}</bdi>
    </span>
  )
}
