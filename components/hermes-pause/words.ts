/** Texts about a Hermes that is paused. Each part is said only if it is known. */
import { dateWords, dayTimeWords, timeWords } from '@/components/ui/format-utc'
import type { HermesPause } from '@/lib/domain/home/hermes-pause'
import { DAY_MS } from '@/lib/shared/time'

type Known = Pick<HermesPause, 'sinceMs' | 'untilMs' | 'reason'>

/** Formats a time for the viewer. */
export type Stamp = (atMs: number) => string

export const pauseTitle = ({ sinceMs }: Pick<Known, 'sinceMs'>, stamp: Stamp): string =>
  sinceMs === null ? 'Hermes paused' : `Hermes paused since ${stamp(sinceMs)}`

/** `Hermes paused since 07:05 · until 07:50 · backup` */
export const pauseLine = (pause: Known, stamp: Stamp): string =>
  [pauseTitle(pause, stamp), untilWords(pause, stamp), pause.reason]
    .filter((part) => part !== null)
    .join(' · ')

export const untilWords = ({ untilMs }: Pick<Known, 'untilMs'>, stamp: Stamp): string | null =>
  untilMs === null ? null : `until ${stamp(untilMs)}`

export function pauseEffect({ by, allowedUsers }: Pick<HermesPause, 'by' | 'allowedUsers'>): string {
  const who = by === 'root' ? ' Applies to all profiles of this root.' : ''
  const allowed =
    allowedUsers === 0
      ? ''
      : ` ${allowedUsers === 1 ? '1 user' : `${allowedUsers} users`} can still start chat turns.`
  return `No new cron runs or chat turns. Running work continues.${allowed}${who}`
}

export const RESUME_LABEL = 'Resume'

/** `07:05`, with the day if it is another one, or the date if the day alone would be unclear. Both in local time. */
export function stampWords(atMs: number, nowMs: number): string {
  if (Math.abs(atMs - nowMs) > 300 * DAY_MS) return dateWords(atMs)
  const isSameDay = Math.floor(atMs / DAY_MS) === Math.floor(nowMs / DAY_MS)
  return isSameDay ? timeWords(atMs).slice(0, 5) : dayTimeWords(atMs)
}
