/**
 * What can be asked about a home, and how it is answered. One line a question: pages and the HTTP interface ask
 * through the collector, its worker answers from the observer that already has the picture.
 */

import type { CheckpointList, CheckpointQuery } from '../../domain/checkpoints/checkpoint-list.ts'
import type { CronLedger } from '../../domain/cron/cron-ledger.ts'
import type { DatabaseView } from '../../domain/database/database-view.ts'
import type { GatewayQuery, GatewayReport } from '../../domain/gateway/gateway-report.ts'
import type { SessionQuery } from '../../domain/sessions/list/session-query.ts'
import type { TranscriptQuery } from '../../domain/sessions/transcript.ts'
import type { FolderListing } from '../../domain/storage/folder-listing.ts'
import type { StorageReport } from '../../domain/storage/storage-report.ts'
import type { TokensInput } from '../../domain/tokens/build-tokens-view.ts'
import type { TokensView } from '../../domain/tokens/tokens-view.ts'
import type { Incident } from '../../domain/watch/incidents/incident.ts'
import type { HomeMetrics } from '../../domain/watch/metrics.ts'
import type { WatchState } from '../../domain/watch/watch-state.ts'
import type { HomeObserver, Observation } from '../../service/observe/home-observer.ts'
import { type MadePlan, type MakePlanInput, makeHomePlan } from '../../service/plan/make-plan.ts'
import {
  type DefaultDays,
  type FindingInput,
  planFinding,
  readDefaultDays,
} from '../../service/plan/plan-start.ts'
import {
  type PlanAnswer,
  type PlanItemsAnswer,
  type PlanItemsInput,
  readHomePlan,
  readPlanItems,
} from '../../service/plan/read-plan.ts'
import { type PlanPageAnswer, readPlanPage } from '../../service/plan/read-plan-page.ts'
import { readCheckpointList } from '../../service/reports/read-checkpoint-list.ts'
import { readCron } from '../../service/reports/read-cron.ts'
import { type DatabaseInput, readDatabase } from '../../service/reports/read-database.ts'
import { readFolder } from '../../service/reports/read-folder.ts'
import { readGateway } from '../../service/reports/read-gateway.ts'
import {
  type AuditAnswer,
  type ReceiptAnswer,
  type ReceiptInput,
  type RecentAnswer,
  readAuditTrail,
  readReceiptPage,
  readRecent,
} from '../../service/reports/read-history.ts'
import { readSessionDetail, type SessionDetailAnswer } from '../../service/reports/read-session-detail.ts'
import {
  readSessionList,
  readSessionPicks,
  type SessionListAnswer,
  type SessionPicksAnswer,
} from '../../service/reports/read-session-list.ts'
import {
  readSessionTranscript,
  type TranscriptAnswer,
} from '../../service/reports/read-session-transcript.ts'
import { readStorage } from '../../service/reports/read-storage.ts'
import { readTokens } from '../../service/reports/read-tokens.ts'
import { type PauseInput, pauseHomeReads } from '../../service/watch/pause-reads.ts'
import {
  type AcknowledgeInput,
  acknowledgeIncident,
  type IncidentAnswer,
  type IncidentsAnswer,
  type IncidentsInput,
  readHomeIncident,
  readIncidents,
  readWatchLimits,
  type SetLimitsInput,
  setWatchLimits,
} from '../../service/watch/read-incidents.ts'
import { readMetrics } from '../../service/watch/read-metrics.ts'
import type { WatchAnswer } from '../../service/watch/sampler.ts'
import {
  pauseHomeJob,
  type StopAnswer,
  type StopInput,
  stopHomeRun,
} from '../../service/watch/stop-through-hermes.ts'
import type { Result } from '../../shared/result.ts'
import type { AuditQuery } from '../../store/access/audit.ts'
import type { StoredLimits } from '../../store/watch/limits.ts'

export type Questions = {
  readonly observe: { readonly input: null; readonly answer: Observation }
  /** Every file again, whatever the signatures say. */
  readonly 'count-again': { readonly input: null; readonly answer: Observation }
  readonly sessions: { readonly input: SessionQuery; readonly answer: SessionListAnswer }
  /** All that match, for a selection. */
  readonly 'session-picks': { readonly input: SessionQuery; readonly answer: SessionPicksAnswer }
  readonly session: { readonly input: { readonly id: string }; readonly answer: SessionDetailAnswer }
  readonly 'session-messages': {
    readonly input: { readonly id: string; readonly query: TranscriptQuery }
    readonly answer: TranscriptAnswer
  }
  readonly checkpoints: {
    readonly input: CheckpointQuery
    readonly answer: Result<CheckpointList, 'bad-cursor'>
  }
  readonly cron: { readonly input: null; readonly answer: CronLedger }
  /** One folder inside the home, by the names that lead to it; null where there is none. */
  readonly folder: { readonly input: readonly string[]; readonly answer: FolderListing | null }
  readonly gateway: { readonly input: GatewayQuery; readonly answer: Result<GatewayReport, 'bad-cursor'> }
  readonly storage: { readonly input: null; readonly answer: StorageReport }
  readonly database: { readonly input: DatabaseInput; readonly answer: DatabaseView }
  readonly tokens: { readonly input: TokensInput; readonly answer: TokensView }
  /** What the board shows, and the hour behind it. */
  readonly watch: { readonly input: null; readonly answer: WatchAnswer }
  /** The database is left alone while paused, for half an hour at most, but for a plan somebody asks for. */
  readonly 'pause-reads': { readonly input: PauseInput; readonly answer: WatchState }
  readonly 'make-plan': { readonly input: MakePlanInput; readonly answer: MadePlan }
  /** Plans are asked for by their own id, whichever home they are of. */
  readonly plan: { readonly input: { readonly id: string }; readonly answer: PlanAnswer }
  readonly 'plan-items': { readonly input: PlanItemsInput; readonly answer: PlanItemsAnswer }
  readonly 'plan-page': { readonly input: { readonly id: string }; readonly answer: PlanPageAnswer }
  readonly 'plan-finding': { readonly input: FindingInput; readonly answer: MadePlan }
  readonly 'usual-days': { readonly input: null; readonly answer: DefaultDays }
  /** Plans and receipts of the home, newest first. */
  readonly recent: { readonly input: null; readonly answer: RecentAnswer }
  readonly receipt: { readonly input: ReceiptInput; readonly answer: ReceiptAnswer }
  readonly audit: { readonly input: AuditQuery; readonly answer: AuditAnswer }
  readonly incidents: { readonly input: IncidentsInput; readonly answer: IncidentsAnswer }
  /** Null: this home has none of this id. */
  readonly incident: { readonly input: { readonly id: string }; readonly answer: IncidentAnswer | null }
  readonly 'acknowledge-incident': { readonly input: AcknowledgeInput; readonly answer: Incident | null }
  readonly 'watch-limits': { readonly input: null; readonly answer: StoredLimits }
  readonly 'set-watch-limits': { readonly input: SetLimitsInput; readonly answer: boolean }
  readonly 'pause-job': { readonly input: StopInput; readonly answer: StopAnswer }
  readonly 'stop-run': { readonly input: StopInput; readonly answer: StopAnswer }
  readonly metrics: { readonly input: null; readonly answer: HomeMetrics }
}

export type QuestionKind = keyof Questions

type Answers = {
  readonly [Kind in QuestionKind]: (
    home: HomeObserver,
    input: Questions[Kind]['input'],
    /** Of another home, where the answer needs it. */
    observerOf: (homeId: string) => HomeObserver | undefined,
  ) => Promise<Questions[Kind]['answer']> | Questions[Kind]['answer']
}

export const ANSWERS: Answers = {
  observe: (home) => home.observe(),
  'count-again': async (home) => {
    await home.countAgain()
    return home.observe()
  },
  sessions: readSessionList,
  'session-picks': readSessionPicks,
  session: readSessionDetail,
  'session-messages': readSessionTranscript,
  checkpoints: readCheckpointList,
  cron: readCron,
  folder: readFolder,
  gateway: readGateway,
  storage: readStorage,
  database: readDatabase,
  tokens: readTokens,
  watch: ({ sampler }) => sampler.answer(),
  'pause-reads': pauseHomeReads,
  'make-plan': makeHomePlan,
  plan: readHomePlan,
  'plan-items': readPlanItems,
  'plan-page': readPlanPage,
  'plan-finding': planFinding,
  'usual-days': readDefaultDays,
  recent: readRecent,
  receipt: readReceiptPage,
  audit: readAuditTrail,
  incidents: readIncidents,
  incident: readHomeIncident,
  'acknowledge-incident': acknowledgeIncident,
  'watch-limits': readWatchLimits,
  'set-watch-limits': setWatchLimits,
  'pause-job': pauseHomeJob,
  'stop-run': stopHomeRun,
  metrics: readMetrics,
}
