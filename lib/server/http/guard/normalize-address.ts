/**
 * One spelling for each client, so that no one gets more password attempts by writing an address in other ways.
 * Proxies send it with a port, in brackets, with a zone, or as IPv4 inside IPv6.
 */
import { isIPv4, isIPv6 } from 'node:net'

/** Null if it is not an IP address. */
export function normalizeAddress(text: string): string | null {
  const address =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  if (isIPv4(address)) return address
  const withoutZone = address.replace(/%.*$/, '')
  if (!isIPv6(withoutZone)) return null
  // A URL spells every IPv6 address in its shortest form.
  const short = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1)
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short)
  return mapped === null ? short : mapped.slice(1).map(twoBytes).join('.')
}

function twoBytes(group: string): string {
  const value = Number.parseInt(group, 16)
  return `${value >> 8}.${value & 255}`
}
