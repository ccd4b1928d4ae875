/**
 * The largest row Steward saves, deletes or restores. SQLite updates both full-text indexes of a row in one statement: at
 * 10 MB that takes seconds, during which Hermes cannot write, and more than 200 MB of memory.
 */
import { formatBytes } from '../../shared/numbers.ts'

export const LARGEST_ROW_BYTES = 4_000_000

export const describeTooLarge = (bytes: number): string =>
  `One message is ${formatBytes(bytes)}. Steward's limit is ${formatBytes(LARGEST_ROW_BYTES)}. Use hermes sessions delete.`
