/**
 * The one command, here and in CI: format, lint, types, dead code, unit tests, production build, end to end in a
 * real browser. Everything runs even when an earlier step failed; the last line counts it all.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'
import { buildOnce } from './build-once.ts'
import { bin, NEXT, ROOT, run, runCaptured } from './project.ts'
import { type Count, counted, runSteps, type Stage, type Step } from './run-steps.ts'

const UNIT_REPORT = join(ROOT, 'test-results', 'unit.json')
const E2E_REPORT = join(ROOT, 'test-results', 'e2e.json')

/** Told in one piece when it is over, since another runs beside it. */
const check = (name: string, command: string, args: readonly string[]): Step => ({
  name,
  work: async () => {
    const { code, output } = await runCaptured(command, args)
    console.log(`\n== ${name} ended\n${output}`)
    return counted(code === 0)
  },
})

const STAGES: readonly Stage[] = [
  // Each of them keeps one core busy.
  [
    [check('import fences', bin('eslint'), ['.'])],
    [
      check('format and lint', bin('biome'), ['ci', '.']),
      check('route types', process.execPath, [NEXT, 'typegen']),
      check('types', bin('tsc'), ['--noEmit']),
      check('dead code', bin('knip'), []),
      check('documents', process.execPath, [join(ROOT, 'scripts', 'check-docs.ts')]),
    ],
  ],
  [[{ name: 'unit tests', work: unitTests }]],
  [[{ name: 'production build', work: async () => counted(await buildOnce()) }]],
  [[{ name: 'end to end', work: endToEnd }]],
]

async function unitTests(): Promise<Count> {
  rmSync(UNIT_REPORT, { force: true })
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`]
  const code = await run(bin('vitest'), args)
  const report = readReport(UNIT_REPORT)
  return withExit(
    { passed: numberAt(report, 'numPassedTests'), failed: numberAt(report, 'numFailedTests') },
    code,
  )
}

async function endToEnd(): Promise<Count> {
  rmSync(E2E_REPORT, { force: true })
  const code = await run(bin('playwright'), ['test'], { ...process.env, STEWARD_TEST_BROWSER: findBrowser() })
  const stats = readReport(E2E_REPORT).stats
  const figures: Record<string, unknown> = typeof stats === 'object' && stats !== null ? { ...stats } : {}
  return withExit(
    {
      passed: numberAt(figures, 'expected'),
      failed: numberAt(figures, 'unexpected') + numberAt(figures, 'flaky'),
    },
    code,
  )
}

/** A runner that failed without a failed test (a crash, no tests at all) still counts as a failure. */
const withExit = ({ passed, failed }: Count, code: number): Count => ({
  passed,
  failed: failed + (failed === 0 && (code !== 0 || passed === 0) ? 1 : 0),
})

function readReport(path: string): Record<string, unknown> {
  if (!existsSync(path)) return {}
  const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'))
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
}

function numberAt(report: Record<string, unknown>, key: string): number {
  const value = report[key]
  return typeof value === 'number' ? value : 0
}

const { passed, failed } = await runSteps(STAGES)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
