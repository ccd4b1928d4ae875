/** The tokens view as one flat table. Every row names its series, so that no sum mixes them. */
import type { Cell } from '../../shared/csv.ts'
import type { TokenSums } from './token-sums.ts'
import type { TokensView } from './tokens-view.ts'

export const TOKEN_COLUMNS = [
  'attribution',
  'by',
  'key',
  'label',
  'day',
  'input',
  'output',
  'cache_read',
  'cache_write',
  'sessions',
  'cost_usd',
  'coverage',
]

export function tokenRows(view: TokensView): Cell[][] {
  const { booked, measured, hermesDays, breakdown, pruned } = view
  return [
    ...(booked?.days ?? []).map((day) => [
      'session-start-day',
      null,
      null,
      null,
      day.day,
      ...kinds(day),
      day.sessions,
      day.costUsd,
      null,
    ]),
    ...measured.days.map(({ day, tokens, coverage }) => [
      'measured',
      null,
      null,
      null,
      day,
      ...kinds(tokens),
      null,
      null,
      coverage,
    ]),
    ...(hermesDays?.days ?? []).map((day) => [
      'hermes-day',
      null,
      null,
      null,
      day.day,
      ...kinds(day),
      null,
      day.costUsd,
      null,
    ]),
    ...(pruned?.days ?? []).map((day) => [
      'pruned-since',
      null,
      null,
      null,
      day.day,
      ...kinds(day),
      day.sessions,
      day.costUsd,
      null,
    ]),
    ...(breakdown?.groups ?? []).flatMap(({ key, label, days }) =>
      days.map((day) => [
        'session-start-day',
        breakdown?.by ?? null,
        key,
        label,
        day.day,
        ...kinds(day),
        null,
        null,
        null,
      ]),
    ),
  ]
}

const kinds = (sums: TokenSums | null): Cell[] =>
  sums === null ? [null, null, null, null] : [sums.input, sums.output, sums.cacheRead, sums.cacheWrite]
