/**
 * An open folder. Node cannot act relative to one, but on Linux a path below `/proc/self/fd/<n>` leads into this
 * folder even after a folder above it was replaced by a link. Elsewhere there is only its path, and
 * callers compare the folder before and after.
 */
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, statSync } from 'node:fs'
import { errorCode } from './error-code.ts'

export class FolderHandle {
  readonly dev: bigint
  readonly ino: bigint
  /** Its path, or that of its handle. */
  readonly #base: string | Buffer
  readonly #file: number | null

  /** Never follows a link in the last name, and throws if it is not a folder. */
  constructor(path: string | Buffer, flags = NO_LINK) {
    const file = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | flags)
    let isKept = false
    try {
      const { dev, ino } = fstatSync(file, { bigint: true })
      this.dev = dev
      this.ino = ino
      isKept = hasHandlePaths(file, ino)
    } finally {
      if (!isKept) closeSync(file)
    }
    this.#file = isKept ? file : null
    this.#base = isKept ? handlePath(file) : path
  }

  /** Whether its names lead into this folder whatever happens to its path. */
  get isHeld(): boolean {
    return this.#file !== null
  }

  /** The path of a name in it. Not to be used once it is closed. */
  at(name: string): string {
    return `${this.#base.toString()}/${name}`
  }

  /** The same for names that may not be valid UTF-8. */
  atBytes(name: Buffer): Buffer {
    return Buffer.concat([Buffer.from(this.#base), SLASH, name])
  }

  /** Its own path, for listing it. */
  get path(): string | Buffer {
    return this.#base
  }

  /** Where the system says it is now, without links. Null if there are no handle paths. */
  realPath(): string | null {
    return this.#file === null ? null : readlinkSync(handlePath(this.#file))
  }

  isAt(path: string): boolean {
    const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    return stats?.dev === this.dev && stats.ino === this.ino
  }

  close(): void {
    if (this.#file === null) return
    try {
      closeSync(this.#file)
    } catch (error) {
      // Nothing was written through it, and it is closed all the same.
      if (errorCode(error) === null) throw error
    }
  }
}

/** For the home itself, whose path an operator may have made a link. */
export const FOLLOW_LINK = 0
const NO_LINK = constants.O_NOFOLLOW
const SLASH = Buffer.from('/')

const handlePath = (file: number): string => `/proc/self/fd/${file}`

/** For a child process, which has no such handle of its own. It must stay open until the child ends. */
export const inChild = (path: Buffer): Buffer =>
  path.subarray(0, SELF.length).equals(SELF)
    ? Buffer.concat([Buffer.from(`/proc/${process.pid}/`), path.subarray(SELF.length)])
    : path

const SELF = Buffer.from('/proc/self/')

let isSupported: boolean | null = null

/** Asked once: the folder is reached by its handle's path. */
function hasHandlePaths(file: number, ino: bigint): boolean {
  isSupported ??= process.platform === 'linux' && leadsTo(handlePath(file), ino)
  return isSupported
}

function leadsTo(path: string, ino: bigint): boolean {
  try {
    return statSync(path, { bigint: true }).ino === ino
  } catch {
    // No /proc here, or a closed one.
    return false
  }
}
