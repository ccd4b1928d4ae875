/**
 * The unit for counting failed attempts: an IPv4 address, or the /64 of an IPv6 address, which one household
 * controls. Takes addresses in the one spelling that the request guard gives them.
 */
export function addressBlock(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const before = groupsOf(head)
  const after = tail === undefined ? [] : groupsOf(tail)
  const gap = Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}

const groupsOf = (part: string): string[] => part.split(':').filter((group) => group !== '')
