/** What a monitor computes from the metrics over prunes, restores, imports and a restart, checked by Prometheus' own tool. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest'
import { stringify } from 'yaml'
import { TOKEN_KINDS } from '../../domain/tokens/token-sums.ts'
import { metricsText } from '../../domain/watch/metrics.ts'
import { METRIC_HELP } from '../../domain/watch/words.ts'
import { MINUTE_MS } from '../../shared/time.ts'
import { findPromtool } from '../../testing/processes/promtool.ts'
import { tempHome } from '../../testing/temp-home.ts'
import { PROCESS, type Scrape, tellTokenStory } from '../../testing/watch/token-story.ts'

const temp = tempHome()
let scrapes: readonly Scrape[] = []
let found: ReturnType<typeof findPromtool>
beforeAll(async () => {
  found = findPromtool()
  scrapes = await tellTokenStory(temp.path)
  // A download may take a while.
}, 5 * MINUTE_MS)
afterAll(temp.cleanup)

const SERIES = 'steward_tokens_total{home="main",kind="input"}'

it('the token counter begins at zero and rises by exactly what was used', () => {
  expect(scrapes[0]?.metrics.usedTokens).toEqual({ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 })
  let used = 0
  const expected = scrapes.map((scrape) => {
    used += scrape.used
    return [scrape.step, used]
  })
  expect(scrapes.map(({ step, metrics }) => [step, metrics.usedTokens?.input])).toEqual(expected)
})

it('no kind of token ever falls, while the sums of the rows do', () => {
  const falls = (at: number, kind: (typeof TOKEN_KINDS)[number], of: 'usedTokens' | 'tokens') =>
    (scrapes[at]?.metrics[of]?.[kind] ?? 0) < (scrapes[at - 1]?.metrics[of]?.[kind] ?? 0)
  const places = scrapes.map((_, at) => at).slice(1)
  for (const kind of TOKEN_KINDS) {
    expect(places.filter((at) => falls(at, kind, 'usedTokens'))).toEqual([])
    expect(places.some((at) => falls(at, kind, 'tokens'))).toBe(true)
  }
})

it('promtool finds nothing wrong with type, unit or help of any metric', (context) => {
  const last = scrapes.at(-1)?.metrics
  if (last === undefined) throw new Error('nothing was scraped')
  const incidents = [{ kind: 'runaway-session', level: 'critical', count: 2 }] as const
  const text = metricsText([{ ...last, incidents }], PROCESS)
  expect(new Set(text.match(/(?<=^# TYPE )\S+/gm))).toEqual(new Set(Object.keys(METRIC_HELP)))
  expect(promtool(context, ['check', 'metrics'], text)).toEqual({ status: 0, output: '' })
})

it('increase() and an alert over prunes and a restart see only what was used', (context) => {
  const folder = join(temp.root, 'rules')
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'rules.yml'),
    stringify({
      groups: [
        {
          name: 'steward',
          rules: [{ alert: 'TokenBurn', expr: `sum by (home) (increase(steward_tokens_total[5m])) > 5000` }],
        },
      ],
    }),
  )
  const minutes = scrapes.length - 1
  const used = scrapes.reduce((sum, scrape) => sum + scrape.used, 0)
  const value = (expr: string, result: number) => ({
    expr,
    eval_time: `${minutes}m`,
    exp_samples: [{ labels: '{home="main",kind="input"}', value: result }],
  })
  writeFileSync(
    join(folder, 'test.yml'),
    stringify({
      rule_files: ['rules.yml'],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: [{ series: SERIES, values: valuesOf(scrapes).join(' ') }],
          alert_rule_test: scrapes.map((_, at) => ({ eval_time: `${at}m`, alertname: 'TokenBurn' })),
          promql_expr_test: [
            value(`increase(${SERIES}[${minutes}m])`, used),
            value(`resets(${SERIES}[${minutes}m])`, 0),
          ],
        },
      ],
    }),
  )
  const { status, output } = promtool(context, ['test', 'rules', join(folder, 'test.yml')])
  expect([status, output]).toEqual([0, expect.stringContaining('SUCCESS')])
})

/** As a monitor reads them. */
const valuesOf = (all: readonly Scrape[]): string[] =>
  all.map(
    ({ text }) =>
      text
        .split('\n')
        .find((line) => line.startsWith(`${SERIES} `))
        ?.split(' ')
        .at(-1) ?? '_',
  )

function promtool(context: TestContext, args: readonly string[], input = '') {
  if (!found.ok) {
    // The runner prints no reasons, and no output of tests that did not fail.
    writeSync(2, `skipped: ${context.task.name}: ${found.fault}\n`)
    return context.skip(found.fault)
  }
  const { status, stdout, stderr } = spawnSync(found.value, args, { input, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}
