/** Texts of the storage page. */

import type { FolderListing } from '@/lib/domain/storage/folder-listing'
import type { OwnData, OwnStorage } from '@/lib/domain/storage/own-storage'
import type { StorageClass } from '@/lib/domain/storage/storage'
import { CLASS_WORDS } from '@/lib/domain/storage/words'
import { formatBytes, formatCount, formatPlural } from '@/lib/shared/numbers'
import { visibleName } from '@/lib/shared/visible-name'

export const NO_RUN_NOTED = 'no note of a run'
export const GOES_AT_START = 'Goes at the next start'
export const PINNED_ARCHIVED = 'Pinned, archived'
export const CLOSES_OPEN = 'Open ones it closes'
export const VERSION_DECIDES = 'depends on the exact version'
export const FILES_LEFT_BEHIND = 'Files it leaves behind'
export const VERSION_RULES = 'Rules of this version'
export const FOLDER_PATH = 'Way to this folder'
export const CLASSES_CAPTION = 'Classes of storage, largest first'
export const NOT_IN_HOME = 'Not in this home'
export const NOT_ALL_COUNTED = 'Not everything here was counted'
export const FOLDER_EMPTY = 'This folder holds nothing.'
export const CLASS_NOT_HERE = 'Nothing of this class lies right here; it may lie further down.'
export const FOLDER_CAPTION = 'What lies in this folder'
export const BACK_TO_HOME = 'Back to the whole home'
export const FREE_ON_DISK = 'Free on this disk'
export const INODES_LEFT = 'Files it can still take'
export const LARGEST_FOLDERS_NOTE = 'Each with everything below it. Opening one counts it anew.'
export const LARGEST_FILES_BELOW = 'Largest files below here'
export const NO_LARGEST_FILE = 'None of the fifty largest files of this home lies here.'
export const LARGEST_SOON = 'They appear here by themselves when the first count ends.'
export const NO_FILES_HERE = 'Nothing lies here yet.'
export const PROTECTED_NOTE = 'No action of Steward removes anything of these. Disk blocks.'
export const RECLAIMABLE_NOTE =
  'By the action that would do it. Each opens a preview; nothing moves until you approve it.'
export const RECLAIMABLE_SOON = 'What can go is known when the first count ends.'
export const NOTHING_RECLAIMABLE = 'All files and rows were judged, and all stay.'
export const BY_HAND = 'Left to you: remove by hand'
export const CLASSES_NOTE = 'By class, largest first. Growth and what can go are disk blocks.'
export const HISTORY_RANGE = 'Range of the history'
export const FIGURES_SOON = 'The figures appear here by themselves when the first count ends.'
export const TREEMAP_UNKNOWN = 'What this home holds is not counted yet'
export const TREEMAP_EMPTY = 'Nothing is stored in this home'
export const TREEMAP_AREA = 'Area is bytes.'
export const TREEMAP_SOON = 'The map appears here by itself when the first count ends.'
export const TREEMAP_EMPTY_NOTE = 'As soon as Hermes writes its first file, it shows here by class.'
export const TREEMAP_CAPTION = 'Parts of this home'
export const TREEMAP_LABEL = 'Map of this home'
export const NEVER_OFFERED = ' Never offered.'

export const AUTO_PRUNE_STATES = {
  on: 'on',
  off: 'off',
  absent: 'not in this version',
  unknown: 'unknown',
} as const

export const NO_SUCH_FOLDER_NOTE =
  'It is gone, is no folder, lies on another disk, or a link stands in its place; Steward follows none.'

export const noSuchFolder = (name: string): string => `${name}: no such folder`

export const folderTitle = (count: number, only: StorageClass | null): string =>
  `${formatPlural(count, 'thing')} here${only === null ? '' : ` of the class ${CLASS_WORDS[only].label}`}, largest first`

export const folderSubtitle = ({ files, bytes, apparentBytes }: FolderListing): string =>
  `${formatPlural(files, 'file')} in this folder and below it. ${formatBytes(bytes)} on disk, ${formatBytes(apparentBytes)} apparent.`

export function incompleteWords({ unread, entriesCounted }: FolderListing): string {
  const why =
    unread.length > 0
      ? `${formatPlural(unread.length, 'place')} could not be read, the first is ${visibleName(unread[0]?.path ?? '')}: ${unread[0]?.detail ?? ''}.`
      : `It ended after ${formatCount(entriesCounted)} entries.`
  return `${why} The figures are what was seen until then; open a folder below for all of it.`
}

export const largestFilesNote = (isOnDisk: boolean): string =>
  `Of the fifty that take most disk blocks of the home at its last count${isOnDisk ? '' : ', by their length'}; of a checkpoint repository at most five.`

export const protectedTitle = (bytes: number | null): string =>
  bytes === null ? 'What stays is not counted yet' : `${formatBytes(bytes)} are never touched, and why`

export const elsewhereWords = (bytes: number): string =>
  `The rest of this disk, ${formatBytes(bytes)}, is not in this home.`

export const bytesInDatabase = (bytes: number): string => `${formatBytes(bytes)} in the state db`

export const undrawnWords = (parts: number, bytes: number): string =>
  `${formatPlural(parts, 'part')} too small to draw, ${formatBytes(bytes)}; the table has them.`

export const TRASH_NAME = 'Trash'
export const ARCHIVES_NAME = 'Steward’s archives'
export const OWN_DATA_NAME = 'Steward’s own data'
export const OWN_DATA_NOTE = 'steward.db and a few megabytes in reserve.'
export const OWN_NOTE =
  'Trash counts in the size of this home, but not as growth. It takes space until it expires or is emptied.'
export const KEPT_UNTIL_EMPTIED = 'Kept until emptied.'
export const SOME_KEPT_UNTIL_EMPTIED = '; the rest is kept until emptied.'
export const NOT_GROWTH = 'Trash is not counted as growth'

export function ownTitle({ trash, ownData }: OwnStorage): string {
  const bytes = (trash?.bytes ?? 0) + (ownData?.archiveBytes ?? 0) + (ownData?.otherBytes ?? 0)
  return `Steward keeps ${formatBytes(bytes)} on this disk`
}

export const whereOwnDataIs = ({ insideHome }: OwnData): string =>
  insideHome ? 'Inside this home, where it counts as unknown.' : 'Outside this home, on the same disk.'
