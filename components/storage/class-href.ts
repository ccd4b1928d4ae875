/** Where a class is looked at closer: checkpoints have a page of their own, everything else lies in a folder. */
import { checkpointHref, parseCheckpointView } from '@/components/checkpoints/view-state'
import type { StorageClass } from '@/lib/domain/storage/storage'
import { mainFolderOf } from '@/lib/domain/storage/treemap-parts'
import { folderHref, type StorageViewState, storageHref } from './view-state'

export function classHref(id: StorageClass, view: StorageViewState): string {
  if (id === 'checkpoints') return checkpointHref({ ...parseCheckpointView({}), home: view.home }, {})
  // What lies in no folder of its own is found among the things at the top of the home.
  const place = mainFolderOf(id)
  const ownFolder = place === '' ? null : folderHref(view, place)
  return ownFolder ?? storageHref(view, { at: [], only: id })
}
