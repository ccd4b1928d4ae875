/** Sends what Next prints to the log, so that it has the same format and is redacted. */
import { format, stripVTControlCharacters } from 'node:util'
import { log } from '../platform/log.ts'

export function captureConsole(target: Pick<Console, 'warn' | 'error'> = console): void {
  for (const level of ['warn', 'error'] as const)
    target[level] = (...args: unknown[]) => {
      const cause = args.find((arg) => arg instanceof Error)
      // A page that failed: instrumentation.ts logs it with its address and the same reference.
      if (cause !== undefined && referenceOf(cause) !== undefined) return
      const words = stripVTControlCharacters(format(...args.filter((arg) => arg !== cause)))
      log[level](words.replace(/^\W+/, '').trim() || 'unexpected error', {}, cause)
    }
}

/** What Next shows to the visitor of a page that failed. */
export function referenceOf(error: unknown): string | undefined {
  const digest = error instanceof Error && 'digest' in error ? error.digest : undefined
  return typeof digest === 'string' ? digest : undefined
}
