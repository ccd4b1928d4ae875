/** Steps in stages, each counted whatever becomes of it: one that breaks down is a failure, not the end. */
export type Count = { readonly passed: number; readonly failed: number }
export type Step = { readonly name: string; readonly work: () => Promise<Count> }
/** Rows of steps that are worked through side by side. */
export type Stage = readonly (readonly Step[])[]

export const counted = (passed: boolean): Count => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 })

/** Ends with a line for each step. */
export async function runSteps(stages: readonly Stage[]): Promise<Count> {
  let sum: Count = { passed: 0, failed: 0 }
  const lines: string[] = []
  const workThrough = async (row: readonly Step[]) => {
    for (const { name, work } of row) {
      const startedMs = performance.now()
      console.log(`\n== ${name}`)
      const count = await attempt(work)
      sum = { passed: sum.passed + count.passed, failed: sum.failed + count.failed }
      const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
      lines.push(`${count.failed === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
    }
  }
  for (const stage of stages) await Promise.all(stage.map(workThrough))
  console.log(`\n${lines.join('\n')}\n`)
  return sum
}

async function attempt(work: Step['work']): Promise<Count> {
  try {
    return await work()
  } catch (error) {
    console.error(error)
    return counted(false)
  }
}
