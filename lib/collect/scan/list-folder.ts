/** Lists the entries of a folder with lstat, whatever bytes their names contain. Synchronous, for workers. */
import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { errorCode, isMissing } from '../../platform/error-code.ts'

/** A path. Bytes if the name is not valid UTF-8. */
export type RawPath = string | Buffer

export type VisitEntry = (name: string, place: RawPath, stats: Stats) => void
export type OnUnreadable = (place: RawPath, detail: string) => void

export function listFolder(folder: RawPath, visit: VisitEntry, trouble: OnUnreadable): void {
  try {
    if (typeof folder === 'string') listByText(folder, visit, trouble)
    else listByBytes(folder, () => true, visit, trouble)
  } catch (error) {
    report(folder, error, trouble)
  }
}

/** Undefined if missing or unreadable. */
export function statEntry(place: RawPath, trouble: OnUnreadable): Stats | undefined {
  try {
    return lstatSync(place, QUIET)
  } catch (error) {
    report(place, error, trouble)
    return undefined
  }
}

export const isFolder = (stats: Stats): boolean => (stats.mode & FORMAT) === FOLDER
export const isRegular = (stats: Stats): boolean => (stats.mode & FORMAT) === REGULAR

function listByText(folder: string, visit: VisitEntry, trouble: OnUnreadable): void {
  let garbled = false
  for (const name of readdirSync(folder)) {
    if (name.includes(REPLACEMENT)) {
      garbled = true
      continue
    }
    const place = `${folder}/${name}`
    const stats = statEntry(place, trouble)
    if (stats !== undefined) visit(name, place, stats)
  }
  if (garbled) listByBytes(Buffer.from(folder), (name) => name.includes(REPLACEMENT), visit, trouble)
}

function listByBytes(
  folder: Buffer,
  wanted: (name: string) => boolean,
  visit: VisitEntry,
  trouble: OnUnreadable,
): void {
  for (const bytes of readdirSync(folder, { encoding: 'buffer' })) {
    const name = bytes.toString('utf8')
    if (!wanted(name)) continue
    const place = Buffer.concat([folder, SLASH, bytes])
    const stats = statEntry(place, trouble)
    if (stats !== undefined) visit(name, place, stats)
  }
}

/** An entry that disappeared in between is ignored. */
function report(place: RawPath, error: unknown, trouble: OnUnreadable): void {
  const code = errorCode(error)
  if (code === null) throw error
  if (!isMissing(error)) trouble(place, `The system says ${code}`)
}

const QUIET = { throwIfNoEntry: false } as const
const REPLACEMENT = '\uFFFD'
const SLASH = Buffer.from('/')
const FORMAT = 0o170000
const FOLDER = 0o040000
const REGULAR = 0o100000
