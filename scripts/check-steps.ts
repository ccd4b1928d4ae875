/** The static checks that `npm run check` and `npm test` share. */
import { join } from 'node:path'
import { bin, NEXT, ROOT, runCaptured } from './project.ts'
import { counted, type RunStep, type Stage } from './run-steps.ts'

/** Prints its output at the end, because steps run in parallel. */
export const check = (name: string, command: string, args: readonly string[]): RunStep => ({
  name,
  work: async () => {
    const { code, output } = await runCaptured(command, args)
    console.log(`\n== ${name} ended\n${output}`)
    return counted(code === 0)
  },
})

const script = (name: string): string => join(ROOT, 'scripts', name)

/** Two rows, run in parallel on two cores. */
export const CHECKS: Stage = [
  [
    check('import fences', bin('eslint'), ['.']),
    check('import cycles', process.execPath, [script('check-cycles.ts')]),
    check('format and lint', bin('biome'), ['ci', '.']),
    check('dead code', bin('knip'), []),
  ],
  [
    check('route types', process.execPath, [NEXT, 'typegen']),
    check('types', bin('tsc'), ['--noEmit']),
    check('documents', process.execPath, [script('check-docs.ts')]),
    check('names exported once', process.execPath, [script('check-exports.ts')]),
  ],
]
