/**
 * Where to look for the fastest stretch of a session. The hour with the most messages need not hold it: a steady
 * hour of seven hundred is slower than six hundred in two minutes. So the few busiest hours are read closely.
 */
import { HOUR_MS } from '../../shared/time.ts'
import { densestMinute, type MessageTick } from './busiest-stretch.ts'

type Hour = { readonly hour: number; readonly messages: number }
type Window = { readonly fromMs: number; readonly toMs: number }

/** As read within one window; `complete` is false where more messages lie in it than were. */
export type TicksRead = { readonly ticks: readonly MessageTick[]; readonly complete: boolean }

const MOST_WINDOWS = 5

/** Each an hour and the ones beside it; the last hours of the session until messages are counted. */
export function busiestWindows(hours: readonly Hour[] | null, lastActiveMs: number): Window[] {
  const dated = (hours ?? []).filter(({ hour }) => hour > 0)
  if (dated.length === 0) return [{ fromMs: lastActiveMs - 2 * HOUR_MS, toMs: lastActiveMs + HOUR_MS }]
  const chosen: number[] = []
  for (const { hour } of dated.sort((a, b) => b.messages - a.messages || a.hour - b.hour)) {
    // An hour beside a chosen one is in its window already.
    if (chosen.every((other) => Math.abs(other - hour) > 1)) chosen.push(hour)
    if (chosen.length === MOST_WINDOWS) break
  }
  return chosen.map((hour) => ({ fromMs: (hour - 1) * HOUR_MS, toMs: (hour + 2) * HOUR_MS }))
}

/** The one with the densest minute; the earlier asked for among equals. */
export function fastestWindow(windows: readonly TicksRead[]): TicksRead | null {
  let fastest: TicksRead | null = null
  let most = -1
  for (const window of windows) {
    const messages = densestMinute(window.ticks)
    if (messages > most) [fastest, most] = [window, messages]
  }
  return fastest
}
