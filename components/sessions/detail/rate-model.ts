/** A session's activity as bars: in detail around its busiest time, and coarse over its whole life. */

import type { TableModel } from '@/components/charts/chart-data'
import { dayTimeWords, timeWords } from '@/components/ui/format-utc'
import type { BusiestStretch, RateSeries } from '@/lib/domain/sessions/busiest-stretch'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { formatCount, formatPlural } from '@/lib/shared/numbers'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@/lib/shared/time'
import { busiestWords, lifeTitle, paceRangeNote } from './words'

type Bar = {
  readonly fromMs: number
  readonly messages: number
  /** Tool rounds or tool results; the table says which. */
  readonly toolIterations: number
  /** Part of a stretch faster than a person can type or read. */
  readonly hot: boolean
}

export type BarSeries = {
  readonly title: string
  readonly subtitle: string
  readonly bars: readonly Bar[]
  readonly stepMs: number
  readonly from: string
  readonly to: string
  readonly most: number
  readonly peakWords: string
  readonly hot: boolean
  readonly table: TableModel
}

/** Null if no message has a time. */
export function rateBars({
  rate,
  busiest,
  hours,
}: Pick<SessionDetail, 'rate' | 'busiest' | 'hours'>): BarSeries | null {
  const fromMs = Date.parse(rate?.from ?? '')
  if (rate === null || Number.isNaN(fromMs)) return null
  const bars = barsOf(rate, fromMs, busiest)
  return seriesOf(bars, rate.stepMs, {
    title: busiestWords(busiest, hours !== null),
    subtitle: `messages each ${stepWords(rate.stepMs)}, ${paceRangeNote(rate.complete, hours !== null)}`,
    hot: busiest?.runaway ?? false,
    tools: 'Tool rounds',
  })
}

function barsOf(rate: RateSeries, fromMs: number, busiest: BusiestStretch | null): Bar[] {
  const isRunaway = busiest?.runaway ?? false
  const [hotFrom, hotTo] = [Date.parse(busiest?.from ?? ''), Date.parse(busiest?.to ?? '')]
  return rate.messages.map((messages, step) => {
    const at = fromMs + step * rate.stepMs
    return {
      fromMs: at,
      messages,
      toolIterations: rate.toolIterations[step] ?? 0,
      hot: isRunaway && messages > 0 && at + rate.stepMs > hotFrom && at <= hotTo,
    }
  })
}

const MAX_BARS = 120

/** The whole life of the session in equal steps of whole hours or days. */
export function lifeBars({ hours }: Pick<SessionDetail, 'hours'>): BarSeries | null {
  const points = (hours?.points ?? []).flatMap(({ at, ...counts }) =>
    at === null ? [] : [{ atMs: Date.parse(at), ...counts }],
  )
  const first = points[0]?.atMs
  const last = points.at(-1)?.atMs
  if (first === undefined || last === undefined) return null
  const stepMs = Math.ceil((last - first + HOUR_MS) / HOUR_MS / MAX_BARS) * HOUR_MS
  const bars = Array.from({ length: Math.floor((last - first) / stepMs) + 1 }, (_, step) => ({
    fromMs: first + step * stepMs,
    messages: 0,
    toolIterations: 0,
    hot: false,
  }))
  for (const { atMs, messages, toolMessages } of points) {
    const bar = bars[Math.floor((atMs - first) / stepMs)]
    if (bar === undefined) continue
    bar.messages += messages
    bar.toolIterations += toolMessages
  }
  const messages = bars.reduce((sum, bar) => sum + bar.messages, 0)
  const tools = bars.reduce((sum, bar) => sum + bar.toolIterations, 0)
  return seriesOf(bars, stepMs, {
    title: lifeTitle(messages, last - first + HOUR_MS, tools),
    subtitle: `messages each ${stepWords(stepMs)}, counted from our index${hours?.complete === false ? ', the newest hours only' : ''}`,
    hot: false,
    tools: 'Tool results',
  })
}

function seriesOf(
  bars: readonly Bar[],
  stepMs: number,
  { tools, ...words }: { title: string; subtitle: string; hot: boolean; tools: string },
): BarSeries {
  const first = bars[0]?.fromMs ?? 0
  const last = (bars.at(-1)?.fromMs ?? 0) + stepMs
  const isLong = last - first > DAY_MS / 2
  const format = isLong ? dayTimeWords : timeWords
  const most = bars.reduce((found, { messages }) => Math.max(found, messages), 0)
  return {
    ...words,
    bars,
    stepMs,
    from: format(first),
    to: `${format(last)} UTC`,
    most,
    peakWords: `${formatCount(most)} in ${stepWords(stepMs)}`,
    table: {
      caption: words.title,
      head: ['From, UTC', 'Messages', tools],
      rows: bars
        .filter(({ messages }) => messages > 0)
        .map((bar) => ({
          key: String(bar.fromMs),
          cells: [format(bar.fromMs), formatCount(bar.messages), formatCount(bar.toolIterations)],
        })),
    },
  }
}

function stepWords(stepMs: number): string {
  if (stepMs % DAY_MS === 0) return formatPlural(stepMs / DAY_MS, 'day')
  if (stepMs % HOUR_MS === 0) return formatPlural(stepMs / HOUR_MS, 'hour')
  if (stepMs % MINUTE_MS === 0) return `${formatCount(stepMs / MINUTE_MS)} min`
  return `${formatCount(stepMs / SECOND_MS)} s`
}
