/** The server actions that the Watch page calls. */
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
