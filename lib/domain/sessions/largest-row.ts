/**
 * The largest row Steward saves, deletes or restores. SQLite updates both full-text indexes of a row in one statement: at
 * 10 MB that takes seconds, during which Hermes cannot write, and more than 200 MB of memory.
 */
import { formatBytes } from '../../shared/numbers.ts'

export const LARGEST_ROW_BYTES = 4_000_000

/**
 * Earlier versions saved larger rows. Up to this size, restoring one only keeps Hermes waiting for a few seconds. Beyond it,
 * the server needs too much memory.
 */
export const LARGEST_RESTORED_BYTES = 16_000_000

export const TOO_LARGE_TO_RESTORE = `One message is too large for Steward, which restores up to ${formatBytes(LARGEST_RESTORED_BYTES)}. Newer Hermes can import it from its saved copy (docs/archive-format.md).`

export const describeTooLarge = (bytes: number): string => `One message is ${formatBytes(bytes)}. ${LIMIT}`

/** Its row, prompts and usage together. */
export const describeTooLargeBeside = (bytes: number): string =>
  `Its prompt, usage and other data are ${formatBytes(bytes)}. ${LIMIT}`

const LIMIT = `Steward's limit is ${formatBytes(LARGEST_ROW_BYTES)}. Use hermes sessions delete.`
