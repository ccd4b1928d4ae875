/** `npm run check`: what to run before a commit. All checks of `npm test` and the unit tests of pure code, in under a minute. */
import { CHECKS, check } from './check-steps.ts'
import { bin } from './project.ts'
import { runSteps } from './run-steps.ts'

const [fences = [], others = []] = CHECKS
const pureTests = check('pure unit tests', bin('vitest'), ['run', '--project', 'pure'])

const { failed } = await runSteps([[[...fences, pureTests], others]])
process.exit(failed === 0 ? 0 : 1)
