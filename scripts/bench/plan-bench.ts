/**
 * A plan over every session of a heavy home, as in the collector's worker: assessed, fingerprinted, digested
 * and stored, with its first page read back.
 */
import { join } from 'node:path'
import type { HomeRef } from '../../lib/domain/home/home.ts'
import type { PlanRequest } from '../../lib/domain/plan/policy.ts'
import { HomeMemory } from '../../lib/service/observe/home-memory.ts'
import { HomeObserver } from '../../lib/service/observe/home-observer.ts'
import { makeHomePlan } from '../../lib/service/plan/make-plan.ts'
import { openStore } from '../../lib/store/open-store.ts'
import { type BenchRow, benchRow, median } from './bench-row.ts'

const ROUNDS = 3
const LIMIT_MS = 1_000

const request = (olderThanDays: number): PlanRequest => ({
  disposition: 'trash',
  steps: [
    {
      action: 'prune-sessions',
      ids: null,
      sources: null,
      cronJobs: null,
      olderThanDays,
      keepNewest: 5,
      includeShelved: false,
      minBytes: null,
      minMessages: null,
    },
  ],
})

export async function benchPlan(heavyHome: string, tempDir: string): Promise<BenchRow[]> {
  const opened = openStore(join(tempDir, 'plan-bench-data'))
  if (!opened.ok) throw new Error(opened.fault.detail)
  const store = opened.value
  try {
    const home: HomeRef = {
      id: 'main',
      label: 'main',
      path: heavyHome,
      profile: null,
      root: heavyHome,
      demo: false,
    }
    const memory = new HomeMemory(store, heavyHome)
    const observer = new HomeObserver(home, memory, { store, readOnly: false, clock: Date.now })
    await observer.observe()
    while (observer.countOn());
    await observer.observe()
    const took: number[] = []
    let items = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      // The collector's thread holds one home, so what earlier parts left in this process is freed first.
      globalThis.gc?.()
      const startedMs = performance.now()
      const input = { request: request(round), by: 'bench' }
      const made = await makeHomePlan(observer, input, { store, now: Date.now })
      took.push(performance.now() - startedMs)
      if (!made.ok) throw new Error(made.fault.code)
      const { act, keep } = made.value.plan.totals
      items = act.items + keep.items
    }
    return [benchRow(`plan: ${items.toLocaleString('en-US')} sessions`, median(took), 'ms', LIMIT_MS)]
  } finally {
    store.close()
  }
}
