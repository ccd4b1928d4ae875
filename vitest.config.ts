import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const PURE = ['lib/{domain,shared}/**/*.test.ts', 'components/**/*.test.ts']
const MACHINE = ['lib/!(domain|shared)/**/*.test.ts', 'scripts/**/*.test.ts']
/** Tests of pure code that create a real home. */
const OF_A_HOME = [
  'lib/domain/plan/protected-counts.test.ts',
  'components/tokens/session-links.scenario.test.ts',
]

export default defineConfig({
  resolve: { alias: { '@': import.meta.dirname } },
  test: {
    // Tests use real files and git, which are slow on a busy disk. The limit only catches hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Generous for slow machines. A condition that is never met still fails.
    expect: { poll: { timeout: 20_000 } },
    // Not threads: holders and locks are identified by process id, which threads share.
    pool: 'forks',
    // Output of passing tests would bury that of failing ones.
    silent: 'passed-only',
    // More workers than cores, because tests spend a third of their time waiting for git, disk or processes.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    projects: [
      // Pure tests leave no state behind, so files can share a process.
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
