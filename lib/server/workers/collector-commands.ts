/**
 * The commands of the collector, method by method. None changes a file of Hermes. They write to Steward's own
 * database, control its reads, or call Hermes' API server. The executor runs plans.
 */
import type { DatabaseView } from '../../domain/database/database-view.ts'
import type { Incident } from '../../domain/watch/incidents/incident.ts'
import type { WatchState } from '../../domain/watch/watch-state.ts'
import { type AcknowledgeInput, acknowledgeIncident } from '../../service/commands/acknowledge-incident.ts'
import { type AdoptInput, adoptMovedHome } from '../../service/commands/adopt-moved-home.ts'
import { type CountDatabaseInput, countHomeDatabase } from '../../service/commands/count-home-database.ts'
import { type PauseInput, pauseHomeReads } from '../../service/commands/pause-reads.ts'
import { type SetLimitsInput, setWatchLimits } from '../../service/commands/set-watch-limits.ts'
import {
  pauseHomeJob,
  type StopAnswer,
  type StopInput,
  stopHomeAgentRun,
} from '../../service/commands/stop-through-hermes.ts'
import type { Observation } from '../../service/observe/compose-observation.ts'
import type { HomeObserver } from '../../service/observe/home-observer.ts'
import { type MadePlan, type MakePlanInput, makeHomePlan } from '../../service/plan/make-plan.ts'
import { type FindingInput, planFinding } from '../../service/plan/plan-start.ts'
import type { HomeHandlers, StoreHandlers } from './collector-protocol.ts'

export type Commands = {
  /** Scans every file again, whatever the folder signatures say. */
  readonly 'count-again': { readonly input: null; readonly answer: Observation }
  readonly 'count-database': { readonly input: CountDatabaseInput; readonly answer: DatabaseView }
  /** While paused, for at most half an hour, the database is read only to make a plan. */
  readonly 'pause-reads': { readonly input: PauseInput; readonly answer: WatchState }
  readonly 'make-plan': { readonly input: MakePlanInput; readonly answer: MadePlan }
  readonly 'plan-finding': { readonly input: FindingInput; readonly answer: MadePlan }
  /** Null if this home has no incident with this id. */
  readonly 'acknowledge-incident': { readonly input: AcknowledgeInput; readonly answer: Incident | null }
  /** False if the home no longer looks moved. */
  readonly 'adopt-home': { readonly input: AdoptInput; readonly answer: boolean }
  readonly 'pause-job': { readonly input: StopInput; readonly answer: StopAnswer }
  /** Stops a run of Hermes' agent. The executor stops runs of Steward. */
  readonly 'stop-agent-run': { readonly input: StopInput; readonly answer: StopAnswer }
}

export type CommandName = keyof Commands

/** On Steward's own database, for all homes. Every home is sampled right after. */
export type StoreCommands = {
  /** False if the limits could not be written. */
  readonly 'set-watch-limits': { readonly input: SetLimitsInput; readonly answer: boolean }
}

export type StoreCommandName = keyof StoreCommands

export const COMMANDS: HomeHandlers<Commands> = {
  'count-again': async (home: HomeObserver) => {
    await home.countAgain()
    return home.observe()
  },
  'count-database': countHomeDatabase,
  'pause-reads': pauseHomeReads,
  'make-plan': makeHomePlan,
  'plan-finding': planFinding,
  'acknowledge-incident': acknowledgeIncident,
  'adopt-home': adoptMovedHome,
  'pause-job': pauseHomeJob,
  'stop-agent-run': stopHomeAgentRun,
}

/**
 * These change what the watch page shows, so the home is sampled right after and every open page is updated.
 */
export const SAMPLED_AFTER: ReadonlySet<CommandName> = new Set<CommandName>([
  'pause-reads',
  'acknowledge-incident',
  'pause-job',
  'stop-agent-run',
])

export const STORE_COMMANDS: StoreHandlers<StoreCommands> = { 'set-watch-limits': setWatchLimits }
