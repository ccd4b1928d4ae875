/** Titles of the database page: whether it would shrink, and whether it is safe now. */
import { formatBytes, formatCount } from '../../shared/numbers.ts'
import type { Headline } from '../overview/words.ts'
import type { DatabaseView } from './database-view.ts'

/** Smaller gains are not worth stopping Hermes. */
const WORTHWHILE_SHARE = 0.05
const WORTHWHILE_BYTES = 1_000_000

export function databaseHeadline(view: DatabaseView): Headline {
  const { fault, fileBytes, compaction } = view
  if (fault !== null) return { title: fault.title, lead: fault.detail }
  if (fileBytes === null || compaction.gainBytes === null)
    return { title: 'The database is not read yet', lead: 'The figures appear here by themselves.' }
  const most = compaction.gainUpToBytes ?? compaction.gainBytes
  if (most < WORTHWHILE_SHARE * fileBytes)
    return {
      title: `state.db would hardly shrink: ${formatBytes(fileBytes)}, ${formatBytes(compaction.gainBytes)} of it free`,
      lead: leadOf(view),
    }
  const certain = formatBytes(compaction.gainBytes)
  const gain =
    compaction.gainBytes === 0
      ? `at most ${formatBytes(most)}`
      : most > compaction.gainBytes
        ? `${certain} to ${formatBytes(most)}`
        : certain
  if (most < WORTHWHILE_BYTES)
    return {
      title: `state.db would shrink by ${gain} of ${formatBytes(fileBytes)}, too little to stop Hermes for`,
      lead: leadOf(view),
    }
  return {
    title: `state.db would shrink by ${gain} of ${formatBytes(fileBytes)}, ${compaction.safeNow ? 'and it is safe now' : 'but not safely now'}`,
    lead: leadOf(view),
  }
}

function leadOf({ schema, journalMode, pageBytes }: DatabaseView): string {
  const parts = [
    schema === null ? 'Schema unknown' : `Schema ${schema}`,
    ...(journalMode === null ? [] : [`journal mode ${journalMode}`]),
    ...(pageBytes === null ? [] : [`pages of ${formatCount(pageBytes)} bytes`]),
  ]
  return `${parts.join(', ')}. Read only; Steward changes nothing here.`
}
