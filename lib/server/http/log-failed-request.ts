/** Logs a request that failed because of a bug. Returns the reference to show to the visitor. */
import { createHash } from 'node:crypto'
import { log } from '../../platform/log.ts'

export function logFailedRequest(method: string | undefined, url: string, error: unknown): string {
  const reference = createHash('sha256').update(String(error)).digest('hex').slice(0, 8)
  const path = URL.parse(url, 'http://localhost')?.pathname
  log.error('request failed', { reference, method, path }, error)
  return reference
}
