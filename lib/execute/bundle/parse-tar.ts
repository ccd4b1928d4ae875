/** Reads tar members from a stream. Anything `tar-header.ts` does not write counts as damage. */
import { DamagedBundleError } from './bundle-fault.ts'
import { ByteReader } from './byte-reader.ts'
import { BLOCK, SPARSE, type TarMember, TYPES } from './tar-header.ts'

export type StreamedMember = { readonly member: TarMember; readonly body: () => AsyncGenerator<Buffer> }

/** A body can be read once, before the next member. Unread bytes are skipped. */
export async function* parseTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<StreamedMember> {
  const reader = new ByteReader(chunks)
  for (;;) {
    const first = await reader.take(BLOCK)
    if (first.every((byte) => byte === 0)) break
    const records = await readPax(reader, first)
    const head = await reader.take(BLOCK)
    const member = toMember(head, records)
    let left = member.size
    const body = async function* (): AsyncGenerator<Buffer> {
      while (left > 0) {
        const chunk = await reader.takeSome(left)
        left -= chunk.length
        yield chunk
      }
    }
    yield { member, body }
    while (left > 0) left -= (await reader.takeSome(left)).length
    await reader.take((BLOCK - (member.size % BLOCK)) % BLOCK)
  }
  // Read to the end, where zstd compares its checksum.
  await reader.drain()
}

async function readPax(reader: ByteReader, head: Buffer): Promise<Map<string, Buffer>> {
  checkSum(head)
  const size = octal(head, 124, 12)
  if (typeOf(head) !== 'x' || size > MAX_PAX)
    throw new DamagedBundleError('A member begins with something unknown')
  const bytes = await reader.take(size)
  await reader.take((BLOCK - (size % BLOCK)) % BLOCK)
  const records = new Map<string, Buffer>()
  for (let at = 0; at < size; ) {
    const space = bytes.indexOf(' ', at)
    const length = Number(bytes.toString('latin1', at, space))
    const record = bytes.subarray(space + 1, at + length - 1)
    const equals = record.indexOf('=')
    if (space < 0 || !(length > 0) || at + length > size || equals < 0)
      throw new DamagedBundleError('A member has a broken head')
    records.set(record.toString('latin1', 0, equals), record.subarray(equals + 1))
    at += length
  }
  return records
}

function toMember(head: Buffer, records: ReadonlyMap<string, Buffer>): TarMember {
  checkSum(head)
  const type = typeOf(head)
  const kind = (['file', 'folder', 'link'] as const).find((name) => TYPES[name] === type)
  if (kind === undefined)
    throw new DamagedBundleError(`A member is of the unknown type ${JSON.stringify(type)}`)
  const path = records.get('path') ?? text(head, 0, 100)
  return {
    path: kind === 'folder' && path.at(-1) === SLASH ? path.subarray(0, -1) : path,
    kind,
    size: numberIn(records, 'size') ?? octal(head, 124, 12),
    mode: octal(head, 100, 8),
    mtimeNs: timeIn(records),
    uid: numberIn(records, 'uid') ?? octal(head, 108, 8),
    gid: numberIn(records, 'gid') ?? octal(head, 116, 8),
    linkTarget: kind === 'link' ? (records.get('linkpath') ?? text(head, 157, 100)) : null,
    sparse: records.get('comment')?.equals(SPARSE) === true,
  }
}

function checkSum(head: Buffer): void {
  const sum = head.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (sum !== octal(head, 148, 8)) throw new DamagedBundleError('A member has a broken head')
}

const typeOf = (head: Buffer): string => head.toString('latin1', 156, 157)

function text(head: Buffer, at: number, length: number): Buffer {
  const field = head.subarray(at, at + length)
  const end = field.indexOf(0)
  return Buffer.from(end === -1 ? field : field.subarray(0, end))
}

function octal(head: Buffer, at: number, length: number): number {
  const digits = text(head, at, length).toString('latin1').trim()
  if (!/^[0-7]+$/.test(digits)) throw new DamagedBundleError('A member has a broken head')
  return Number.parseInt(digits, 8)
}

function numberIn(records: ReadonlyMap<string, Buffer>, key: string): number | null {
  const record = records.get(key)?.toString('latin1')
  if (record === undefined) return null
  const value = Number(record)
  if (!/^\d+$/.test(record) || !Number.isSafeInteger(value))
    throw new DamagedBundleError('A member has a broken head')
  return value
}

function timeIn(records: ReadonlyMap<string, Buffer>): bigint {
  const match = /^(-?)(\d+)\.(\d{9})$/.exec(records.get('mtime')?.toString('latin1') ?? '')
  if (match === null) throw new DamagedBundleError('A member has no time')
  const size = BigInt(`${match[2]}${match[3]}`)
  return match[1] === '-' ? -size : size
}

const MAX_PAX = 1024 * 1024
const SLASH = 0x2f
