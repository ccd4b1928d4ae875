/**
 * The one command, here and in CI: format, lint, types, dead code, unit tests, production build, end to end in a
 * real browser. Everything runs even when an earlier step failed; the last line counts it all.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from './browser.ts'
import { buildOnce, buildWarnings } from './build-once.ts'
import { CHECKS } from './check-steps.ts'
import { bin, ROOT, run } from './project.ts'
import { type Count, counted, runSteps, type Stage } from './run-steps.ts'
import { placeTestFiles } from './test-folder.ts'
import { countOf, readEndToEndReport, readUnitReport } from './test-reports.ts'

const UNIT_REPORT = join(ROOT, 'test-results', 'unit.json')
const E2E_REPORT = join(ROOT, 'test-results', 'e2e.json')

const STAGES: readonly Stage[] = [
  CHECKS,
  [[{ name: 'unit tests', work: unitTests }]],
  [[{ name: 'production build', work: productionBuild }]],
  [[{ name: 'end to end', work: endToEnd }]],
]

/** A warning of the build is a failure, because every first `npm start` would print it. */
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

placeTestFiles()
const { passed, failed } = await runSteps(STAGES)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
