/** A receipt with round numbers, for tests of components. */
import type { HistoryReceipt } from '../../../components/history/history-model'

const STARTED_MS = Date.parse('2026-11-15T14:33:12.000Z')

export const exampleReceipt = (change: Partial<HistoryReceipt> = {}): HistoryReceipt => ({
  id: '0193-4be2',
  planId: '0193-4be1',
  homeId: 'main',
  kind: 'cleanup',
  restores: null,
  disposition: 'trash',
  state: 'done',
  startedAtMs: STARTED_MS,
  endedAtMs: STARTED_MS + 49_000,
  approvedBy: 'operator',
  total: 2_155,
  done: 2_151,
  skipped: 3,
  failed: 1,
  promisedBytes: 10.85e9,
  freedBytes: 0,
  keptBytes: 10.84e9,
  expiresAtMs: STARTED_MS + 7 * 86_400_000,
  stopRequested: false,
  note: null,
  foundAtMs: null,
  steps: [{ action: 'orphan-files', olderThanDays: 1 }],
  elsewhere: null,
  ...change,
})
