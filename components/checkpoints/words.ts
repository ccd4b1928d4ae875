/** Texts of the checkpoints page. */

import type { CheckpointList } from '@/lib/domain/checkpoints/checkpoint-list'
import { formatBytes, formatCount, formatPlural } from '@/lib/shared/numbers'

export const NO_REPOSITORY = 'No repository inside.'
export const TICK_PAGE = 'Tick all on this page that can go'
export const CHECKPOINTS_UNREAD =
  'Where the checkpoints lie could not be read, so nobody knows whether there are any. The figures appear here by themselves when it can be.'
export const NO_CHECKPOINTS =
  'Before it changes files, Hermes can save the state of the folder it works in, so that a person can go back. This home has none: they are switched off, or no folder was worked on yet.'
export const NO_CHECKPOINT_MATCHES = 'No checkpoint is like this.'
export const MEASURING_NOTE =
  'One repository after the other, at low priority. The figures appear here by themselves.'
export const STATES_NOTE =
  'What deleting each would free. What several projects share is nobody’s and not in here.'

export const COLUMNS_NOTE =
  'Reachable is what a project uses, freed is what only it uses. A lock marks what stays: live, or not to be seen right now.'

export const folderUnknown = (name: string): string => `${name}, folder not written down`

export const measuringTitle = (done: number, total: number): string =>
  `Asking git: ${formatCount(done)} of ${formatCount(total)} told`

export const statesTitle = (orphanBytes: number, staleBytes: number): string =>
  `${formatBytes(orphanBytes)} belong to folders that are gone, ${formatBytes(staleBytes)} to folders at rest`

export const unmeasuredWords = (count: number): string =>
  `${formatPlural(count, 'size')} not known, and missing here.`

export const packsWords = ({ count, bytes }: NonNullable<CheckpointList['temporaryPacks']>): string =>
  `Besides, ${formatPlural(count, 'half-written git pack')} of ${formatBytes(bytes)} that nothing refers to.`

export const freshLockWords = (count: number): string =>
  `${formatPlural(count, 'fresh lock')}: a git may be at work here right now, so nothing should be cleaned until it ends.`
