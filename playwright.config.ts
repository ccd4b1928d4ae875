import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS } from './scripts/browser.ts'

/** These mostly wait for samples and timeouts, so they get a separate worker and start first. */
const PATIENT = /(runaway|live|watch-line|watch-trouble)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e/specs',
  // Each file has its own home and server, so files can run in parallel.
  workers: 4,
  projects: [
    { name: 'patient', testMatch: PATIENT, workers: 1 },
    { name: 'pages', testIgnore: PATIENT, workers: 3 },
  ],
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  // Generous for busy machines and slow disks. A condition that is never met still fails.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    // Each test still starts without cookies and storage. Reusing the context saves a fifth of the work.
    reuseContext: true,
    // Set by scripts/e2e.ts and scripts/verify.ts. Others only read this file, and finding a browser may install one.
    launchOptions: {
      args: BROWSER_ARGS,
      ...(process.env.STEWARD_TEST_BROWSER === undefined
        ? {}
        : { executablePath: process.env.STEWARD_TEST_BROWSER }),
    },
    // Tracing costs a sixth of the time. Use `--trace on` for a failing test.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
