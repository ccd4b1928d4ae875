/** Progress of a build: one line that counts seconds on a terminal, a line for each step elsewhere. */

export type ProgressOutput = { readonly isTTY?: boolean; readonly write: (text: string) => unknown }

export type BuildProgress = {
  /** Called with each chunk of build output. */
  readonly read: (text: string) => void
  readonly end: (isBuilt: boolean) => void
}

const TITLE = 'Building the pages, about a minute…'
const SECOND_MS = 1_000

/** Steps by what Next prints when they begin. If Next changes its output, only the step is not shown. */
const STEPS: readonly (readonly [RegExp, string])[] = [
  [/Creating an optimized production build/, 'compiling'],
  [/Collecting page data/, 'collecting page data'],
  [/Generating static pages/, 'generating pages'],
  [/Finalizing page optimization/, 'finishing'],
]

export function showBuildProgress(
  output: ProgressOutput = process.stdout,
  now: () => number = performance.now.bind(performance),
): BuildProgress {
  const startedMs = now()
  const seconds = () => `${Math.round((now() - startedMs) / SECOND_MS)} s`
  let step: string | null = null
  const redraw = () => output.write(`\r\u001b[K${TITLE} ${step === null ? '' : `${step}, `}${seconds()}`)
  if (output.isTTY) redraw()
  else output.write(`${TITLE}\n`)
  const timer = output.isTTY ? setInterval(redraw, SECOND_MS) : null
  return {
    read: (text) => {
      const begun = STEPS.findLast(([pattern]) => pattern.test(text))?.[1]
      if (begun === undefined || begun === step) return
      step = begun
      if (output.isTTY) redraw()
      else output.write(`  ${step}\n`)
    },
    end: (isBuilt) => {
      if (timer !== null) clearInterval(timer)
      const start = output.isTTY ? '\r\u001b[K' : ''
      output.write(`${start}${isBuilt ? `Built the pages in ${seconds()}.` : 'The build failed:'}\n`)
    },
  }
}
