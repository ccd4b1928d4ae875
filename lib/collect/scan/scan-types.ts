/** Types of a scan: units of work, their results and the cache kept between scans. */
import type { CheckpointStore } from '../../domain/checkpoints/checkpoint.ts'
import type { JobOutputs } from '../../domain/cron/cron.ts'
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
 * `shallow`: a folder and its direct files; its folders are separate units. `tree`: a folder with everything
 * below. `repository`: the same, recognized by a few of its files. `sessions`: the sessions folder, whose
 * files are listed by name.
 */
export type UnitKind = 'shallow' | 'tree' | 'repository' | 'sessions'

export type ScanUnit = { readonly path: string; readonly kind: UnitKind; readonly class: StorageClass }

/** A hard-linked file. Listed separately by each unit, because it counts once per home. */
export type HardLink = {
  readonly inode: string
  readonly class: StorageClass
  readonly bytes: number
  readonly apparentBytes: number
}

export type Unread = { readonly path: string; readonly detail: string }

/** The result of one unit. Cloned between threads and stored as JSON. */
export type UnitRecord = {
  readonly countedAtMs: number
  /** Over the times of `places`. Null if an unchanged signature would prove nothing. */
  readonly signature: number | null
  /** Folders and files, relative to the unit, whose times reveal a change. Fixed for a repository. */
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
  /** Its largest files, with paths relative to the unit. */
  readonly largest: readonly LargeFile[]
  /** Names of folders that are separate units. */
  readonly children?: readonly string[]
  /** It contains a HEAD, as git repositories do. */
  readonly repository?: boolean
  readonly temporaryPacks?: TemporaryPacks
  readonly sessions?: { readonly files: readonly SessionFile[]; readonly irregular: number }
  /** Direct files that are a separate finding. */
  readonly notable?: readonly NotableEntry[]
}

export type TemporaryPacks = CheckpointStore['temporaryPacks']

/** Input and output of every scan. Can be stored as JSON. */
export type ScanCache = {
  readonly version: typeof SCAN_CACHE_VERSION
  readonly homePath: string
  readonly units: readonly (readonly [key: string, record: UnitRecord])[]
}

/** A change of what belongs to a class changes it too, because the cache holds sums by class. */
export const SCAN_CACHE_VERSION = 3

export type FolderUsage = Usage & { readonly id: string; readonly newestMs: number | null }

/** Set aside when Hermes introduced the shared store. `repositories` are those inside, largest first. */
export type LegacyFolder = FolderUsage & { readonly repositories: readonly FolderUsage[] }

export type ScanResult = {
  readonly scannedAtMs: number
  readonly storage: Part<StorageCensus>
  readonly breakdown: Part<StorageBreakdown>
  readonly sessionFiles: Part<SessionFiles>
  readonly cronOutputs: Part<readonly JobOutputs[]>
  readonly notable: readonly NotableEntry[]
  readonly v1Repositories: readonly FolderUsage[]
  /** `newestMs` is the folder's own mtime, which Hermes uses. */
  readonly legacyFolders: readonly LegacyFolder[]
  /** Null if this home has no v2 store. */
  readonly v2Store: Usage | null
  readonly temporaryPacks: TemporaryPacks
  readonly cache: ScanCache
}

export type ScanProgress = {
  readonly files: number
  readonly unitsDone: number
  readonly unitsTotal: number
}

/** Shared by all units of one scan. */
export type ScanSetting = {
  readonly homePath: string
  /** Folders on another device are not entered. */
  readonly device: number
  readonly nowMs: number
}

export const unitKey = (unit: ScanUnit): string => `${unit.kind}:${unit.path}`
