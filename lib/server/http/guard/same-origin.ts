/**
 * Whether a request that may change something comes from our own pages. Browsers always send one of these
 * headers with such requests (only Origin over plain HTTP to another machine). Scripts with a token send
 * neither, and no page can forge their requests.
 */
import type { IncomingHttpHeaders } from 'node:http'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

export function isCrossOriginWrite(method: string, headers: IncomingHttpHeaders): boolean {
  if (SAFE_METHODS.has(method)) return false
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin, host } = headers
  if (origin !== undefined) return hostOf(origin) !== host?.toLowerCase()
  // Neither header means it is not a browser. A cookie without them is still refused, for browsers older than
  // both.
  return site === undefined && headers.cookie !== undefined
}

function hostOf(origin: string): string | null {
  const url = URL.canParse(origin) ? new URL(origin) : null
  return url === null ? null : url.host.toLowerCase()
}
