/** Counts how often a job runs. A run leaves a row, a ledger entry or an output, rarely all three. */
import { DAY_MS } from '../../shared/time.ts'

export const RUN_WINDOW_DAYS = 7

export const runWindowStart = (nowMs: number): number => nowMs - RUN_WINDOW_DAYS * DAY_MS

/** Jobs without an agent have no session. The ledger keeps 1,000 runs in total, Hermes 50 outputs per job. */
export type RunSource = 'sessions' | 'executions' | 'outputs'

export type RunCount = { readonly runs: number; readonly from: RunSource }

/** Traces can be lost but not invented, so the highest count is the closest. Null if none is known. */
export function countRuns(counts: Readonly<Record<RunSource, number | null>>): RunCount | null {
  let most: RunCount | null = null
  for (const from of ['sessions', 'executions', 'outputs'] as const) {
    const runs = counts[from]
    if (runs !== null && (most === null || runs > most.runs)) most = { runs, from }
  }
  return most
}

export const runsPerDay = (count: RunCount | null): number | null =>
  count === null ? null : count.runs / RUN_WINDOW_DAYS
