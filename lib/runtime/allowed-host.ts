/** The names Steward answers to. A page elsewhere that resolves its own name to loopback gets nothing. */
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

/** Exact match of the Host header's name; its port is whatever a tunnel or proxy made of ours. */
export function isAllowedHost(hostHeader: string | null, allowedHosts: readonly string[]): boolean {
  const name = /^(\[[0-9a-f:]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(hostHeader ?? '')?.[1]?.toLowerCase()
  return name !== undefined && (LOOPBACK_NAMES.includes(name) || allowedHosts.includes(name))
}
