import { defineConfig } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from './scripts/browser.ts'

/** They mostly wait for samples and timeouts: started first, beside the others, in a worker of their own. */
const PATIENT = /(runaway|live|watch-line|watch-trouble)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e/specs',
  // Each file brings its own home and server, so files run side by side; one works while another waits for an answer.
  workers: 4,
  projects: [
    { name: 'patient', testMatch: PATIENT, workers: 1 },
    { name: 'pages', testIgnore: PATIENT, workers: 3 },
  ],
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  // How long a busy machine, or one whose disk stands still for a while, may take; what is never true fails all the same.
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    browserName: 'chromium',
    // A test begins with an empty page, no cookies and no storage, but in the context of the one before: a fifth less work.
    reuseContext: true,
    launchOptions: { executablePath: process.env.STEWARD_TEST_BROWSER ?? findBrowser(), args: BROWSER_ARGS },
    // Recording every test costs a sixth of its time; `--trace on` brings it back for the one that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
