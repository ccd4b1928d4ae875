/** The names Steward answers to. A page elsewhere that resolves its own name to loopback gets nothing. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']
const WILDCARDS = ['0.0.0.0', '::']

const NAME = String.raw`(\[[0-9a-f:]+\]|[a-z0-9._-]+)`
const HOST_HEADER = new RegExp(`^${NAME}(?::\\d{1,5})?$`, 'i')
const HOST_NAME = new RegExp(`^${NAME}$`, 'i')

/** The name in a Host header, without its port; null for what is none. */
export const hostNameIn = (hostHeader: string | null): string | null =>
  HOST_HEADER.exec(hostHeader ?? '')?.[1]?.toLowerCase() ?? null

export const isHostName = (text: string): boolean => HOST_NAME.test(text)

/** Exact match of the Host header's name; its port is whatever a tunnel or proxy made of ours. */
export function isAllowedHost(hostHeader: string | null, allowedHosts: readonly string[]): boolean {
  const name = hostNameIn(hostHeader)
  return name !== null && (LOOPBACK_NAMES.includes(name) || allowedHosts.includes(name))
}

/** A Host header's way of writing where we listen; null for everywhere at once, which is no name. */
export function nameOfListening(host: string): string | null {
  if (WILDCARDS.includes(host)) return null
  return (host.includes(':') ? `[${host}]` : host).toLowerCase()
}

/** An address to print: it reaches us from this machine, by a name we answer to. */
export const ownAddress = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `http://${nameOfListening(host) ?? '127.0.0.1'}:${port}`
