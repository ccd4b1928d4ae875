/** The address a request comes from. Proxy headers count only if the operator trusts the proxy. */
import type { IncomingMessage } from 'node:http'
import { normalizeAddress } from './normalize-address.ts'

export type Client = { readonly address: string; readonly secure: boolean }

/** Removed from every request. Only the guard or a trusted proxy may set them. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]

export function takeClient(request: IncomingMessage, trustProxy: boolean): Client {
  const headers = request.headers
  const forwardedFor = single(headers['x-forwarded-for'])
  const secure = trustProxy && single(headers['x-forwarded-proto'])?.split(',')[0]?.trim() === 'https'
  // The last address is the one our proxy saw. Earlier ones are set by the client.
  const seenByProxy = trustProxy ? (forwardedFor?.split(',').at(-1)?.trim() ?? '') : ''
  // Without an address from the proxy, all its visitors share the proxy's own.
  const peer = request.socket.remoteAddress ?? ''
  const address = normalizeAddress(seenByProxy) ?? normalizeAddress(peer) ?? 'unknown'
  for (const name of FORWARDED) delete headers[name]
  return { address, secure }
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.at(-1) : value
