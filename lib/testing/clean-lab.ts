/** A home with everything a run needs, as in the server's threads, for tests of whole runs. */
import { join } from 'node:path'
import type { HomeRef } from '../domain/home/home.ts'
import type { Disposition } from '../domain/plan/action.ts'
import type { Policy } from '../domain/plan/policy.ts'
import { consentPhrase } from '../domain/plan/words.ts'
import { HomeMemory } from '../service/observe/home-memory.ts'
import { HomeObserver } from '../service/observe/home-observer.ts'
import { makeHomePlan } from '../service/plan/make-plan.ts'
import { approvePlan } from '../service/run/approve-plan.ts'
import type { RunTools } from '../service/run/open-run.ts'
import { planRestore } from '../service/run/plan-restore.ts'
import { runReceipt } from '../service/run/run-plan.ts'
import { openStore, type Store } from '../store/open-store.ts'
import type { StoredPlan } from '../store/plans/plans.ts'
import { readPlan } from '../store/plans/plans.ts'
import { readReceipt, type StoredReceipt } from '../store/plans/receipts.ts'

export type CleanLab = {
  readonly home: HomeRef
  readonly store: Store
  readonly tools: RunTools
  readonly plan: (steps: readonly Policy[], disposition: Disposition) => Promise<StoredPlan>
  /** The receipt of a run that has not started. */
  readonly approve: (plan: StoredPlan, except?: readonly string[]) => string
  /** Approves and runs to the end. */
  readonly run: (plan: StoredPlan, except?: readonly string[]) => Promise<StoredReceipt>
  readonly restorePlan: (receiptId: string) => Promise<StoredPlan>
  readonly restore: (receiptId: string) => Promise<StoredReceipt>
}

const NEVER_EXPIRES = { trash: null, archive: null }

/** Pass `now` for data written at another time. */
export function cleanLab(homePath: string, dataDir: string, now: () => number = Date.now): CleanLab {
  const home: HomeRef = {
    id: 'main',
    label: 'main',
    path: homePath,
    profile: null,
    root: homePath,
    demo: false,
  }
  const opened = openStore(dataDir, { durable: true })
  if (!opened.ok) throw new Error(opened.fault.detail)
  const store = opened.value
  const tools: RunTools = {
    store,
    dataDir,
    now,
    homeOf: (id) => (id === home.id ? home : null),
    lockRefusal: () => null,
    keptMs: NEVER_EXPIRES,
  }
  const memory = new HomeMemory(store, homePath)
  const approve = (plan: StoredPlan, except: readonly string[] = []): string => {
    const approved = approvePlan(tools, approvalOf(plan, except), 'a test')
    if (!approved.ok) throw new Error(`${approved.fault.code}: ${approved.fault.message}`)
    return approved.value.receiptId
  }
  const run = async (plan: StoredPlan, except: readonly string[] = []): Promise<StoredReceipt> => {
    const receiptId = approve(plan, except)
    await runReceipt(tools, home, receiptId)
    return known(readReceipt(store, receiptId))
  }
  const restorePlan = async (receiptId: string): Promise<StoredPlan> => {
    const planned = await planRestore(tools, receiptId, 'a test')
    if (!planned.ok) throw new Error(planned.fault.message)
    return known(readPlan(store, planned.value.planId, now()))
  }
  return {
    home,
    store,
    tools,
    plan: async (steps, disposition) => {
      const observer = new HomeObserver(home, memory, {
        store,
        readOnly: false,
        clock: now,
      })
      const made = await makeHomePlan(observer, { request: { steps, disposition }, by: 'a test' }, tools)
      if (!made.ok) throw new Error(JSON.stringify(made.fault))
      return made.value.plan
    },
    approve,
    run,
    restorePlan,
    restore: async (receiptId) => run(await restorePlan(receiptId)),
  }
}

export const approvalOf = (plan: StoredPlan, except: readonly string[]) => ({
  planId: plan.id,
  digest: plan.digest,
  except,
  consent: consentPhrase(plan.totals.act.items - except.length, plan.homeId),
})

function known<T>(value: T | null): T {
  if (value === null) throw new Error('it is not in the store')
  return value
}

export const dataBeside = (homePath: string): string =>
  join(homePath, '..', `${homePath.split('/').at(-1)}-data`)

/** Everything any action can remove, of any age. */
export const EVERYTHING: readonly Policy[] = [
  {
    action: 'prune-sessions',
    ids: null,
    sources: null,
    cronJobs: null,
    olderThanDays: 0,
    keepNewest: null,
    includeShelved: true,
    minBytes: null,
    minMessages: null,
  },
  {
    action: 'prune-files',
    sources: null,
    cronJobs: null,
    olderThanDays: 0,
    kinds: ['transcript', 'request-dump'],
    minBytes: null,
  },
  { action: 'orphan-files', olderThanDays: 0 },
  { action: 'close-leaked', ids: null, sources: null, cronJobs: null, olderThanDays: 0 },
  { action: 'checkpoints', ids: null, states: ['orphan', 'stale'], olderThanDays: 0, temporaryPacks: true },
  { action: 'cron-output', cronJobs: null, keepNewest: 1, olderThanDays: 0, deadJobs: true },
  { action: 'gateway-entries', states: ['expired', 'dangling'], olderThanDays: 0 },
]

/** The same for some actions only. */
export const stepsOf = (...actions: readonly Policy['action'][]): Policy[] =>
  EVERYTHING.filter(({ action }) => actions.includes(action))
