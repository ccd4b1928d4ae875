/**
 * Whole runs and restores in which a file system or SQLite call fails: full disk, broken disk, closed folder,
 * once or from that call on. Finally a really full disk with less space each time. `node
 * scripts/torture/faults.ts [ONE-IN] [every|each-place] [SCENARIO …]`: one in this many calls, default
 * all; `every` takes each call instead of the first of each place in the code; scenarios as printed, such
 * as `"archive, run"` and `full-disk`, default all. Exits with 1 if a home is not as guaranteed.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DISPOSITIONS } from '../../lib/domain/plan/action.ts'
import { FAULT_CODES } from '../../lib/testing/torture/fail-calls.ts'
import type { Sweep, Swept } from '../../lib/testing/torture/fault-sweep.ts'
import { runOnFullDisk } from '../../lib/testing/torture/full-disk.ts'

const oneIn = Number(process.argv[2] ?? 1)
const calls: Sweep['calls'] = process.argv[3] === 'every' ? 'every' : 'each-place'
const scenarios = process.argv.slice(4)
const isSelected = (scenario: string): boolean => scenarios.length === 0 || scenarios.includes(scenario)
const CHILD = join(import.meta.dirname, '../../lib/testing/torture/fault-child.ts')
const SCENARIOS = [
  ['trash', 'run'],
  ['archive', 'run'],
  ['delete', 'run'],
  ['trash', 'restore'],
  ['archive', 'restore'],
] as const

const LASTING = [
  [false, 'everywhere'],
  [true, 'everywhere'],
  [true, 'home'],
] as const

let offset = 0
for (const [disposition, stage] of SCENARIOS)
  for (const code of FAULT_CODES)
    for (const [stays, where] of LASTING) {
      offset += 1
      if (isSelected(`${disposition}, ${stage}`))
        report({ disposition, stage, code, stays, where, calls, oneIn, offset })
    }

/** Enough for the largest run to finish. */
const ROOM_BYTES = 1_200_000
const STEP_BYTES = 8_192

for (const disposition of isSelected('full-disk') ? DISPOSITIONS : []) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-torture-')))
  const lefts = Array.from({ length: Math.ceil(ROOM_BYTES / STEP_BYTES) }, (_, index) => index * STEP_BYTES)
  const chosen = lefts.filter((_, index) => index % oneIn === 0)
  const runs = runOnFullDisk(folder, disposition, chosen)
  rmSync(folder, { recursive: true, force: true })
  const endings = Object.entries(Object.groupBy(runs, ({ ending }) => ending))
  const words = endings.map(([ending, all]) => `${all.length} ${ending}`).join(', ')
  const wrong = runs.filter((run) => run.wrong.length > 0)
  console.log(
    `faults: ${disposition} on a really full disk: ${runs.length} runs; ${words}; ${wrong.length} wrong`,
  )
  for (const { left, wrong: what } of wrong) {
    console.error(`  with ${left} bytes left\n    ${what.join('\n    ')}`)
    process.exitCode = 1
  }
}

function report(sweep: Sweep): void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'steward-torture-')))
  const { status, stdout, stderr } = spawnSync(process.execPath, [CHILD, folder, JSON.stringify([sweep])], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  rmSync(folder, { recursive: true, force: true })
  const { disposition, stage, code, stays, where } = sweep
  const name = `faults: ${disposition}, ${stage}, ${code} ${stays ? 'from a call on' : 'once'}, ${where}`
  if (status !== 0) {
    console.error(`${name}: ${stderr}`)
    process.exitCode = 1
    return
  }
  const [swept]: (Swept | undefined)[] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]')
  if (swept === undefined) throw new Error(`${name}: the child printed nothing`)
  const endings = Object.entries(swept.endings).map(([ending, count]) => `${count} ${ending}`)
  console.log(
    `${name}: ${swept.tried} of ${swept.calls} calls; ${endings.join(', ')}; ${swept.wrong.length} wrong`,
  )
  for (const { nth, call, what } of swept.wrong) {
    console.error(`  call ${nth} of ${call.name} at ${call.site}\n    ${what.join('\n    ')}`)
    process.exitCode = 1
  }
}
