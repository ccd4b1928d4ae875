import { inspect } from 'node:util'

/** Steps in stages. A step that throws counts as failed and does not stop the others. */
export type Count = {
  readonly passed: number
  readonly failed: number
  /** What failed, where and why, in a few lines each. */
  readonly failures?: readonly string[]
}
export type RunStep = { readonly name: string; readonly work: () => Promise<Count> }
/** Rows of steps that are run in parallel. */
export type Stage = readonly (readonly RunStep[])[]

export const counted = (passed: boolean): Count => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 })

/** Ends with what failed and a line for each step, so that the end of a long output is enough. */
export async function runSteps(
  stages: readonly Stage[],
  print: (text: string) => void = console.log,
): Promise<Count> {
  let sum: Required<Count> = { passed: 0, failed: 0, failures: [] }
  const lines: string[] = []
  const workThrough = async (row: readonly RunStep[]) => {
    for (const { name, work } of row) {
      const startedMs = performance.now()
      print(`\n== ${name}`)
      const count = await attempt(work)
      const failures = count.failures ?? (count.failed === 0 ? [] : [name])
      sum = {
        passed: sum.passed + count.passed,
        failed: sum.failed + count.failed,
        failures: [...sum.failures, ...failures],
      }
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
      lines.push(`${count.failed === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
    }
  }
  for (const stage of stages) await Promise.all(stage.map(workThrough))
  if (sum.failures.length > 0) print(`\nWhat failed:\n${sum.failures.join('\n')}`)
  print(`\n${lines.join('\n')}\n`)
  return sum
}

async function attempt(work: RunStep['work']): Promise<Count> {
  try {
    return await work()
  } catch (error) {
    return { ...counted(false), failures: [inspect(error)] }
  }
}
