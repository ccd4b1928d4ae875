/** Adds to an archived item's reason what a restore loses. Trash moves the file itself and loses nothing. */
import type { ItemDraft } from './item-draft.ts'
import type { Target } from './target.ts'
import { ARCHIVE_LOSSES, RESTORE_LOSSES } from './words.ts'

export function withArchiveLosses(draft: ItemDraft): ItemDraft {
  const losses = draft.target === null ? null : lossesOf(draft.target, ARCHIVE_LOSSES)
  if (losses === null) return draft
  const { code, message } = draft.reason
  return { ...draft, reason: { code, message: `${message}. ${losses}` } }
}

/** The same, for the plan that restores it. Null if nothing is lost, as far as a plan can see. */
export const restoreLosses = (target: Target): string | null => lossesOf(target, RESTORE_LOSSES)

function lossesOf(target: Target, words: typeof ARCHIVE_LOSSES | typeof RESTORE_LOSSES): string | null {
  if (target.kind === 'file') return target.file.links === undefined ? null : words.file
  if (target.kind === 'folder') return target.linked === undefined ? null : words.folder(target.linked)
  if (target.kind !== 'session') return null
  const linked = target.files.filter(({ links }) => links !== undefined)
  return linked.length === 0 ? null : words.session(linked.length)
}
