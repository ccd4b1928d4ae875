/** Adds to an archived item's reason what a restore loses. Trash moves the file itself and loses nothing. */
import type { ItemDraft } from './item-draft.ts'
import type { Target } from './target.ts'
import { ARCHIVE_LOSSES } from './words.ts'

export function withArchiveLosses(draft: ItemDraft): ItemDraft {
  const losses = draft.target === null ? null : lossesOf(draft.target)
  if (losses === null) return draft
  const { code, message } = draft.reason
  return { ...draft, reason: { code, message: `${message}. ${losses}` } }
}

/** Null if nothing is lost, as far as a plan can see. */
function lossesOf(target: Target): string | null {
  if (target.kind === 'file') return target.file.links === undefined ? null : ARCHIVE_LOSSES.file
  if (target.kind === 'folder')
    return target.linked === undefined ? null : ARCHIVE_LOSSES.folder(target.linked)
  if (target.kind !== 'session') return null
  const linked = target.files.filter(({ links }) => links !== undefined)
  return linked.length === 0 ? null : ARCHIVE_LOSSES.session(linked.length)
}
