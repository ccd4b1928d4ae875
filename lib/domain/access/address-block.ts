/**
 * The unit for counting failed attempts: an IPv4 address, or the /64 of an IPv6 address, which one household
 * controls.
 */
export function addressBlock(address: string): string {
  const plain = address.toLowerCase().replace(/%.*$/, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1]
  if (mapped !== undefined) return mapped
  if (!/^[0-9a-f:.]*:[0-9a-f:.]*$/.test(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const before = groupsOf(head)
  const after = tail === undefined ? [] : groupsOf(tail)
  const gap = Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: gap }, () => '0'), ...after]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** A trailing IPv4 address stands for two groups. */
const groupsOf = (part: string): string[] =>
  part
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => (group.includes('.') ? ['0', '0'] : [group.replace(/^0+(?=.)/, '')]))
