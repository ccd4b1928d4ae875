/**
 * Hermes' prune rules by schema (docs/hermes.md, "What Hermes deletes itself"). Null: varies within the
 * schema.
 */

export type AutoPruneEra = {
  readonly exists: boolean
  readonly ageBasis: 'start' | 'last-activity'
  readonly sparesPinned: boolean | null
  /** Automatic runs include archived sessions in every version. */
  readonly sparesArchived: false
  readonly wholeLineages: boolean | null
  /** Sessions Hermes reaped at startup age from that moment. */
  readonly agesReapedFromEnd: boolean | null
  /** After pruning, closes open sessions of the sources below that are equally old. */
  readonly closesStale: boolean | null
  /** Removes a session's files except `session_<id>.json`. */
  readonly removesFiles: boolean
}

export const autoPruneEra = (schema: number): AutoPruneEra => ({
  // 22 April 2026, with the table that keeps its last run.
  exists: schema >= 7,
  // 26 July 2026.
  ageBasis: schema < 24 ? 'start' : 'last-activity',
  // 20 August 2026, within schema 26.
  sparesPinned: schema < 26 ? false : schema === 26 ? null : true,
  sparesArchived: false,
  // After August 2026; seen in schema 29 and 30.
  wholeLineages: schema < 27 ? false : schema < 29 ? null : true,
  // Like conversations: the newest versions only.
  agesReapedFromEnd: schema < 27 ? false : schema < 29 ? null : true,
  closesStale: schema < 27 ? false : schema < 29 ? null : true,
  // 26 April 2026, within schema 9.
  removesFiles: schema >= 10,
})

/** Sources whose stale open sessions the newest versions close. */
export const CLOSED_SOURCES: readonly string[] = [
  'cli',
  'cron',
  'kanban',
  'acp',
  'api_server',
  'subagent',
  'tool',
  'recovered',
]

export const REAPED = 'startup_orphan_reap'
