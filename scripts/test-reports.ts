/** The reports of the two test runners as counts, and a few lines for each failure. */
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { ROOT } from './project.ts'
import type { Count } from './run-steps.ts'

/** Enough for the seed and the counterexample of a property test. */
const LINES_OF_A_FAILURE = 40

const Unit = z.object({
  numPassedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

const Spec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(
        z.object({ errors: z.array(z.object({ message: z.string().default('') })).default([]) }),
      ),
    }),
  ),
})

const Suite = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).default([])
  },
})

const EndToEnd = z.object({
  suites: z.array(Suite),
  errors: z.array(z.object({ message: z.string().default('') })).default([]),
})

/** A runner that failed without a failed test (a crash, no tests at all) still counts as a failure. */
export function countOf(path: string, read: (report: unknown) => Count, exitCode: number): Count {
  const count: Count = existsSync(path)
    ? read(JSON.parse(readFileSync(path, 'utf8')))
    : { passed: 0, failed: 0 }
  if (count.failed > 0 || (exitCode === 0 && count.passed > 0)) return count
  return { ...count, failed: 1, failures: [`the runner ended with ${exitCode} and names no failed test`] }
}

export function readUnitReport(report: unknown): Count {
  const { numPassedTests, testResults } = Unit.parse(report)
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(ROOT, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that fails to load has no failed test to report.
    if (failed.length === 0 && status === 'failed')
      return [describeFailure(file, [message || 'its loading or a hook of it failed, see above'])]
    return failed.map((test) => describeFailure(`${file} › ${test.fullName}`, test.failureMessages ?? []))
  })
  return { passed: numPassedTests, failed: failures.length, failures }
}

export function readEndToEndReport(report: unknown): Count {
  const { suites, errors } = EndToEnd.parse(report)
  const tests = suites
    .flatMap(specsOf)
    .flatMap(({ title, file, line, tests }) =>
      tests.map(({ status, results }) => ({ status, results, at: `e2e/${file}:${line} › ${title}` })),
    )
  const failures = tests
    .filter(({ status }) => status === 'unexpected' || status === 'flaky')
    .map(({ at, results }) =>
      describeFailure(
        at,
        results.flatMap((result) => result.errors.map(({ message }) => message)),
      ),
    )
  const broken = errors.map(({ message }) => describeFailure('end to end', [message]))
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failed: failures.length + broken.length,
    failures: [...failures, ...broken],
  }
}

const specsOf = (suite: z.infer<typeof Suite>): z.infer<typeof Spec>[] => [
  ...suite.specs,
  ...suite.suites.flatMap(specsOf),
]

function describeFailure(where: string, messages: readonly string[]): string {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n')
  return [where, ...lines.slice(0, LINES_OF_A_FAILURE).map((line) => `    ${line}`)].join('\n')
}
