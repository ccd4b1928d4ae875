/** The state of walking one unit: sums, signature and what could not be read. */
import type { Stats } from 'node:fs'
import { DAY_MS } from '../../shared/time.ts'
import { largestFileLimit } from './largest-files.ts'
import { type OnUnreadable, type RawPath, statEntry } from './list-folder.ts'
import type { ScanSetting, ScanUnit, UnitRecord, Unread } from './scan-types.ts'
import { Signature } from './signature.ts'
import { Tally } from './tally.ts'

export class Walk {
  readonly tally: Tally
  readonly signature = new Signature(Date.now())
  readonly places: string[] = []
  readonly unread: Unread[] = []
  readonly root: string
  readonly #setting: ScanSetting
  readonly #limit: number
  readonly #watched: [string, Stats][] = []
  #others: [string, Stats][] | null = []
  #ownMs: number | null = null

  /** Throws `TooManyEntries` beyond `limit` entries: then the unit belongs in a worker. */
  constructor(unit: ScanUnit, setting: ScanSetting, limit: number) {
    this.tally = new Tally(unit.class, largestFileLimit(unit.kind))
    this.root = unitPath(unit, setting)
    this.#setting = setting
    this.#limit = limit
  }

  /** The unit's own folder. Undefined if it is gone or on another device. */
  begin(): Stats | undefined {
    const stats = statEntry(this.root, this.onUnreadable)
    if (stats === undefined || !this.isSameDevice(this.root, stats)) return undefined
    this.#ownMs = stats.mtimeMs
    return stats
  }

  /** Called before the folder is listed, so that a change during the listing is noticed next time. */
  trackFolder(place: RawPath, stats: Stats): void {
    if (typeof place !== 'string') this.signature.invalidate()
    // With more folders, the periodic full scan is cheaper.
    else if (this.places.length < MAX_PLACES) {
      this.places.push(place.slice(this.root.length + 1))
      this.signature.add(stats)
    }
  }

  /** Files may grow in place. With few files all are tracked, with many only those changed recently. */
  trackFile(place: RawPath, stats: Stats, mayGrow = false): void {
    if (typeof place !== 'string') this.signature.invalidate()
    else if (mayGrow || stats.mtimeMs > this.#setting.nowMs - DAY_MS) this.#watched.push([place, stats])
    else if (this.#others !== null && this.#others.push([place, stats]) > FEW_FILES) this.#others = null
  }

  /** False, and reported, for a folder on another file system, whose bytes are not on this disk. */
  isSameDevice(place: RawPath, stats: Stats): boolean {
    if (stats.dev === this.#setting.device) return true
    this.onUnreadable(place, 'It lies on another file system')
    return false
  }

  readonly onUnreadable: OnUnreadable = (place, detail) => {
    const path = place.toString().slice(this.#setting.homePath.length + 1)
    this.unread.push({ path: path === '' ? '.' : path, detail })
    this.signature.invalidate()
  }

  /** Relative to the unit. */
  #below(place: RawPath): string {
    return place.toString().slice(this.root.length + 1)
  }

  checkLimit(): void {
    if (this.tally.entries > this.#limit) throw new TooManyEntries()
  }

  record(more: Partial<UnitRecord> = {}): UnitRecord {
    for (const [place, stats] of [...this.#watched, ...(this.#others ?? [])]) {
      this.places.push(place.slice(this.root.length + 1))
      this.signature.add(stats)
    }
    const { usage, links, folderBytes, oldestFileMs, newestFileMs, newestFolderMs, packs, largest } =
      this.tally
    return {
      countedAtMs: this.#setting.nowMs,
      signature: this.signature.value,
      places: this.places,
      usage,
      links,
      folderBytes,
      oldestFileMs: finite(oldestFileMs),
      newestFileMs: finite(newestFileMs),
      newestMs: finite(Math.max(newestFileMs, newestFolderMs)),
      ownMs: this.#ownMs,
      unread: this.unread,
      largest: largest.entries.map(({ place, ...rest }) => ({ path: this.#below(place), ...rest })),
      ...(packs.count > 0 ? { temporaryPacks: packs } : {}),
      ...more,
    }
  }
}

export class TooManyEntries extends Error {}

export const unitPath = (unit: ScanUnit, { homePath }: ScanSetting): string =>
  unit.path === '' ? homePath : `${homePath}/${unit.path}`

const MAX_PLACES = 4096
const FEW_FILES = 256

const finite = (ms: number): number | null => (Number.isFinite(ms) ? ms : null)
