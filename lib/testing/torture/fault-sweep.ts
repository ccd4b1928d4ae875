/** Whole runs with a failing call, one after another, each checked for crash safety. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Disposition } from '../../domain/plan/action.ts'
import { recoverRuns } from '../../service/run/recover-runs.ts'
import { runReceipt } from '../../service/run/run-plan.ts'
import { captureHome } from '../capture-home.ts'
import { cleanLab, EVERYTHING } from '../clean-lab.ts'
import { tinyHome } from '../presets/tiny-home.ts'
import { crashSafetyProblems } from './crash-safety.ts'
import { type Call, type FaultCode, type InjectedFault, withFault } from './fail-calls.ts'

export type Sweep = {
  readonly disposition: Disposition
  /** Where the fault happens: in the run, or in its restore. */
  readonly stage: 'run' | 'restore'
  readonly code: FaultCode
  readonly stays: boolean
  /** On the home's disk only, or on Steward's data folder too. */
  readonly where: 'home' | 'everywhere'
  /** Every call, or the first of each place in the code. */
  readonly calls: 'every' | 'each-place'
  /** Only calls whose name and stack match. */
  readonly only?: string
  /** One in this many. */
  readonly oneIn: number
  /** Which of them, from 0. */
  readonly offset: number
}

export type Swept = {
  readonly calls: number
  readonly tried: number
  readonly endings: Readonly<Record<string, number>>
  readonly wrong: readonly Wrong[]
}

type Wrong = Place & { readonly what: readonly string[] }

/** One after another on copies of one home. The calls are recorded once for each combination. */
export async function sweepFaults(folder: string, sweeps: readonly Sweep[]): Promise<Swept[]> {
  mkdirSync(folder, { recursive: true })
  const origin = join(folder, 'origin')
  tinyHome(join(origin, 'home'), Date.now())
  const learnt = new Map<string, readonly Call[]>()
  const swept: Swept[] = []
  for (const sweep of sweeps) {
    const scenario = `${sweep.disposition} ${sweep.stage} ${sweep.where}`
    const all = learnt.get(scenario) ?? (await tryOnce(folder, origin, sweep, null)).calls
    learnt.set(scenario, all)
    const calls = all.filter(({ codes }) => codes.includes(sweep.code))
    const endings: Record<string, number> = {}
    const wrong: Wrong[] = []
    const chosen = choose(calls, sweep)
    for (const place of chosen) {
      const { ending, what } = await tryOnce(folder, origin, sweep, { ...sweep, ...place })
      endings[ending] = (endings[ending] ?? 0) + 1
      if (what.length > 0) wrong.push({ ...place, what })
    }
    swept.push({ calls: calls.length, tried: chosen.length, endings, wrong })
  }
  return swept
}

type Place = Pick<InjectedFault, 'call' | 'nth'>

function choose(calls: readonly Call[], { calls: which, only = '', oneIn, offset }: Sweep): Place[] {
  const met = new Map<string, number>()
  const pattern = new RegExp(only)
  const places = calls.flatMap(({ name, site }): Place[] => {
    const key = `${name} ${site}`
    const nth = (met.get(key) ?? 0) + 1
    met.set(key, nth)
    return pattern.test(key) && (which === 'every' || nth === 1) ? [{ call: { name, site }, nth }] : []
  })
  return places.filter((_, index) => index % oneIn === offset % oneIn)
}

async function tryOnce(
  folder: string,
  origin: string,
  sweep: Sweep,
  fault: InjectedFault | null,
): Promise<{ readonly calls: readonly Call[]; readonly ending: string; readonly what: readonly string[] }> {
  const place = join(folder, 'try')
  rmSync(place, { recursive: true, force: true })
  const copied = spawnSync('cp', ['-a', origin, place])
  if (copied.status !== 0) throw new Error(copied.stderr.toString())
  const [home, data] = [join(place, 'home'), join(place, 'data')]
  const before = captureHome(home)
  const lab = cleanLab(home, data)
  const first = lab.approve(await lab.plan(EVERYTHING, sweep.disposition))
  if (sweep.stage === 'restore') await runReceipt(lab.tools, lab.home, first)
  const second = sweep.stage === 'restore' ? lab.approve(await lab.restorePlan(first)) : first
  const roots = sweep.where === 'home' ? [home] : [home, data]
  const { calls, thrown, hasFailed } = await withFault(roots, fault, () =>
    runReceipt(lab.tools, lab.home, second),
  )
  lab.store.close()
  const again = cleanLab(home, data)
  const what: string[] = bugOf(thrown)
  try {
    await recoverRuns(again.tools)
    what.push(...(await crashSafetyProblems(again, first, before, { temporaryFiles: sweep.stays })))
  } catch (error) {
    what.push(`afterwards: ${error instanceof Error ? error.stack : String(error)}`)
  }
  again.store.close()
  const ending = !hasFailed ? 'not met' : thrown === null ? 'said by the receipt' : 'left to the next start'
  return { calls, ending, what }
}

/** A run may stop for a system error, never for a bug. */
const bugOf = (thrown: unknown): string[] =>
  thrown === null || (thrown instanceof Error && 'code' in thrown) ? [] : [`threw: ${String(thrown)}`]
