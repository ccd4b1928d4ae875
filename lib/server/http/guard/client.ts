/** Where a request comes from. A proxy's word counts only when the operator said so. */
import type { IncomingMessage } from 'node:http'

export type Client = { readonly address: string; readonly secure: boolean }

/** Removed from every request: what they claim is for us to say, or for a trusted proxy. */
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
  // The last address is the one our own proxy saw; earlier ones are whatever the client wrote.
  const seenByProxy = forwardedFor?.split(',').at(-1)?.trim()
  const address = trustProxy && seenByProxy ? seenByProxy : plain(request.socket.remoteAddress ?? 'unknown')
  for (const name of FORWARDED) delete headers[name]
  return { address: address.slice(0, 64), secure }
}

const single = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.at(-1) : value

/** An IPv4 address inside IPv6 is the same place. */
const plain = (address: string): string => address.replace(/^::ffff:/, '')
