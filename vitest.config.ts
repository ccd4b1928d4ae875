import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const PURE = ['lib/{domain,shared}/**/*.test.ts', 'components/**/*.test.ts']
const MACHINE = ['lib/!(domain|shared)/**/*.test.ts', 'scripts/**/*.test.ts']
/** They ask pure code, but of a real home. */
const OF_A_HOME = ['lib/domain/plan/guards.test.ts', 'components/tokens/session-links.scenario.test.ts']

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    // Homes are real files and real git: a slow disk may take its time, a hang may not.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // What is never true fails all the same.
    expect: { poll: { timeout: 20_000 } },
    // Worker threads share one process id; holders and locks are told apart by it.
    pool: 'forks',
    // What a passing test prints hides what a failing one says.
    silent: 'passed-only',
    // A third of their time tests wait for git, the disk or another process, so there are more of them than cores.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    projects: [
      // What is pure leaves nothing behind, so one process takes file after file instead of one each.
      { extends: true, test: { name: 'pure', include: PURE, exclude: OF_A_HOME, isolate: false } },
      {
        extends: true,
        test: {
          name: 'machine',
          include: [...MACHINE, ...OF_A_HOME],
          setupFiles: ['lib/testing/log-setup.ts'],
        },
      },
    ],
  },
})
