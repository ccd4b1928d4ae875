/**
 * Replaces a folder by a link to another one, at an exact call of this process: right before it, for that call and
 * as many after it as wanted. Then the folder is back. A call is any of `node:fs` or a child process that concerns a
 * path below `root`, or a path of an open folder.
 */
import childProcess from 'node:child_process'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, dirname, join } from 'node:path'

export type Swap = {
  /** Absolute, of a folder that may not exist yet. */
  readonly folder: string
  readonly outside: string
  /** An existing folder, for the real one meanwhile. */
  readonly asides: string
  /** The first call is 0. */
  readonly call: number
  readonly calls: number
}

type Watch = {
  readonly root: string
  readonly swap: Swap | null
  readonly hasHandles: boolean
  met: number
  isSwapped: boolean
}

let watch: Watch | null = null

/** Returns how many calls there were. The folder is back afterwards. */
export async function withSwap(
  root: string,
  swap: Swap | null,
  hasHandles: boolean,
  work: () => Promise<void>,
): Promise<number> {
  wrapOnce()
  const own: Watch = { root, swap, hasHandles, met: 0, isSwapped: false }
  watch = own
  try {
    await work()
  } finally {
    watch = null
    if (own.isSwapped && swap !== null) swapBack(swap)
  }
  return own.met
}

const real = {
  exists: fs.existsSync,
  lstat: fs.lstatSync,
  rename: fs.renameSync,
  symlink: fs.symlinkSync,
  unlink: fs.unlinkSync,
}

/** On the same disk. */
const asideOf = ({ folder, asides }: Swap): string => join(asides, basename(folder))

/** A folder that is not there yet can only be replaced once its parent is. */
function swapIn(swap: Swap): boolean {
  if (!real.exists(dirname(swap.folder))) return false
  if (real.exists(swap.folder)) real.rename(swap.folder, asideOf(swap))
  real.symlink(swap.outside, swap.folder)
  return true
}

function swapBack(swap: Swap): void {
  if (real.lstat(swap.folder, { throwIfNoEntry: false })?.isSymbolicLink()) real.unlink(swap.folder)
  // Its folder may be gone already.
  if (real.exists(asideOf(swap)) && real.exists(dirname(swap.folder))) real.rename(asideOf(swap), swap.folder)
}

type AnyCall = (this: unknown, ...args: unknown[]) => unknown

let isWrapped = false

function wrapOnce(): void {
  if (isWrapped) return
  isWrapped = true
  for (const [module, pattern] of [
    [fs, /^(?!close|fs|f(stat|chmod|chown|sync|truncate|utimes)|write|read)\w+Sync$/],
    [childProcess, /^spawn(Sync)?$/],
  ] as const)
    for (const name of Object.keys(module)) {
      const call: unknown = Reflect.get(module, name)
      if (pattern.test(name) && typeof call === 'function') Reflect.set(module, name, wrap(call as AnyCall))
    }
  syncBuiltinESMExports()
}

function wrap(call: AnyCall): AnyCall {
  return function (...args) {
    const own = watch
    if (own === null || !isConcerned(own, args)) return call.apply(this, args)
    if (!own.hasHandles && String(args[0]).startsWith(HANDLES)) throw missing(String(args[0]))
    const { swap } = own
    const at = own.met
    own.met += 1
    watch = null
    try {
      if (swap?.call === at) own.isSwapped = swapIn(swap)
      return call.apply(this, args)
    } finally {
      if (swap !== null && own.isSwapped && at + 1 >= swap.call + swap.calls) {
        swapBack(swap)
        own.isSwapped = false
      }
      watch = own
    }
  }
}

const HANDLES = '/proc/self/fd/'

function isConcerned({ root }: Watch, args: readonly unknown[]): boolean {
  const [first] = args
  if (typeof first !== 'string' && !Buffer.isBuffer(first)) return false
  const path = first.toString('latin1' as never)
  return path.startsWith(root) || path.startsWith(HANDLES) || !path.includes('/')
}

const missing = (path: string): Error =>
  Object.assign(new Error(`ENOENT: no such file or directory, stat '${path}'`), { code: 'ENOENT' })
