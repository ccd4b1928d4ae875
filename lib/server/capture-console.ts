/** Sends what Next and Node print to the log, so that it is redacted and has the same format. */
import { format, stripVTControlCharacters } from 'node:util'
import { log } from '../platform/log.ts'
import { isDecodingError } from './http/guard/undecodable-body.ts'

type CapturedConsole = Pick<Console, 'log' | 'info' | 'warn' | 'error'>

/** Next's startup messages are meant for its developers. */
const LEVELS = { log: 'debug', info: 'debug', warn: 'warn', error: 'error' } as const

export function captureConsole(target: CapturedConsole = console): void {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    target[method] = (...args: unknown[]) => {
      const cause = args.find((arg) => arg instanceof Error)
      // A failed page or download, logged with its URL and the same reference (docs/log.md).
      if (cause !== undefined && (referenceOf(cause) ?? referenceOf(cause.cause)) !== undefined) return
      if (method === 'error' && cause !== undefined && isDecodingError(cause)) return
      const words = stripVTControlCharacters(format(...args.filter((arg) => arg !== cause)))
      log[LEVELS[method]](words.replace(/^\W+/, '').trim() || 'unexpected error', {}, cause)
    }
}

/** In place of Node's own listener, which prints them. */
export function captureWarnings(): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn('warning of Node', {}, warning))
}

/** The reference of a failed request that is logged elsewhere. Next shows that of a page to its visitor. */
export function referenceOf(error: unknown): string | undefined {
  const digest = error instanceof Error && 'digest' in error ? error.digest : undefined
  return typeof digest === 'string' ? digest : undefined
}
