/**
 * Kills whole runs and restores at every step of their journal and at many random moments. `node
 * scripts/torture/runs.ts [MOMENTS] [COMBINATION]`: default 200 moments over all combinations; a single one
 * is `trash-run`, `archive-run`, `delete-run`, `trash-restore` or `archive-restore`. Exits with 1 at the
 * first home that is not as guaranteed.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KillAt, type Killed, type KillScenario, killRun } from '../../lib/testing/torture/kill-run.ts'

const SCENARIOS: readonly KillScenario[] = [
  { disposition: 'trash', stage: 'run' },
  { disposition: 'archive', stage: 'run' },
  { disposition: 'delete', stage: 'run' },
  { disposition: 'trash', stage: 'restore' },
  { disposition: 'archive', stage: 'restore' },
]
/** A few moments come after the end, when nothing may be in progress. */
const LONGER = 1.1
const REPORT_EVERY = 20

const moments = Number(process.argv[2] ?? 200)
const wanted = process.argv[3]
const nameOf = ({ disposition, stage }: KillScenario): string => `${disposition}-${stage}`
const scenarios = SCENARIOS.filter((scenario) => wanted === undefined || nameOf(scenario) === wanted)
if (scenarios.length === 0) throw new Error(`no such scenario; one of ${SCENARIOS.map(nameOf).join(', ')}`)

const begunMs = performance.now()
let kills = 0
for (const scenario of scenarios) await sweep(scenario)
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

async function killOrEnd(scenario: KillScenario, at: KillAt): Promise<Killed> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-torture-')))
  const killed = await killRun(folder, scenario, at).catch((error) => {
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
