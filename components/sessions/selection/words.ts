/** Texts about a selection. */

import type { SelectionSum } from '@/lib/domain/sessions/list/selection-sum'
import { PROTECTION_KINDS } from '@/lib/domain/sessions/words'
import { formatBytes, formatCount, formatPlural } from '@/lib/shared/numbers'

/** `2.07 MB on disk, 3.1 MB in state.db in 3`: what can be removed now. */
export function selectionWords({ lines, sessions, free, leaked, bytes, messageBytes }: SelectionSum): string {
  const behind = sessions === lines ? '' : `, ${formatPlural(sessions, 'session')} behind them`
  if (free === 0) return `${leaked === 0 ? 'all protected' : 'none can go yet'}${behind}`
  const disk = bytes === null ? 'unknown bytes' : formatBytes(bytes)
  const inside = messageBytes === null ? 'unknown' : formatBytes(messageBytes)
  const among = free === lines ? '' : ` in ${formatCount(free)}`
  return `${disk} on disk, ${inside} in state.db${among}${behind}`
}

/** `3 left open: close them first` */
export const leakedWords = ({ leaked }: SelectionSum): string =>
  `${formatCount(leaked)} left open: close ${leaked === 1 ? 'it' : 'them'} first`

/** `1 protected: pinned` */
export function keptWords({ kept }: SelectionSum): string {
  const count = kept.reduce((sum, each) => sum + each.count, 0)
  const kinds = kept.map((each) =>
    kept.length === 1
      ? PROTECTION_KINDS[each.code]
      : `${formatCount(each.count)} ${PROTECTION_KINDS[each.code]}`,
  )
  return `${formatCount(count)} protected: ${kinds.join(', ')}`
}
