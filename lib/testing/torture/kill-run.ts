/** Kills one run or restore and checks that nothing is lost. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Disposition } from '../../domain/plan/action.ts'
import { recoverRuns } from '../../service/run/recover-runs.ts'
import { readReceipt } from '../../store/plans/receipts.ts'
import { captureHome } from '../capture-home.ts'
import { cleanLab } from '../clean-lab.ts'
import { smallHome } from '../presets/small-home.ts'
import { crashSafetyProblems, receiptProblems } from './crash-safety.ts'

export type KillScenario = { readonly disposition: Disposition; readonly stage: 'run' | 'restore' }
/** `commit`: inside the transaction that this commit to state.db would end. */
export type KillAt =
  | { readonly step: number }
  | { readonly ms: number }
  | { readonly commit: number; readonly journalMode: 'wal' | 'delete' }
  | 'never'
export type Killed = {
  readonly ended: boolean
  readonly state: string
  /** It left a rollback journal, so that nothing read-only can read the database. */
  readonly isHot: boolean
  /** From its start until it ended or was killed. */
  readonly ranMs: number
}

/** Throws if the home is not as guaranteed. */
export async function killRun(folder: string, scenario: KillScenario, at: KillAt): Promise<Killed> {
  const isInCommit = at !== 'never' && 'commit' in at
  const made = smallHome(join(folder, 'home'), 'aug', Date.now(), {
    journalMode: isInCommit ? at.journalMode : 'wal',
  })
  const home = made.path
  const data = join(folder, 'data')
  const before = captureHome(home)
  const { first, last, ...shot } = await runAndKill(home, data, scenario, at)
  const isHot = existsSync(join(home, 'state.db-journal'))
  const lab = cleanLab(home, data)
  await recoverRuns(lab.tools)
  const receipt = readReceipt(lab.store, last)
  const wrong = [
    ...receiptProblems(lab, last),
    ...(await crashSafetyProblems(lab, first, before, { temporaryFiles: false })),
  ]
  lab.store.close()
  if (receipt === null || wrong.length > 0) throw new Error(wrong.slice(0, MAX_WORDS).join('\n'))
  return { ...shot, state: receipt.state, isHot }
}

const MAX_WORDS = 20

async function runAndKill(home: string, data: string, { disposition, stage }: KillScenario, at: KillAt) {
  const step = at !== 'never' && 'step' in at ? [String(at.step)] : []
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'run-child.ts'), home, data, disposition, stage, ...step],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...(at !== 'never' && 'commit' in at && { KILL_COMMIT: String(at.commit) }) },
    },
  )
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const { value: said } = await lines.next()
  if (typeof said !== 'string') throw new Error('the run did not begin')
  const begunMs = performance.now()
  if (at !== 'never' && 'ms' in at) setTimeout(() => child.kill('SIGKILL'), at.ms)
  await exited
  const [first = '', last = first] = said.split(' ')
  return { first, last, ended: child.signalCode === null, ranMs: performance.now() - begunMs }
}
