/** The address a request comes from. Proxy headers count only if the operator trusts the proxy. */
import type { IncomingMessage } from 'node:http'

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
  const seenByProxy = forwardedFor?.split(',').at(-1)?.trim()
  const address = trustProxy && seenByProxy ? seenByProxy : plain(request.socket.remoteAddress ?? 'unknown')
  for (const name of FORWARDED) delete headers[name]
  return { address: address.slice(0, 64), secure }
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.at(-1) : value

/** An IPv4 address mapped to IPv6 is the same client. */
const plain = (address: string): string => address.replace(/^::ffff:/, '')
