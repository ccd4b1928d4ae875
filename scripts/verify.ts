/**
 * The one command, here and in CI: format, lint, types, dead code, unit tests, production build, end to end in a
 * real browser. Everything runs even when an earlier step failed; the last line counts it all.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'
import { buildOnce, buildWarnings } from './build-once.ts'
import { bin, NEXT, ROOT, run, runCaptured } from './project.ts'
import { type Count, counted, runSteps, type Stage, type Step } from './run-steps.ts'
import { countOf, readEndToEndReport, readUnitReport } from './test-reports.ts'

const UNIT_REPORT = join(ROOT, 'test-results', 'unit.json')
const E2E_REPORT = join(ROOT, 'test-results', 'e2e.json')

/** Its output is printed in one piece at the end, because another check runs in parallel. */
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
    [
      check('import fences', bin('eslint'), ['.']),
      check('import cycles', process.execPath, [join(ROOT, 'scripts', 'check-cycles.ts')]),
    ],
    [
      check('format and lint', bin('biome'), ['ci', '.']),
      check('route types', process.execPath, [NEXT, 'typegen']),
      check('types', bin('tsc'), ['--noEmit']),
      check('dead code', bin('knip'), []),
      check('documents', process.execPath, [join(ROOT, 'scripts', 'check-docs.ts')]),
    ],
  ],
  [[{ name: 'unit tests', work: unitTests }]],
  [[{ name: 'production build', work: productionBuild }]],
  [[{ name: 'end to end', work: endToEnd }]],
]

/** A build that warns is a failure: the next first start would show it to everyone. */
async function productionBuild(): Promise<Count> {
  if (!(await buildOnce())) return counted(false)
  const failures = buildWarnings().map((line) => `the build warns: ${line}`)
  return failures.length === 0 ? counted(true) : { ...counted(false), failures }
}

async function unitTests(): Promise<Count> {
  rmSync(UNIT_REPORT, { force: true })
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`]
  return countOf(UNIT_REPORT, readUnitReport, await run(bin('vitest'), args))
}

async function endToEnd(): Promise<Count> {
  rmSync(E2E_REPORT, { force: true })
  const env = { ...process.env, STEWARD_TEST_BROWSER: findBrowser() }
  return countOf(E2E_REPORT, readEndToEndReport, await run(bin('playwright'), ['test'], env))
}

const { passed, failed } = await runSteps(STAGES)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
