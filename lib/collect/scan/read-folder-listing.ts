/**
 * Measures one folder of a home on request. The path is resolved name by name in listings, so input can only
 * choose among existing entries. Links are shown and never followed. Works in slices and stops at a limit,
 * which the result reports.
 */
import { lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { classifyEntry } from '../../domain/storage/classify-path.ts'
import type { FolderChild, FolderListing } from '../../domain/storage/folder-listing.ts'
import { errorCode, isMissing } from '../../platform/error-code.ts'
import { toIso } from '../../shared/time.ts'
import { isFolder, isRegular } from './list-folder.ts'
import { isProfileHome } from './unit-for-path.ts'

export type ListingLimits = { readonly maxEntries: number; readonly maxChildren: number }

const LIMITS: ListingLimits = { maxEntries: 100_000, maxChildren: 500 }

/** Null if the home has no such folder, or if it is a link or on another disk. */
export async function readFolderListing(
  homePath: string,
  segments: readonly string[],
  nowMs: number,
  limits: ListingLimits = LIMITS,
): Promise<FolderListing | null> {
  const found = findFolder(homePath, segments)
  if (found === null) return null
  const walk = new FolderWalk(found, segments, limits)
  await walk.run()
  return walk.listing(nowMs)
}

type Found = { readonly place: Buffer; readonly stats: Stats }

function findFolder(homePath: string, segments: readonly string[]): Found | null {
  try {
    let place: Buffer = Buffer.from(realpathSync(homePath))
    let stats = lstatSync(place)
    for (const [depth, wanted] of segments.entries()) {
      const name = readdirSync(place, { encoding: 'buffer' }).find(
        (bytes) => bytes.toString('utf8') === wanted,
      )
      if (name === undefined || isProfileHome(segments.slice(0, depth + 1))) return null
      place = below(place, name)
      const next = lstatSync(place)
      if (!isFolder(next) || next.dev !== stats.dev) return null
      stats = next
    }
    return isFolder(stats) ? { place, stats } : null
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    // Gone, unreadable or changed.
    return null
  }
}

type Child = {
  readonly name: string
  readonly stats: Stats
  readonly opens: boolean
  bytes: number
  apparentBytes: number
  files: number
  complete: boolean
}

class FolderWalk {
  readonly #root: Found
  readonly #segments: readonly string[]
  readonly #limits: ListingLimits
  readonly #children: Child[] = []
  readonly #unread: { path: string; detail: string }[] = []
  readonly #links = new Set<number>()
  #entries = 0
  #complete = true
  #pauseMs = 0

  constructor(root: Found, segments: readonly string[], limits: ListingLimits) {
    this.#root = root
    this.#segments = segments
    this.#limits = limits
  }

  async run(): Promise<void> {
    this.#pauseMs = performance.now() + SLICE_MS
    const pending: [Child, Buffer][] = []
    await this.#visit(this.#root.place, (bytes, place, stats) => {
      const name = bytes.toString('utf8')
      const isOurs = stats.dev === this.#root.stats.dev && !isProfileHome([...this.#segments, name])
      const opens = isFolder(stats) && isOurs && !name.includes('\uFFFD')
      const child = { name, stats, opens, bytes: 0, apparentBytes: 0, files: 0, complete: true }
      this.#children.push(child)
      // A profile is a separate home, and another disk is not counted.
      if (!isOurs) return
      this.#add(child, stats)
      if (isFolder(stats)) pending.push([child, place])
    })
    for (const [child, place] of pending) await this.#countBelow(child, place)
  }

  async #countBelow(child: Child, top: Buffer): Promise<void> {
    const folders = [top]
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      const whole = await this.#visit(folder, (_, place, stats) => {
        if (isFolder(stats) && stats.dev !== this.#root.stats.dev) return
        this.#add(child, stats)
        if (isFolder(stats)) folders.push(place)
      })
      if (whole) continue
      child.complete = false
      if (this.#entries >= this.#limits.maxEntries) return
    }
  }

  /** False if some of the folder was not read. */
  async #visit(
    folder: Buffer,
    onEntry: (name: Buffer, place: Buffer, stats: Stats) => void,
  ): Promise<boolean> {
    const names = this.#list(folder)
    if (names === null) return false
    for (const name of names) {
      if (this.#entries >= this.#limits.maxEntries) {
        this.#complete = false
        return false
      }
      this.#entries += 1
      const place = below(folder, name)
      const stats = statOrUndefined(place)
      if (stats !== undefined) onEntry(name, place, stats)
      if (performance.now() < this.#pauseMs) continue
      await nextTurn()
      this.#pauseMs = performance.now() + SLICE_MS
    }
    return true
  }

  #list(folder: Buffer): Buffer[] | null {
    try {
      return readdirSync(folder, { encoding: 'buffer' })
    } catch (error) {
      if (isMissing(error)) return []
      const code = errorCode(error)
      if (code === null) throw error
      const inner = folder.subarray(this.#root.place.length + 1).toString('utf8')
      this.#unread.push({
        path: [...this.#segments, ...(inner === '' ? [] : [inner])].join('/'),
        detail: `The system says ${code}`,
      })
      return null
    }
  }

  #add(child: Child, stats: Stats): void {
    if (!isFolder(stats) && stats.nlink > 1) {
      if (this.#links.has(stats.ino)) return
      this.#links.add(stats.ino)
    }
    child.bytes += stats.blocks * 512
    child.apparentBytes += stats.size
    if (!isFolder(stats)) child.files += 1
  }

  listing(nowMs: number): FolderListing {
    const { stats } = this.#root
    const sorted = this.#children.sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1))
    const rest = sorted.slice(this.#limits.maxChildren)
    const sum = (children: readonly Child[], of: 'bytes' | 'apparentBytes' | 'files') =>
      children.reduce((total, child) => total + child[of], 0)
    return {
      path: this.#segments.join('/'),
      countedAt: toIso(nowMs) ?? '',
      bytes: stats.blocks * 512 + sum(sorted, 'bytes'),
      apparentBytes: stats.size + sum(sorted, 'apparentBytes'),
      files: sum(sorted, 'files'),
      children: sorted.slice(0, this.#limits.maxChildren).map((child) => this.#shown(child)),
      others: { count: rest.length, bytes: sum(rest, 'bytes'), files: sum(rest, 'files') },
      complete: this.#complete && this.#unread.length === 0,
      entriesCounted: this.#entries,
      unread: this.#unread,
    }
  }

  #shown({ name, stats, opens, bytes, apparentBytes, files, complete }: Child): FolderChild {
    return {
      name,
      kind: kindOf(stats),
      class: classifyEntry([...this.#segments, name]),
      bytes,
      apparentBytes,
      files,
      modifiedAt: toIso(stats.mtimeMs),
      complete,
      opens,
    }
  }
}

function kindOf(stats: Stats): FolderChild['kind'] {
  if (isFolder(stats)) return 'folder'
  if (isRegular(stats)) return 'file'
  return stats.isSymbolicLink() ? 'link' : 'other'
}

function statOrUndefined(place: Buffer): Stats | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false })
  } catch {
    // Unreadable by now. The listing already reports what is known.
    return undefined
  }
}

const below = (folder: Buffer, name: Buffer): Buffer => Buffer.concat([folder, SLASH, name])

const SLASH = Buffer.from('/')
const SLICE_MS = 10
