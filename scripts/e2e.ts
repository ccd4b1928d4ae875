/** End-to-end tests: a fresh build, the real server, a real browser. Further arguments go to Playwright. */
import { findBrowser } from './browser.ts'
import { buildOnce } from './build-once.ts'
import { bin, run } from './project.ts'
import { placeTestFiles } from './test-folder.ts'

placeTestFiles()
if (!(await buildOnce())) process.exit(1)
process.exit(
  await run(bin('playwright'), ['test', ...process.argv.slice(2)], {
    ...process.env,
    STEWARD_TEST_BROWSER: findBrowser(),
  }),
)
