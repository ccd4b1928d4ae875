/** What a scan is made of: units of work, what was counted of each, and the plain data kept between scans. */
import type { CheckpointStore } from '../../domain/checkpoints/checkpoint.ts'
import type { CronOutput } from '../../domain/cron/cron.ts'
import type { Part } from '../../domain/home/home.ts'
import type { SessionFile, SessionFiles } from '../../domain/storage/session-file.ts'
import type {
  ClassUsage,
  LargeFile,
  NotableEntry,
  StorageBreakdown,
  StorageCensus,
  StorageClass,
  Usage,
} from '../../domain/storage/storage.ts'

/**
 * `shallow`: a folder and the files right in it; its folders are units of their own.
 * `tree`: a folder with everything below. `repository`: the same, known by a few of its files.
 * `sessions`: the sessions folder, whose files are kept by name.
 */
export type UnitKind = 'shallow' | 'tree' | 'repository' | 'sessions'

export type ScanUnit = { readonly path: string; readonly kind: UnitKind; readonly class: StorageClass }

/** A file with several names: counted once in the whole home, so each unit lists its own apart. */
export type HardLink = {
  readonly inode: string
  readonly class: StorageClass
  readonly bytes: number
  readonly apparentBytes: number
}

export type Unread = { readonly path: string; readonly detail: string }

/** Everything counted of one unit. Plain data: it is cloned between threads and stored as JSON. */
export type UnitRecord = {
  readonly countedAtMs: number
  /** Over the stamps of `places`; null where an unchanged stamp would prove nothing. */
  readonly signature: number | null
  /** Folders and files, relative to the unit, whose stamps tell of a change; a repository's are always the same. */
  readonly places: readonly string[]
  /** Without hard-linked files. */
  readonly usage: readonly ClassUsage[]
  readonly links: readonly HardLink[]
  readonly folderBytes: number
  readonly oldestFileMs: number | null
  readonly newestFileMs: number | null
  /** Of files and folders inside. */
  readonly newestMs: number | null
  /** The mtime of the unit's own folder. */
  readonly ownMs: number | null
  readonly unread: readonly Unread[]
  /** Its few largest files, by paths relative to the unit. */
  readonly largest: readonly LargeFile[]
  /** Names of the folders that are units of their own. */
  readonly children?: readonly string[]
  /** It has the HEAD that makes a folder a git repository. */
  readonly repository?: boolean
  readonly temporaryPacks?: TemporaryPacks
  readonly sessions?: { readonly files: readonly SessionFile[]; readonly irregular: number }
  /** Files right in the unit that stand for themselves. */
  readonly notable?: readonly NotableEntry[]
}

export type TemporaryPacks = CheckpointStore['temporaryPacks']

/** Goes in and comes out of every scan. JSON keeps it whole. */
export type ScanCache = {
  readonly version: typeof SCAN_CACHE_VERSION
  readonly homePath: string
  readonly units: readonly (readonly [key: string, record: UnitRecord])[]
}

export const SCAN_CACHE_VERSION = 2

export type FolderUsage = Usage & { readonly id: string; readonly newestMs: number | null }

/** Set aside whole when the shared store came; `repositories` are those inside, largest first. */
export type LegacyFolder = FolderUsage & { readonly repositories: readonly FolderUsage[] }

export type ScanResult = {
  readonly scannedAtMs: number
  readonly storage: Part<StorageCensus>
  readonly breakdown: Part<StorageBreakdown>
  readonly sessionFiles: Part<SessionFiles>
  readonly cronOutputs: Part<readonly CronOutput[]>
  readonly notable: readonly NotableEntry[]
  readonly v1Repositories: readonly FolderUsage[]
  /** `newestMs` is the folder's own mtime here: that is what Hermes goes by. */
  readonly legacyFolders: readonly LegacyFolder[]
  /** Null where this home has no v2 store. */
  readonly v2Store: Usage | null
  readonly temporaryPacks: TemporaryPacks
  readonly cache: ScanCache
}

export type ScanProgress = {
  readonly files: number
  readonly unitsDone: number
  readonly unitsTotal: number
}

/** What every walk of one scan shares. */
export type ScanSetting = {
  readonly homePath: string
  /** Folders on another device are not entered. */
  readonly device: number
  readonly nowMs: number
}

export const unitKey = (unit: ScanUnit): string => `${unit.kind}:${unit.path}`
