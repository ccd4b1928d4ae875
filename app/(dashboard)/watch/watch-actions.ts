/** Everything a person can do on the board, gathered for its components. */
import type { WatchActions } from '@/components/watch/watch-actions'
import { startFinding } from '../cleanup/actions'
import { pauseReads } from './actions'
import { acknowledgeIncident, pauseJob, stopAgentRun } from './incidents/actions'

export const WATCH_ACTIONS: WatchActions = {
  acknowledge: acknowledgeIncident,
  pauseReads,
  pauseJob,
  stopAgentRun,
  startFinding,
}
