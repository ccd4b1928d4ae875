/**
 * Texts of the database page: its headline, the state of the full-text index and of the write-ahead log, and why a
 * compaction is refused.
 */
import { formatBytes, formatCount } from '../../shared/numbers.ts'
import type { Holder } from '../home/home.ts'
import type { Headline } from '../overview/words.ts'
import type { SearchCheck } from './database-count.ts'
import type { DatabaseView, SearchVerdict } from './database-view.ts'
import type { TrigramFault } from './trigrams.ts'

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

/** Why a session with a NUL in its messages is kept (docs/hermes.md, "Rows with a NUL"). */
const TRIGRAM_WORDS: Readonly<Record<TrigramFault, string>> = {
  'trigram-mismatch':
    'Another SQLite version indexed a photo or binary text in it. Steward would damage the search index.',
  'trigram-unchecked': 'A message with binary text cannot be compared with the search index.',
}

/** An id with characters that a shell would interpret is left out of the command. */
export const describeTrigramFault = (fault: TrigramFault, id = ''): string =>
  `${TRIGRAM_WORDS[fault]} Use hermes sessions delete ${/^[\w.:-]+$/.test(id) ? id : 'with its id'}.`

/** Why such a session is not restored. */
export const TRIGRAM_RESTORE_WORDS: Readonly<Record<TrigramFault, string>> = {
  'trigram-mismatch':
    'It has a photo or binary text that another SQLite version may have indexed. Restoring it could damage the search index. Newer Hermes can import it from its saved copy (docs/archive-format.md).',
  'trigram-unchecked':
    'A message with binary text cannot be compared with the search index. Newer Hermes can import it from its saved copy (docs/archive-format.md).',
}

/** The state of one full-text index. */
export function describeSearchVerdict(verdict: SearchVerdict, { entries, expected }: SearchCheck): string {
  switch (verdict) {
    case 'damaged':
      return 'SQLite finds the index damaged in itself. Messages are not affected; stop Hermes and run hermes sessions optimize-storage.'
    case 'stale':
      return 'Hermes has detached this index after damage: search misses what was written since. Stop Hermes and run hermes sessions optimize-storage.'
    case 'rebuilding':
      return 'Hermes is building this index; until it is done, search misses older messages. Nothing needs to be done.'
    case 'counts-differ':
      return `It has ${formatCount(entries ?? 0)} entries where ${formatCount(expected ?? 0)} messages belong in it. Search is incomplete or finds what is gone; hermes sessions optimize-storage builds it anew.`
    case 'suspect':
      return 'Its triggers are of two Hermes versions at once. It looks whole by itself, and may still disagree with the messages: only a check that writes could tell.'
    case 'sound':
      return 'Whole in itself, with an entry for every message that belongs in it. Whether each word is right could only be asked by a command that writes, so Steward does not ask.'
    case 'other-sqlite':
      return 'Another SQLite version indexed photos or binary text here, so Steward cannot check this index. No action needed.'
    case 'unknown':
      return 'Too large to be checked beside a running Hermes.'
  }
}

const pidsOf = (holders: readonly Pick<Holder, 'pid'>[]): string => holders.map(({ pid }) => pid).join(', ')

/** The state of the write-ahead log. */
export const WAL_WORDS = {
  lost: (holders: readonly Holder[]): string =>
    `Process ${pidsOf(holders)} writes into a file that is no longer in the folder: what it writes will be gone when it ends. Let it finish its turn, then restart it; do not delete anything.`,
  unused: (journalMode: string): string =>
    `This database keeps no write-ahead log (journal mode ${journalMode}); readers wait while Hermes commits.`,
  empty: 'The log is empty: everything is in the database file.',
  large: (bytes: number, limitBytes: number | null): string =>
    limitBytes === null
      ? `${formatBytes(bytes)} is a lot. This version of Hermes sets no limit, so the file keeps the size of its busiest moment until the last process closes the database. It costs disk, not data; never delete it.`
      : `${formatBytes(bytes)} is more than the ${formatBytes(limitBytes)} to which Hermes cuts it back: somebody has been reading for a long time, or cutting back never got its turn. It shrinks when the last process closes the database; never delete it.`,
  leftBehind:
    'Nobody has the database open, so this log was left by a process that did not close it. It may hold the last messages; the next start of Hermes takes them over. Never delete it.',
  ordinary: 'It grows while Hermes writes and is used again; its size is no fault by itself.',
} as const

/** Why the database should not be compacted now. */
export const COMPACTION_REFUSALS = {
  deletedInode: (holders: readonly Holder[]): string =>
    `Process ${pidsOf(holders)} holds a deleted file of this database: some of its data may exist nowhere else. Restart it first.`,
  held: (holders: readonly Holder[]): string =>
    `${holders.map(({ pid, command }) => `${command} (${pid})`).join(', ')} has the database open. A rewrite under it can damage the file; stop every Hermes process first.`,
  holdersUnknown:
    'Nobody here can say which processes have the database open, and unknown is not none. Run Steward as the user of Hermes and where it can see Hermes’ processes (with containers: in the same one, or with pid: host), or stop Hermes and run hermes sessions optimize.',
  gatewayRunning: (servedBy: string | null): string =>
    servedBy === null
      ? 'The gateway is running. Stop it first: hermes gateway stop.'
      : `The gateway of ${servedBy} serves this home too. Stop it first.`,
  networkFileSystem: (name: string): string =>
    `The home lies on ${name}, where another machine may hold the file unseen. Stop Hermes everywhere and compact on the machine that keeps the disk: hermes sessions optimize.`,
  replicated: (signs: readonly string[]): string =>
    `A replication tool copies this database (${signs.join(', ')}); a rewrite breaks its copy. Use the tool's own way to start over afterwards.`,
  searchRebuild: 'Hermes is in the middle of building its full-text index. Let it finish first.',
  searchStale:
    'Hermes has detached its full-text index after damage. Mend it first: hermes sessions optimize-storage.',
  spaceUnknown: 'How much room the disk has cannot be told. Look with df before compacting by hand.',
  noSpace: (needsBytes: number, freeBytes: number): string =>
    `It may need ${formatBytes(needsBytes)} for a while, and the disk has ${formatBytes(freeBytes)}. Free room first; Storage shows what can go.`,
} as const
