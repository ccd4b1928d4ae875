/**
 * A member's tar header: the ustar block every tar reads, preceded by a pax header for what does not fit it
 * (long names, nanoseconds, large numbers).
 */

export type TarMember = {
  /** Bytes, because names on Linux need not be valid UTF-8. */
  readonly path: Buffer
  readonly kind: 'file' | 'folder' | 'link'
  /** Content bytes. 0 for folders and links. */
  readonly size: number
  /** Permission bits. */
  readonly mode: number
  readonly mtimeNs: bigint
  readonly uid: number
  readonly gid: number
  /** Link target. Never followed. */
  readonly linkTarget: Buffer | null
  /** Whether it takes fewer blocks than its length: parts of it are holes. */
  readonly sparse: boolean
}

export const BLOCK = 512

export function tarHeader(member: TarMember): Buffer {
  const path = member.kind === 'folder' ? Buffer.concat([member.path, SLASH]) : member.path
  const records = [paxRecord('mtime', Buffer.from(paxTime(member.mtimeNs)))]
  if (path.length > NAME_BYTES) records.push(paxRecord('path', path))
  if ((member.linkTarget?.length ?? 0) > NAME_BYTES)
    records.push(paxRecord('linkpath', member.linkTarget ?? NOTHING))
  if (member.size > MAX_SIZE) records.push(paxRecord('size', Buffer.from(String(member.size))))
  for (const owner of ['uid', 'gid'] as const)
    if (member[owner] > MAX_OWNER) records.push(paxRecord(owner, Buffer.from(String(member[owner]))))
  if (member.sparse) records.push(paxRecord('comment', SPARSE))
  const pax = Buffer.concat(records)
  return Buffer.concat([
    block({ ...member, path: PAX_NAME, size: pax.length, linkTarget: null, mode: 0o600 }, 'x'),
    pax,
    padding(pax.length),
    block({ ...member, path }, TYPES[member.kind]),
  ])
}

/** A comment, which other readers ignore in silence: they write the zeros. */
export const SPARSE = Buffer.from('sparse')

/** Content is padded to whole blocks. */
export const padding = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

/** A tar ends with two empty blocks. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

export const TYPES = { file: '0', link: '2', folder: '5' } as const

function block(member: TarMember, type: string): Buffer {
  const head = Buffer.alloc(BLOCK)
  member.path.copy(head, 0, 0, NAME_BYTES)
  octal(head, 100, 8, member.mode)
  octal(head, 108, 8, Math.min(member.uid, MAX_OWNER))
  octal(head, 116, 8, Math.min(member.gid, MAX_OWNER))
  octal(head, 124, 12, Math.min(member.size, MAX_SIZE))
  octal(head, 136, 12, Math.min(Math.max(0, Number(member.mtimeNs / NS)), MAX_SIZE))
  head.write(type, 156, 'latin1')
  member.linkTarget?.copy(head, 157, 0, NAME_BYTES)
  head.write('ustar\u000000', 257, 'latin1')
  head.fill(' ', 148, 156)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return head
}

const octal = (head: Buffer, at: number, length: number, value: number): void => {
  head.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
}

/** `<length> <key>=<value>\n`. The length includes its own digits. */
function paxRecord(key: string, value: Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${key}=`), value, Buffer.from('\n')])
  let length = rest.length + String(rest.length).length
  if (String(length).length + rest.length !== length) length += 1
  return Buffer.concat([Buffer.from(String(length)), rest])
}

function paxTime(mtimeNs: bigint): string {
  const size = mtimeNs < 0n ? -mtimeNs : mtimeNs
  return `${mtimeNs < 0n ? '-' : ''}${size / NS}.${String(size % NS).padStart(9, '0')}`
}

const NS = 1_000_000_000n
const NAME_BYTES = 100
const MAX_SIZE = 0o77777777777
const MAX_OWNER = 0o7777777
const SLASH = Buffer.from('/')
const NOTHING = Buffer.alloc(0)
const PAX_NAME = Buffer.from('PaxHeader')
