/** Turns a policy into a stored plan: assesses the home now, decides about each item and freezes it under a digest. */
import { createHash, randomUUID } from 'node:crypto'
import { dirname } from 'node:path'
import { readTrigramFaults } from '../../collect/database/read-nul-messages.ts'
import { readSearchState } from '../../collect/database/read-search-state.ts'
import { readSurroundings } from '../../collect/home/read-surroundings.ts'
import { makeFingerprints } from '../../collect/sessions/read-fingerprints.ts'
import { readLargestMessage } from '../../collect/sessions/read-largest-message.ts'
import { readMessageIdentities } from '../../collect/sessions/read-message-identities.ts'
import { readSessionFingerprints } from '../../collect/sessions/read-session-fingerprints.ts'
import { assessCompaction } from '../../domain/database/assess-compaction.ts'
import type { CompactionView } from '../../domain/database/database-view.ts'
import type { TrigramFault } from '../../domain/database/trigrams.ts'
import type { AssessedHome } from '../../domain/home/assessed-home.ts'
import { archiveNeedsRoom, type Refusal } from '../../domain/home/refusals.ts'
import type { ItemDraft } from '../../domain/plan/item-draft.ts'
import { digestTexts, makePlan } from '../../domain/plan/make-plan.ts'
import type { Plan, PlanDisk } from '../../domain/plan/plan.ts'
import type { PlanFacts } from '../../domain/plan/plan-facts.ts'
import type { PlanRequest } from '../../domain/plan/policy.ts'
import { growthPerDay } from '../../domain/storage/growth.ts'
import { releaseDiskReserve } from '../../platform/disk-reserve.ts'
import { errorCode } from '../../platform/error-code.ts'
import { failed, ok, type Result } from '../../shared/result.ts'
import { HOUR_MS } from '../../shared/time.ts'
import { realPathOf } from '../../store/homes.ts'
import type { Store } from '../../store/open-store.ts'
import { readPlan, type StoredPlan, savePlan } from '../../store/plans/plans.ts'
import { type StoreContext, withStore } from '../../store/store-context.ts'
import type { HomeObserver } from '../observe/home-observer.ts'
import type { PlanFault } from './read-plan.ts'

export type MakePlanInput = {
  readonly request: PlanRequest
  /** The requester, as named in the records. */
  readonly by: string
}

const EXPIRES_MS = HOUR_MS

/** Without its items. A page loads the ones it shows. */
export type MadePlan = Result<{ readonly plan: StoredPlan }, PlanFault>

export const makeHomePlan = async (
  home: HomeObserver,
  input: MakePlanInput,
  context: StoreContext,
): Promise<MadePlan> => planAssessed(home, await home.assessedNow(), input, context)

/** For a caller that has assessed the home at this moment. */
export function planAssessed(
  home: HomeObserver,
  assessed: AssessedHome,
  { request, by }: MakePlanInput,
  context: StoreContext,
): MadePlan {
  const store = request.steps.some(({ action }) => action === 'checkpoints')
  const refusals = [...home.refusals(assessed, { store }), ...archiveRefusals(request, context)]
  const nowMs = home.now()
  const draft = makePlan(
    {
      home: assessed,
      nowMs,
      fingerprints: makeFingerprints(
        home.home.path,
        () => {
          const read = home.readDatabase((db, { capabilities }) =>
            readSessionFingerprints(db, capabilities, home.memory?.messageFingerprints() ?? null),
          )
          return read.ok ? read.value : () => null
        },
        (id) => {
          const read = home.readDatabase((db, { capabilities }) =>
            readLargestMessage(db, capabilities.messageColumns, id),
          )
          return read.ok ? read.value : null
        },
        (id) => {
          const read = home.readDatabase((db, { capabilities }) =>
            readMessageIdentities(db, capabilities.messageColumns, id),
          )
          return read.ok ? read.value : null
        },
      ),
      refusals,
      trigramFault: trigramFaultsOf(home),
      compaction: request.steps.some(({ action }) => action === 'compact-database')
        ? assessCompactionOf(home, assessed, refusals)
        : null,
    },
    request.steps,
    request.disposition,
  )
  const { items } = draft
  const frozen = {
    homePath: realPathOf(home.home.path),
    steps: draft.steps,
    disposition: request.disposition,
  }
  const plan: Plan = {
    ...frozen,
    id: randomUUID(),
    homeId: home.home.id,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + EXPIRES_MS,
    digest: digestOf(frozen, items),
    totals: draft.totals,
    refusals: draft.refusals,
    createdBy: by,
    disk: diskOf(home, assessed, nowMs),
    restores: null,
  }
  return withStore(context, (store) => {
    saveWithRoom(store, plan, items)
    const saved = readPlan(store, plan.id, nowMs)
    return saved === null ? failed({ code: 'no-such-plan' }) : ok({ plan: saved })
  })
}

/** Read once. The run compares a session that is not known yet. */
function trigramFaultsOf(home: HomeObserver): PlanFacts['trigramFault'] {
  let faults: ReadonlyMap<string, TrigramFault> | null = null
  return (id) => {
    faults ??= readFaults(home)
    return faults.get(id) ?? null
  }
}

function readFaults(home: HomeObserver): ReadonlyMap<string, TrigramFault> {
  const messages = home.memory?.faultyMessages() ?? []
  if (messages.length === 0) return new Map()
  const read = home.readDatabase((db) => readTrigramFaults(db, messages))
  return read.ok ? read.value : new Map()
}

/** An archive would be in the temporary folder, which may be in memory. */
const archiveRefusals = ({ disposition }: PlanRequest, { temporaryFor }: StoreContext): Refusal[] =>
  disposition === 'archive' && temporaryFor != null ? [archiveNeedsRoom(temporaryFor)] : []

/** Releases the disk reserve if the disk is full, because a plan that cannot be stored cannot be approved. */
function saveWithRoom(store: Store, plan: Plan, items: readonly ItemDraft[]): void {
  try {
    savePlan(store, plan, items)
  } catch (error) {
    if (errorCode(error) !== 'SQLITE_FULL' || !releaseDiskReserve(dirname(store.db.name))) throw error
    savePlan(store, plan, items)
  }
}

function digestOf(
  plan: Pick<Plan, 'homePath' | 'steps' | 'disposition'>,
  items: readonly ItemDraft[],
): string {
  const hash = createHash('sha256')
  for (const text of digestTexts(plan, items)) hash.update(text)
  return hash.digest('hex')
}

function assessCompactionOf(
  home: HomeObserver,
  { snapshot }: AssessedHome,
  refusals: readonly Refusal[],
): CompactionView {
  const notes = home.readDatabase((db, { capabilities }) => readSearchState(db, capabilities.tables))
  return assessCompaction({
    database: snapshot.database.ok ? snapshot.database.value : null,
    objects: null,
    notes: notes.ok ? notes.value : null,
    liveness: snapshot.liveness,
    space: snapshot.space,
    surroundings: readSurroundings(home.home.path),
    refusals: notes.ok ? refusals : [...refusals, SEARCH_UNKNOWN],
  })
}

const SEARCH_UNKNOWN: Refusal = {
  code: 'search-unknown',
  message: 'What Hermes noted about its full-text index could not be read.',
}

const diskOf = (home: HomeObserver, { snapshot }: AssessedHome, nowMs: number): PlanDisk => ({
  freeBytes: snapshot.space.ok ? snapshot.space.value.freeBytes : null,
  growthBytesPerDay: growthPerDay(home.memory?.recall(nowMs).storage ?? [], nowMs).totalPerDay,
})
