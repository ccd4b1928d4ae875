/**
 * Kills whole runs and restores at every step of their journal and at many random moments. `node
 * scripts/torture/runs.ts [MOMENTS] [COMBINATION]`: default 200 moments over all combinations; a single one
 * is `trash-run`, `archive-run`, `delete-run`, `trash-restore` or `archive-restore`. `group` kills the whole process group
 * at every call of git, purges and expiries included, and `commits` kills inside every write to state.db in both journal
 * modes. Exits with 1 at the first home that is not as guaranteed.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GitKill } from '../../lib/testing/torture/counting-git.ts'
import { type GitKilled, type GitScenario, killGit } from '../../lib/testing/torture/kill-git.ts'
import { type KillAt, type Killed, type KillScenario, killRun } from '../../lib/testing/torture/kill-run.ts'

const SCENARIOS: readonly KillScenario[] = [
  { disposition: 'trash', stage: 'run' },
  { disposition: 'archive', stage: 'run' },
  { disposition: 'delete', stage: 'run' },
  { disposition: 'trash', stage: 'restore' },
  { disposition: 'archive', stage: 'restore' },
]
const GIT_SCENARIOS: readonly GitScenario[] = [
  ...SCENARIOS,
  { disposition: 'trash', stage: 'purge' },
  { disposition: 'trash', stage: 'expiry' },
]
const MOMENTS_OF_A_CALL = ['before', 'prepared', 'during', 'after'] as const
/** A few moments come after the end, when nothing may be in progress. */
const LONGER = 1.1
const REPORT_EVERY = 20

const moments = Number(process.argv[2] ?? 200)
const wanted = process.argv[3]
const nameOf = ({ disposition, stage }: GitScenario): string => `${disposition}-${stage}`
const scenarios = SCENARIOS.filter((scenario) => wanted === undefined || nameOf(scenario) === wanted)
if (scenarios.length === 0 && wanted !== 'group' && wanted !== 'commits')
  throw new Error(`no such scenario; one of ${SCENARIOS.map(nameOf).join(', ')}, group, commits`)

const begunMs = performance.now()
let kills = 0
for (const scenario of scenarios) await sweep(scenario)
if (wanted === undefined || wanted === 'commits')
  for (const scenario of SCENARIOS) await sweepCommits(scenario)
if (wanted === undefined || wanted === 'group') for (const scenario of GIT_SCENARIOS) await sweepGit(scenario)
console.log(`runs: ${kills} killed, every home is what was promised, ${minutes(begunMs)} minutes`)

async function sweep(scenario: KillScenario): Promise<void> {
  const scenarioMs = performance.now()
  const endings: Record<string, number> = {}
  let tried = 0
  const kill = async (at: KillAt): Promise<Killed> => {
    const killed = await killOrEnd(scenario, at)
    const ending = killed.ended ? 'had ended' : killed.state
    tried += 1
    endings[ending] = (endings[ending] ?? 0) + 1
    if (!killed.ended) kills += 1
    if (tried % REPORT_EVERY === 0) console.log(`runs: ${nameOf(scenario)}: ${tried} tried`)
    return killed
  }
  const { ranMs } = await kill('never')
  let steps = 0
  while (!(await kill({ step: steps + 1 })).ended) steps += 1
  const share = Math.ceil(moments / scenarios.length)
  for (let moment = 0; moment < share; moment += 1) await kill({ ms: Math.random() * ranMs * LONGER })
  const words = Object.entries(endings).map(([ending, count]) => `${count} ${ending}`)
  console.log(
    `runs: ${nameOf(scenario)}: ${steps} steps and ${share} moments; ${words.join(', ')}; ${minutes(scenarioMs)} minutes`,
  )
}

async function sweepCommits(scenario: KillScenario): Promise<void> {
  const scenarioMs = performance.now()
  for (const journalMode of ['delete', 'wal'] as const) {
    let [killed, hot] = [0, 0]
    for (;;) {
      const found = await killOrEnd(scenario, { commit: killed + 1, journalMode })
      if (found.ended) break
      killed += 1
      if (found.isHot) hot += 1
    }
    kills += killed
    console.log(
      `runs: commits ${nameOf(scenario)} in ${journalMode} mode: ${killed} killed, ${hot} left a journal; ${minutes(scenarioMs)} minutes`,
    )
  }
}

/** Only a ref transaction can be prepared. */
async function sweepGit(scenario: GitScenario): Promise<void> {
  const scenarioMs = performance.now()
  const { calls } = await inFolder(scenario, null, (folder) => killGit(folder, scenario, null))
  let [killed, withLocks] = [0, 0]
  for (const [at, args] of calls.entries())
    for (const when of MOMENTS_OF_A_CALL) {
      if (when === 'prepared' && !args.includes('update-ref')) continue
      const kill: GitKill = { call: at + 1, when }
      const found: GitKilled = await inFolder(scenario, kill, (folder) => killGit(folder, scenario, kill))
      if (!found.ended) killed += 1
      if (found.locks.length > 0) withLocks += 1
    }
  kills += killed
  console.log(
    `runs: group ${nameOf(scenario)}: ${calls.length} calls of git; ${killed} killed, ${withLocks} left locks behind; ${minutes(scenarioMs)} minutes`,
  )
}

/** A function declaration, because the sweeps above run before this line. */
function killOrEnd(scenario: KillScenario, at: KillAt): Promise<Killed> {
  return inFolder(scenario, at, (folder) => killRun(folder, scenario, at))
}

async function inFolder<T>(
  scenario: GitScenario,
  at: KillAt | GitKill | null,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-torture-')))
  const killed = await work(folder).catch((error) => {
    console.error(`${nameOf(scenario)}, killed at ${JSON.stringify(at)}: ${String(error)}`)
    console.error(`The home is left at ${folder}.`)
    process.exit(1)
  })
  rmSync(folder, { recursive: true, force: true })
  return killed
}

function minutes(fromMs: number): string {
  return ((performance.now() - fromMs) / 60_000).toFixed(1)
}
