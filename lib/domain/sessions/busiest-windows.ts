/**
 * Selects where to search for the fastest stretch of a session. A steady hour of 700 messages is slower than
 * 600 in two minutes, so the few busiest hours are all read in detail.
 */
import { HOUR_MS } from '../../shared/time.ts'
import { densestMinute, type MessageTick } from './busiest-stretch.ts'

type Hour = { readonly hour: number; readonly messages: number }
type Window = { readonly fromMs: number; readonly toMs: number }

/** The read of one window. `complete` is false if it contains more messages than were read. */
export type TicksRead = { readonly ticks: readonly MessageTick[]; readonly complete: boolean }

const MOST_WINDOWS = 5

/** Each is an hour and its neighbors. Before messages are counted: the last hours of the session. */
export function busiestWindows(hours: readonly Hour[] | null, lastActiveMs: number): Window[] {
  const dated = (hours ?? []).filter(({ hour }) => hour > 0)
  if (dated.length === 0) return [{ fromMs: lastActiveMs - 2 * HOUR_MS, toMs: lastActiveMs + HOUR_MS }]
  const chosen: number[] = []
  for (const { hour } of dated.sort((a, b) => b.messages - a.messages || a.hour - b.hour)) {
    // An hour next to a chosen one is already in its window.
    if (chosen.every((other) => Math.abs(other - hour) > 1)) chosen.push(hour)
    if (chosen.length === MOST_WINDOWS) break
  }
  return chosen.map((hour) => ({ fromMs: (hour - 1) * HOUR_MS, toMs: (hour + 2) * HOUR_MS }))
}

/** The one with the densest minute. Among equals, the one requested first. */
export function fastestWindow(windows: readonly TicksRead[]): TicksRead | null {
  let fastest: TicksRead | null = null
  let most = -1
  for (const window of windows) {
    const messages = densestMinute(window.ticks)
    if (messages > most) [fastest, most] = [window, messages]
  }
  return fastest
}
