/** A session's facts by source, with formatted values. */

import { costWords } from '@/components/sessions/table/words'
import type { SessionDetail } from '@/lib/domain/sessions/session-detail'
import { oneLine } from '@/lib/domain/sessions/session-label'
import { formatBytes, formatCount } from '@/lib/shared/numbers'
import { FACT_TITLES } from './words'

type Fact = SessionDetail['facts'][number]

export type FactLine = {
  readonly name: string
  /** A time stays a time, because the browser formats it in the viewer's time zone. */
  readonly value: { readonly at: string } | { readonly text: string; readonly known: boolean }
}

export type FactGroup = {
  readonly source: Fact['source']
  readonly title: string
  readonly lines: readonly FactLine[]
}

export const factGroups = (facts: readonly Fact[]): FactGroup[] =>
  FACT_TITLES.map(([source, title]) => ({
    source,
    title,
    lines: facts.filter((fact) => fact.source === source).map(lineOf),
  }))

function lineOf({ name, value, unit }: Fact): FactLine {
  if (value === null) return { name, value: { text: ABSENT.get(name) ?? 'unknown', known: false } }
  if (unit === 'time' && typeof value === 'string') return { name, value: { at: value } }
  return { name, value: { text: wordsOf(value, unit), known: true } }
}

/** For these, an empty value is an answer rather than a gap. */
const ABSENT: ReadonlyMap<string, string> = new Map([
  ['Ended', 'still open'],
  ['End reason', 'none'],
  ['Heartbeat', 'none'],
  ['Route last used', 'no route'],
  ['Chat', 'none'],
  ['Model', 'none'],
  ['Cost status', 'none'],
  ['Files last written', 'no file'],
])

function wordsOf(value: number | string, unit: Fact['unit']): string {
  if (typeof value === 'string') return oneLine(value)
  if (unit === 'bytes') return formatBytes(value)
  return unit === 'usd' ? costWords(value) : formatCount(value)
}
