/**
 * The host names that Steward answers to. This blocks DNS rebinding, where a site resolves its own name to
 * loopback.
 */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']
const WILDCARDS = ['0.0.0.0', '::']

const NAME = String.raw`(\[[0-9a-f:]+\]|[a-z0-9._-]+)`
const HOST_HEADER = new RegExp(`^${NAME}(?::\\d{1,5})?$`, 'i')
const HOST_NAME = new RegExp(`^${NAME}$`, 'i')

/** The name in a Host header without its port. Null if it is invalid. */
export const hostNameIn = (hostHeader: string | null): string | null =>
  HOST_HEADER.exec(hostHeader ?? '')?.[1]?.toLowerCase() ?? null

export const isHostName = (text: string): boolean => HOST_NAME.test(text)

/**
 * Exact match of the name in the Host header. The port is ignored, because a tunnel or proxy may change it.
 */
export function isAllowedHost(hostHeader: string | null, allowedHosts: readonly string[]): boolean {
  const name = hostNameIn(hostHeader)
  return name !== null && (LOOPBACK_NAMES.includes(name) || allowedHosts.includes(name))
}

/** The listen address as written in a Host header. Null for all interfaces, which is not a name. */
export function nameOfListening(host: string): string | null {
  if (WILDCARDS.includes(host)) return null
  return (host.includes(':') ? `[${host}]` : host).toLowerCase()
}

/** The URL to print. It works on this machine and uses an allowed name. */
export const ownAddress = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `http://${nameOfListening(host) ?? '127.0.0.1'}:${port}`
