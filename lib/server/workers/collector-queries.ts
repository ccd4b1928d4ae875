/**
 * What can be read of a home and of Steward's own database, method by method. A query changes nothing but
 * caches, so every signed-in user may send it. Changes are in `collector-commands.ts`.
 */

import type { CheckpointList, CheckpointQuery } from '../../domain/checkpoints/checkpoint-list.ts'
import type { CronLedger } from '../../domain/cron/cron-ledger.ts'
import type { DatabaseView } from '../../domain/database/database-view.ts'
import type { GatewayQuery, GatewayReport } from '../../domain/gateway/gateway-report.ts'
import type { SessionQuery } from '../../domain/sessions/list/session-query.ts'
import type { TranscriptQuery } from '../../domain/sessions/transcript.ts'
import type { FolderListing } from '../../domain/storage/folder-listing.ts'
import type { StorageAnswer } from '../../domain/storage/own-storage.ts'
import type { TokensInput } from '../../domain/tokens/build-tokens-view.ts'
import type { TokensView } from '../../domain/tokens/tokens-view.ts'
import type { HomeMetrics } from '../../domain/watch/metrics.ts'
import type { Observation } from '../../service/observe/compose-observation.ts'
import { type DefaultDays, readDefaultDays } from '../../service/plan/plan-start.ts'
import {
  type PlanAnswer,
  type PlanItemsAnswer,
  type PlanItemsInput,
  readPlanById,
  readPlanItems,
  readShownPlan,
  type ShownPlanAnswer,
} from '../../service/plan/read-plan.ts'
import { type PlanPageAnswer, readPlanPage } from '../../service/plan/read-plan-page.ts'
import { findMovedHome, type MovedHome } from '../../service/reports/find-moved-home.ts'
import { readCheckpointList } from '../../service/reports/read-checkpoint-list.ts'
import { readCron } from '../../service/reports/read-cron.ts'
import { readDatabase } from '../../service/reports/read-database.ts'
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
import {
  type IncidentAnswer,
  type IncidentsAnswer,
  type IncidentsInput,
  readHomeIncident,
  readIncidents,
} from '../../service/reports/read-incidents.ts'
import { readMetrics } from '../../service/reports/read-metrics.ts'
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
import { readWatchLimits } from '../../service/reports/read-watch-limits.ts'
import type { WatchAnswer } from '../../service/watch/sampler.ts'
import type { Result } from '../../shared/result.ts'
import type { AuditQuery } from '../../store/access/audit.ts'
import type { StoredLimits } from '../../store/watch/limits.ts'
import type { HomeHandlers, StoreHandlers } from './collector-protocol.ts'

export type Queries = {
  readonly observe: { readonly input: null; readonly answer: Observation }
  readonly sessions: { readonly input: SessionQuery; readonly answer: SessionListAnswer }
  /** All matches, for a selection. */
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
  /** One folder in the home by its path segments. Null if it does not exist. */
  readonly folder: { readonly input: readonly string[]; readonly answer: FolderListing | null }
  readonly gateway: { readonly input: GatewayQuery; readonly answer: Result<GatewayReport, 'bad-cursor'> }
  readonly storage: { readonly input: null; readonly answer: StorageAnswer }
  /** Counts the database first if there is no recent count. */
  readonly database: { readonly input: null; readonly answer: DatabaseView }
  readonly tokens: { readonly input: TokensInput; readonly answer: TokensView }
  /** The newest sample and the last hour. */
  readonly watch: { readonly input: null; readonly answer: WatchAnswer }
  readonly 'default-days': { readonly input: null; readonly answer: DefaultDays }
  /** Plans and receipts of the home, newest first. */
  readonly recent: { readonly input: null; readonly answer: RecentAnswer }
  /** The path this home seems to have been moved from. Null if it was not. */
  readonly 'moved-home': { readonly input: null; readonly answer: MovedHome | null }
  readonly incidents: { readonly input: IncidentsInput; readonly answer: IncidentsAnswer }
  /** Null if this home has no incident with this id. */
  readonly incident: { readonly input: { readonly id: string }; readonly answer: IncidentAnswer | null }
  readonly metrics: { readonly input: null; readonly answer: HomeMetrics }
}

export type QueryName = keyof Queries

/** From Steward's own database. Plans and receipts of any home are found by id. */
export type StoreQueries = {
  /** Without items. */
  readonly plan: { readonly input: { readonly id: string }; readonly answer: PlanAnswer }
  /** With the first page of its items, as the JSON shows it. */
  readonly 'shown-plan': { readonly input: { readonly id: string }; readonly answer: ShownPlanAnswer }
  readonly 'plan-items': { readonly input: PlanItemsInput; readonly answer: PlanItemsAnswer }
  readonly 'plan-page': { readonly input: { readonly id: string }; readonly answer: PlanPageAnswer }
  readonly receipt: { readonly input: ReceiptInput; readonly answer: ReceiptAnswer }
  readonly audit: { readonly input: AuditQuery; readonly answer: AuditAnswer }
  readonly 'watch-limits': { readonly input: null; readonly answer: StoredLimits }
}

export type StoreQueryName = keyof StoreQueries

export const QUERIES: HomeHandlers<Queries> = {
  observe: (home) => home.observe(),
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
  'default-days': readDefaultDays,
  recent: ({ home }, _, context) => readRecent(context, home),
  'moved-home': (home, _, context) => findMovedHome(home, context),
  incidents: readIncidents,
  incident: readHomeIncident,
  metrics: readMetrics,
}

export const STORE_QUERIES: StoreHandlers<StoreQueries> = {
  plan: readPlanById,
  'shown-plan': readShownPlan,
  'plan-items': readPlanItems,
  'plan-page': readPlanPage,
  receipt: readReceiptPage,
  audit: readAuditTrail,
  'watch-limits': readWatchLimits,
}
