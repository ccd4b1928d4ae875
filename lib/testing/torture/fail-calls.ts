/**
 * Makes file system and SQLite calls in this process fail: one call, or every call from it on. A call is
 * identified by its stack, because its number differs between runs. Errors look like the system's. Only
 * affects paths below the given folders.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import Database from 'better-sqlite3'

export const FAULT_CODES = ['ENOSPC', 'EIO', 'EACCES'] as const
export type FaultCode = (typeof FAULT_CODES)[number]

export type InjectedFault = {
  readonly code: FaultCode
  readonly call: Pick<Call, 'name' | 'site'>
  /** The first call with this stack is 1. */
  readonly nth: number
  /** The disk stays full or broken from that call on. */
  readonly stays: boolean
}

/** A call, where it was made, and how it could have failed. */
export type Call = { readonly name: string; readonly site: string; readonly codes: readonly FaultCode[] }

type Watch = {
  readonly roots: readonly string[]
  readonly fault: InjectedFault | null
  readonly calls: Call[]
  met: number
  isBroken: boolean
}

let watch: Watch | null = null
/** Descriptors of files below the folders. */
const watched = new Set<number>()

/** Without a fault nothing fails, and every call is recorded with its stack. */
export async function withFault(
  roots: readonly string[],
  fault: InjectedFault | null,
  work: () => Promise<void>,
): Promise<{ readonly thrown: unknown; readonly calls: readonly Call[]; readonly hasFailed: boolean }> {
  wrapOnce()
  const calls: Call[] = []
  const own: Watch = { roots, fault, calls, met: 0, isBroken: false }
  watch = own
  let thrown: unknown = null
  try {
    await work()
  } catch (error) {
    thrown = error
  } finally {
    watch = null
  }
  return { thrown, calls, hasFailed: own.isBroken }
}

/** Counts the call and throws if it must fail. */
function meet(name: string, codes: readonly FaultCode[], toError: (code: FaultCode) => Error): Error | null {
  if (watch === null) return null
  const { fault, calls } = watch
  if (fault === null) calls.push({ name, site: siteOf(), codes })
  if (fault === null || !codes.includes(fault.code)) return null
  if (watch.isBroken) return fault.stays ? toError(fault.code) : null
  if (name !== fault.call.name || siteOf() !== fault.call.site) return null
  watch.met += 1
  watch.isBroken = watch.met === fault.nth
  return watch.isBroken ? toError(fault.code) : null
}

const OURS =
  /at (?:async )?(?:(\S+) \()?\S*lib\/((?:platform|collect|execute|service|store|domain)\/[^):]+):(\d+)/

function siteOf(): string {
  const before = Error.stackTraceLimit
  Error.stackTraceLimit = 40
  const frames = (new Error().stack ?? '').split('\n').flatMap((line) => {
    const [, name = '', file, number] = OURS.exec(line) ?? []
    return file === undefined ? [] : [`${name}@${file}:${number}`]
  })
  Error.stackTraceLimit = before
  return frames.slice(0, 8).join(' < ')
}

const ANY = ['ENOSPC', 'EIO', 'EACCES'] as const
const READS = ['EIO', 'EACCES'] as const

/** What each call can really return: reading needs no space, and an open file was already permitted. */
const CALLS: Readonly<Record<string, readonly FaultCode[]>> = {
  openSync: ANY,
  open: ANY,
  mkdirSync: ANY,
  linkSync: ANY,
  symlinkSync: ANY,
  renameSync: ANY,
  writeFileSync: ANY,
  writeSync: ['ENOSPC', 'EIO'],
  fsyncSync: ['ENOSPC', 'EIO'],
  closeSync: ['EIO'],
  readSync: ['EIO'],
  read: ['EIO'],
  fstatSync: ['EIO'],
  fchmodSync: ['EIO'],
  fchownSync: ['EIO'],
  lstatSync: READS,
  statSync: READS,
  statfsSync: READS,
  readdirSync: READS,
  opendirSync: READS,
  readlinkSync: READS,
  readFileSync: READS,
  realpathSync: READS,
  unlinkSync: READS,
  rmSync: READS,
  rmdirSync: READS,
  chmodSync: READS,
  chownSync: READS,
  lchownSync: READS,
  lutimesSync: READS,
}

type AnyCall = (...args: unknown[]) => unknown

let isWrapped = false

function wrapOnce(): void {
  if (isWrapped) return
  isWrapped = true
  for (const [name, codes] of Object.entries(CALLS)) {
    const real: unknown = Reflect.get(fs, name)
    if (typeof real === 'function') Reflect.set(fs, name, wrap(name, codes, real as AnyCall))
  }
  syncBuiltinESMExports()
  wrapSqlite()
}

function wrap(name: string, codes: readonly FaultCode[], real: AnyCall): AnyCall {
  const isOpen = name === 'openSync' || name === 'open'
  return (...args) => {
    if (watch === null || !isConcerned(args[0])) return real(...args)
    const possible = isOpen && !creates(args[1]) ? READS : codes
    const error = meet(name, possible, (code) => systemError(code, name, args[0]))
    const done = args.at(-1)
    // Its number may be that of another file next.
    if (name === 'closeSync') watched.delete(Number(args[0]))
    if (error !== null) {
      // The descriptor is closed even if close reports an error.
      if (name === 'closeSync') real(...args)
      if (typeof done !== 'function') throw error
      setImmediate(() => done(error))
      return undefined
    }
    if (!isOpen) return real(...args)
    if (typeof done !== 'function') return remember(real(...args))
    return real(...args.slice(0, -1), (failure: unknown, file: unknown) => done(failure, remember(file)))
  }
}

function isConcerned(target: unknown): boolean {
  if (typeof target === 'number') return watched.has(target)
  const path = Buffer.isBuffer(target) ? target.toString('latin1') : String(target)
  const [, handle] = /^\/proc\/self\/fd\/(\d+)/.exec(path) ?? []
  if (handle !== undefined) return watched.has(Number(handle))
  return watch?.roots.some((root) => path.startsWith(root)) ?? false
}

function remember(file: unknown): unknown {
  if (typeof file === 'number') watched.add(file)
  return file
}

const creates = (flags: unknown): boolean =>
  typeof flags === 'number' ? (flags & fs.constants.O_CREAT) !== 0 : /[wa]/.test(String(flags ?? 'r'))

const ERRNO = { ENOSPC: 28, EIO: 5, EACCES: 13 } as const
const SAID = {
  ENOSPC: 'no space left on device',
  EIO: 'i/o error',
  EACCES: 'permission denied',
} as const

const systemError = (code: FaultCode, name: string, target: unknown): Error => {
  const syscall = name.replace(/Sync$/, '')
  const about = typeof target === 'number' ? '' : ` '${String(target)}'`
  return Object.assign(new Error(`${code}: ${SAID[code]}, ${syscall}${about}`), {
    code,
    errno: -ERRNO[code],
    syscall,
  })
}

const SQLITE = {
  ENOSPC: ['SQLITE_FULL', 'database or disk is full'],
  EIO: ['SQLITE_IOERR', 'disk I/O error'],
  EACCES: ['SQLITE_READONLY', 'attempt to write a readonly database'],
} as const

const sqliteError = (code: FaultCode): Error => new Database.SqliteError(SQLITE[code][1], SQLITE[code][0])

/** Pragmas and statements alike. A rollback needs no disk space. */
function wrapSqlite(): void {
  const db = new Database(':memory:')
  const statements: object = Object.getPrototypeOf(db.prepare('SELECT 1'))
  db.close()
  for (const name of ['run', 'get', 'all', 'iterate']) {
    const real = Reflect.get(statements, name) as AnyCall
    const wrapped = function (this: Database.Statement, ...args: unknown[]): unknown {
      failSql(this.database, this.source, this.readonly)
      return real.apply(this, args)
    }
    Object.defineProperty(statements, name, { value: wrapped, configurable: true, writable: true })
  }
  const exec = Reflect.get(Database.prototype, 'exec') as AnyCall
  const wrapped = function (this: Database.Database, ...args: unknown[]): unknown {
    failSql(this, String(args[0]), false)
    return exec.apply(this, args)
  }
  Object.defineProperty(Database.prototype, 'exec', { value: wrapped, configurable: true, writable: true })
}

function failSql(db: Database.Database, source: string, isRead: boolean): void {
  if (watch === null || /^\s*(ROLLBACK|RELEASE)/i.test(source) || !isConcerned(db.name)) return
  // SQLite calls a commit read-only, but that is where everything is written.
  const writes =
    !db.readonly && (/^\s*COMMIT/i.test(source) || !(isRead || /^\s*(BEGIN|PRAGMA)/i.test(source)))
  const error = meet(`sql ${source.trim().slice(0, 40)}`, writes ? ANY : ['EIO'], sqliteError)
  if (error !== null) throw error
}
